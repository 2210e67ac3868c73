import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { count } from '../../../spec/words.ts';
import { pageOf } from '../../target/body.ts';
import { nothing } from '../../target/pages/filtered.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { ask, idsOf, onStablePages, shared, totalOf } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';

/** Limits that a target may refuse, or read as another number: which one it used, the answer says. */
const unusualLimits: readonly number[] = [0, -1, 101];

/** What a page says of itself where the request asks for an odd page, and where nothing is found. */
export const used: readonly Check[] = [
  pageCheck('pagination.limit-echo/used', {
    sends: `limits of ${unusualLimits.join(', ')}`,
    accepts: 'a refusal, or a page as long as the limit that the answer reports, which is never negative',
    run: (context) =>
      onStablePages(context, { limit: smallLimit }, async () => {
        for (const limit of unusualLimits) await judgeLimit(context, limit);
      }),
  }),

  pageCheck('pagination.offset-echo/used', {
    sends: 'offsets of -1 and of 2147483648, which 32 bits do not hold',
    accepts:
      'a refusal; of the first also the first page, and of the second any page, each with the offset in the answer that was used',
    run: oddOffsets,
  }),

  pageCheck('pagination.total-counts/past-the-end', {
    sends: 'an offset at the end of the list, and one far past it',
    accepts: 'a refusal, or a page with the same `total` as the first one',
    run: pastTheEnd,
  }),

  ...(['previousCursor', 'nextCursor'] as const).map((name) =>
    check(
      name === 'nextCursor'
        ? 'pagination.next-null-on-last/of-nothing'
        : 'pagination.previous-null-on-first/of-nothing',
      {
        on: (op) => nothing(op) !== undefined,
        sends: 'a filter that nothing fits',
        accepts: 'an empty page, which is the first one and the last one',
        run: (context) => ofNothing(context, name),
      },
    ),
  ),
];

async function judgeLimit(context: Context, asked: number): Promise<void> {
  const { must } = context;
  const answer = await ask(context, { limit: asked });
  if (answer.status >= 300) return must(answer).be.refused();
  const { items, limit = -1, total = 0 } = pageOf(context, answer);
  context.observe(`a limit of ${asked}`, limit === asked ? 'taken' : `read as ${limit}`);
  must.hold(limit >= 0 && items.length === Math.min(limit, total), {
    expected: `with a limit of ${asked}, as many of ${count(total, 'item')} as the \`limit\` that was used says`,
    actual: `${count(items.length, 'item')} and a \`limit\` of ${limit}`,
    in: answer,
  });
}

/** The first offset that is no integer of 32 bits. */
const tooLarge = 2_147_483_648;

async function oddOffsets(context: Context): Promise<void> {
  const limit = smallLimit;
  await totalOf(context);
  await judgeNegative(context, limit);
  const answer = await ask(context, { limit, offset: tooLarge });
  if (answer.status >= 300) return context.must(answer).be.refused();
  const { items, offset, total = 0 } = pageOf(context, answer);
  context.must.hold(items.length === 0 || (offset !== undefined && offset < total), {
    expected: `at offset ${tooLarge} no items, or the \`offset\` at which those stand that come`,
    actual: `${count(items.length, 'item')} and ${offset === undefined ? 'no `offset`' : `an \`offset\` of ${offset}`}`,
    in: answer,
  });
}

async function judgeNegative(context: Context, limit: number): Promise<void> {
  await onStablePages(context, { limit, offset: 0 }, async (read) => {
    const first = await read({ limit, offset: 0 });
    const answer = await ask(context, { limit, offset: -1 });
    if (answer.status >= 300) return context.must(answer).be.refused();
    const here = { ...first, answer, page: pageOf(context, answer) };
    const isFirst = idsOf(context, here).join() === idsOf(context, first).join();
    const used = here.page.offset === undefined ? 'no `offset`' : `an \`offset\` of ${here.page.offset}`;
    context.must.hold(isFirst && here.page.offset === 0, {
      expected: 'at offset -1 the first page, and an `offset` of 0, for that was used',
      actual: `${isFirst ? 'the first page' : 'another page'} with ${used}`,
      in: [first.answer, answer],
    });
  });
}

async function pastTheEnd(context: Context): Promise<void> {
  await onStablePages(context, { limit: smallLimit, offset: 0 }, async (read) => {
    const first = await read({ limit: smallLimit, offset: 0 });
    const total = context.need(first.page.total || undefined, 'a `total` of at least 1');
    for (const offset of [total, total + 1000]) {
      const answer = await ask(context, { limit: smallLimit, offset });
      if (answer.status >= 300) context.must(answer).be.refused();
      else context.must.equal(pageOf(context, answer).total, total, '`total` on a page past the end', answer);
    }
  });
}

async function ofNothing(context: Context, name: 'previousCursor' | 'nextCursor'): Promise<void> {
  const { op, must, need } = context;
  const filters: Params = need(nothing(op), 'a list with filters')(context);
  const read = shared(context);
  need.accepted(await read.answer(filters));
  const { page, answer } = await read(filters);
  need(page.items.length === 0, 'a filter that nothing fits');
  must.equal(page[name], null, `\`${name}\` of a page that found nothing`, answer);
}
