import { besideCursor, nonInteger, offsetsBesideCursor } from '../../../generators/illegal-pages.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { onGenerated } from '../../target/generated.ts';
import { ask, shared, totalOf } from '../../target/pages/reader.ts';
import { few, isQuick } from '../../target/pages/samples.ts';

/** What a paginated operation refuses. */
export const refusals: readonly Check[] = [
  ...(['limit', 'offset'] as const).map(integer),

  // `offset` is not combined with `cursor`: the pair is refused whatever the offset, the default 0 included.
  check('pagination.offset-with-cursor', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'the cursor of a first page by itself (accepted), then the same with an offset',
    accepts: '400 where it is listed, else some 4xx',
    run: offsetWithCursor,
  }),
];

/** A `limit` or an `offset` that is no integer is refused. */
function integer(name: 'limit' | 'offset'): Check {
  return check(`pagination.${name}-integer`, {
    access: 'read',
    on: (op) => op.paginated,
    sends: `a request with \`${name}\` of ${few} (accepted), then the same with a value that is no integer`,
    accepts: '400 where it is listed, else some 4xx',
    async run(context) {
      const accepted = { limit: few, ...(name === 'offset' ? { offset: few } : {}) };
      const control = await shared(context).answer(accepted);
      context.need(control.status < 300, `a ${name} of ${few} to be accepted`);
      const inBody = context.op.parameters.some((each) => each.name === name && each.in === 'body');
      for (const kind of ['words', 'nearly numbers'] as const) {
        await onGenerated(
          context,
          nonInteger(kind, inBody),
          async (value) => refused(context, await ask(context, { ...accepted, [name]: value })),
          Math.ceil(context.runs / 6),
        );
        if (isQuick(context)) return;
      }
    },
  });
}

async function offsetWithCursor(context: Context): Promise<void> {
  const { need } = context;
  const total = await totalOf(context);
  const withZero = context.reading('pagination.offset-zero-with-cursor') !== 'no offset';
  const first = await shared(context)({ limit: few });
  const cursor = need(first.page.nextCursor, 'a second page to take a cursor from');
  const second = await shared(context).answer({ limit: few, cursor });
  need(second.status < 300, 'the cursor alone to be accepted');
  const back = pageOf(context, second).previousCursor ?? undefined;

  // 0 is the one that a careless condition takes for no offset.
  if (withZero) refused(context, await ask(context, { limit: few, offset: 0, cursor }));
  if (withZero && isQuick(context)) return;
  const inQuery = context.op.parameters.some(({ name, in: place }) => name === 'offset' && place === 'query');
  const kinds = besideCursor.filter((kind) => kind !== 'zero in other words' || (withZero && inQuery));
  await forEachKind(
    context,
    isQuick(context) ? kinds.slice(0, 1) : kinds,
    (kind) => offsetsBesideCursor(kind, total),
    async (offset) => {
      if (typeof offset === 'string') context.world.synthetic(offset);
      refused(context, await ask(context, { limit: few, offset, cursor }));
    },
    Math.ceil(context.runs / 3),
  );
  if (back === undefined || isQuick(context)) return;
  refused(context, await ask(context, { limit: few, offset: few, cursor: back }));
  // Whether an offset without a value is one is left open.
  const empty = await ask(context, { limit: few, offset: inQuery ? '' : null, cursor });
  context.observe('an empty offset beside a cursor', empty.status < 300 ? 'taken for none' : 'refused');
}

/** 400 where the interface lists it, otherwise any status in the four hundreds. */
export function refused({ op, must }: Pick<Context, 'op' | 'must'>, answer: Answer): void {
  if (op.lists(400)) must(answer).have.status(400);
  else must(answer).be.refused();
}
