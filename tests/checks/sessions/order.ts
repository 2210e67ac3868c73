import fc from 'fast-check';
import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { type Json, pageOf, text } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimalParams } from '../../target/minimal.ts';
import { freshly, idsOf, type Read, shared } from '../../target/pages/reader.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { walk } from '../../target/pages/walk.ts';
import { sortsNamed } from '../../target/sorts.ts';

const on = ['listSessions'];
/** The order of the session list without a sort (chapter Sessions). */
export const usual: Sort = { field: 'startDate', direction: 'asc' };

/** In which order sessions come. */
export const order: readonly Check[] = [
  // `sort[field]` and `sort[direction]` are accepted with the values that the default shows.
  check('list-sessions.sort', {
    access: 'read',
    on,
    sends: 'the default sort, written out',
    accepts: '200',
    run: async (context) => context.must(await ask(context, { sort: usual, limit: 20 })).have.status(200),
  }),

  // Without `sort` the order is that of an explicit ascending sort by `startDate`.
  check('list-sessions.sort-default', {
    access: 'read',
    on,
    sends: 'pages without a sort, and with the default written out, at the start and inside of the list',
    accepts: 'the same sessions in the same order, those that show a start in ascending order of it',
    async run(context) {
      const total = await severalIn(context);
      for (const offset of new Set([0, Math.floor(total / 2), Math.max(0, total - 20)])) {
        await onStableData(
          () => measure(context),
          () => judgeDefault(context, offset),
        );
        if (isQuick(context)) return;
      }
    },
  }),

  // A sort by a field and direction that the target names is followed, across page borders too.
  check('list-sessions.sort-order', {
    access: 'read',
    on,
    needs: ['session.item-shape', 'list-sessions.sort-fields', 'list-sessions.sort-directions'],
    sends: 'walks by cursor in each order that the target names',
    accepts: 'sessions in that order on each page and from page to page, none twice',
    run: followsSorts,
  }),
];

/** Pages wide enough that the ends of sessions come in another order than their starts. */
const wide = 25;

async function followsSorts(context: Context): Promise<void> {
  const sorts = sortsNamed(context);
  await severalIn(context);
  for (const sort of sorts) {
    await onGenerated(
      context,
      fc.record({ limit: fc.constant(wide), sort: fc.constant(sort) }),
      ({ limit }) =>
        onStableData(
          () => measure(context),
          () => judgeWalk(context, limit, sort),
        ),
      Math.ceil(context.runs / 12),
    );
  }
}

/** How many sessions there are; fewer than two are in any order. */
async function severalIn(context: Context): Promise<number> {
  const { total = 0 } = pageOf(context, await ask(context, { limit: 20 }));
  return context.need(total > 1 && total, 'two sessions');
}

async function judgeWalk(context: Context, limit: number, sort: Sort): Promise<void> {
  const { pages } = await walk(context, shared(context), { limit }, { sort });
  const answers = pages.map(({ answer }) => answer);
  judgeOrder(
    context,
    pages.flatMap(({ page }) => page.items),
    sort,
    answers,
  );
  const ids = idsOf(context, ...pages);
  context.must.hold(new Set(ids).size === ids.length, {
    expected: `each of ${ids.length} sessions once`,
    actual: `${ids.length - new Set(ids).size} again`,
    in: answers,
  });
}

/** Judges that moments stand in order; sessions that lack the field stand anywhere. */
export function judgeOrder(
  context: Context,
  items: readonly Json[],
  sort: Sort,
  answers: readonly Answer[],
): void {
  const values = items
    .map((item) => Date.parse(text(item[sort.field]) ?? ''))
    .filter((value) => !Number.isNaN(value));
  const falls = values.filter((value, at) => value < (values[at - 1] ?? value)).length;
  const rises = values.filter((value, at) => value > (values[at - 1] ?? value)).length;
  // Which word means descending is told by its beginning; of other words either order is accepted.
  const breaks = /^desc/i.test(sort.direction)
    ? rises
    : /^asc/i.test(sort.direction)
      ? falls
      : Math.min(falls, rises);
  context.must.hold(breaks === 0, {
    expected: `${values.length} sessions in the order of \`${sort.field}\` asked for`,
    actual: `${breaks} that come too late`,
    in: answers,
  });
}

async function judgeDefault(context: Context, offset: number): Promise<void> {
  const read = freshly(context);
  const without = await read({ limit: 20, offset });
  const explicit = await read({ limit: 20, offset, sort: usual });
  const ends = [firmStarts(context, without), firmStarts(context, explicit)];
  const [ids, expected] = ends.map(({ starts, inner }) => JSON.stringify([starts, inner.toSorted()]));
  context.must.hold(ids === expected, {
    expected: 'the same sessions without a sort as with the default sort written out',
    actual: `others, or another order, at offset ${offset}`,
    in: [without.answer, explicit.answer],
  });
  judgeOrder(context, without.page.items, usual, [without.answer]);
}

/**
 * The starts on a page in their order, and the sessions that are sure to be on it: those of one start may stand in
 * any order, and at the ends of a page change places even with those before and after it.
 */
function firmStarts(context: Context, read: Read): { starts: readonly unknown[]; inner: readonly string[] } {
  const starts = read.page.items.map((item) => text(item[usual.field]));
  context.need(
    starts.some((start) => start !== undefined),
    'a session that shows its start',
  );
  const isWhole = starts.length === read.page.total;
  const isFirm = (start: unknown) => isWhole || (start !== starts[0] && start !== starts.at(-1));
  return { starts, inner: idsOf(context, read).filter((_, at) => isFirm(starts[at])) };
}

async function measure(context: Context): Promise<unknown> {
  return pageOf(context, await ask(context, { limit: 1 })).total;
}

async function ask(context: Context, params: Params): Promise<Answer> {
  return context.send(context.op, { ...(await minimalParams(context, context.op)), ...params });
}
