import { pageRequests } from '../../../generators/pages.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Check, Context } from '../../../harness/judging/check.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { count } from '../../../spec/words.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { ask, idsOf, type Read, type Reader, totalOf } from '../../target/pages/reader.ts';
import { onPages, type SampledPage, smallLimit, withItems } from '../../target/pages/samples.ts';
import { widthOf } from '../../target/pages/walk.ts';

/** How many items a page has, and how many results there are in all. */
export const size: readonly Check[] = [
  pageCheck('pagination.limit-maximum-items', {
    run: onPages(
      withItems,
      ({ must }, { page, answer, limit }) => {
        must.hold(page.items.length <= limit, {
          expected: `at most ${count(limit, 'item')} on a page with limit ${limit}`,
          actual: `${page.items.length}`,
          in: answer,
        });
      },
      2,
    ),
  }),

  pageCheck('pagination.short-page-only-at-end', {
    run: onPages(
      withItems,
      ({ must, need }, { page, answer, limit, offset }) => {
        const total = need(page.total, 'a `total`');
        const left = Math.min(limit, Math.max(0, total - offset));
        must.hold(page.items.length >= left, {
          expected: `${count(left, 'item')} at offset ${offset} of ${total} with limit ${limit}`,
          actual: `${page.items.length}`,
          in: answer,
        });
      },
      2,
    ),
  }),

  pageCheck('pagination.total-counts', {
    run: onPages(withItems, totalCounts, 2),
  }),

  pageCheck('pagination.offset-beyond-end', {
    accepts: 'an empty page, or a refusal',
    run: beyondEnd,
  }),

  pageCheck('pagination.limit-echo', {
    run: onPages(withItems, ({ must }, { page, answer, limit }) =>
      must.equal(page.limit, limit, '`pagination.limit`', answer),
    ),
  }),

  pageCheck('pagination.offset-echo', {
    run: onPages(
      withItems,
      ({ must }, { page, answer, offset }) => must.equal(page.offset, offset, '`pagination.offset`', answer),
      2,
    ),
  }),

  pageCheck('pagination.offset-zero-based', {
    run: onPages(['first', 'inner', 'last and full'], zeroBased),
  }),
];

async function totalCounts({ must, need }: Context, sampled: SampledPage): Promise<void> {
  const { page, answer, limit, offset, read } = sampled;
  const first = await read({ limit: smallLimit, offset: 0 });
  must.equal(page.total, first.page.total, `\`total\` on the page at offset ${offset}`, answer);
  const total = need(page.total, 'a `total`');
  const seen = offset + page.items.length;
  must.hold(page.items.length === 0 || seen <= total, {
    expected: `no more than ${total} results in all, as \`total\` says`,
    actual: `${count(page.items.length, 'item')} at offset ${offset}`,
    in: answer,
  });
  must.hold(seen >= Math.min(total, offset + limit), {
    expected: `results up to the \`total\` of ${total}`,
    actual: `${count(page.items.length, 'item')} at offset ${offset} with limit ${limit}`,
    in: answer,
  });
}

async function beyondEnd(context: Context): Promise<void> {
  const total = await totalOf(context);
  const seen = new Set<string>();
  for (const position of ['past the end', 'far past the end'] as const) {
    await onGenerated(
      context,
      pageRequests(position, total),
      async (request) => {
        const answer = await ask(context, { ...request });
        seen.add(answer.status < 300 ? 'an empty page' : 'a refusal');
        if (answer.status >= 300) context.must(answer).be.refused();
        else judgeEmpty(context, answer, request.offset);
      },
      context.byEffort({ quick: 1, standard: 1, deep: 10 }),
    );
    if (context.effort === 'quick') break;
  }
  context.observe('pagination.offset-past-end', [...seen].sort().join(' or '));
}

function judgeEmpty(context: Context, answer: Answer, offset: number): void {
  const { must, need } = context;
  const { items, total = 0 } = pageOf(context, answer);
  need(total <= offset || items.length === 0, 'the list not to grow past the offset');
  must.hold(items.length === 0, {
    expected: `no items at offset ${offset} of ${total}`,
    actual: `${items.length}`,
    in: answer,
  });
}

async function zeroBased(context: Context, { limit, offset, read, ...here }: SampledPage): Promise<void> {
  if (offset === 0) return fromZero(context, read);
  const { items, total = items.length } = here.page;
  if (items.length === 0 && total <= offset) throw new Inconclusive('the list has become shorter', 'moved');
  const places = Math.min(offset, 3);
  const earlier = await read({ limit: Math.min(100, limit + places), offset: offset - places });
  judgeStart(context, offset, here, earlier, places);
}

/** At the start of the list, a page without an offset shows what stands at each place. */
async function fromZero(context: Context, read: Reader): Promise<void> {
  const whole = await read({ limit: widthOf(smallLimit) });
  const behind = whole.page.items.length - 1;
  const offset = context.need(behind > 0 && Math.min(smallLimit, behind), 'a second result');
  judgeStart(context, offset, await read({ limit: smallLimit, offset }), whole, offset);
}

/** Judges the first results of a page by a page that begins `places` results earlier. */
function judgeStart(context: Context, offset: number, here: Read, earlier: Read, places: number): void {
  const ids = idsOf(context, here);
  const expected = idsOf(context, earlier).slice(places, places + (ids.length || 1));
  context.must.hold(expected.length > 0 && expected.every((id, at) => id === ids[at]), {
    expected: `the page at offset ${offset} to begin with the result that ${offset} others precede`,
    actual: 'other results, or another order, than on a page that begins earlier',
    in: [earlier.answer, here.answer],
  });
}
