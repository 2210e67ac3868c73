import { pageRequests } from '../../../generators/pages.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { ask, totalOf } from '../../target/pages/reader.ts';
import { isQuick, onPages, type SampledPage, smallLimit, withItems } from '../../target/pages/samples.ts';

/** How many items a page has, and how many results there are in all. */
export const size: readonly Check[] = [
  check('pagination.limit-maximum-items', {
    access: 'read',
    on: (op) => op.paginated,
    run: onPages(
      withItems,
      ({ must }, { page, answer, limit }) => {
        must.hold(page.items.length <= limit, {
          expected: `at most ${limit} items on a page with limit ${limit}`,
          actual: `${page.items.length}`,
          in: answer,
        });
      },
      2,
    ),
  }),

  check('pagination.short-page-only-at-end', {
    access: 'read',
    on: (op) => op.paginated,
    run: onPages(
      withItems,
      ({ must, need }, { page, answer, limit, offset }) => {
        const total = need(page.total, 'a `total`');
        const left = Math.min(limit, Math.max(0, total - offset));
        must.hold(page.items.length >= left, {
          expected: `${left} items at offset ${offset} of ${total} with limit ${limit}`,
          actual: `${page.items.length}`,
          in: answer,
        });
      },
      2,
    ),
  }),

  check('pagination.total-counts', {
    access: 'read',
    on: (op) => op.paginated,
    run: onPages(withItems, totalCounts, 2),
  }),

  check('pagination.offset-beyond-end', {
    access: 'read',
    on: (op) => op.paginated,
    accepts: 'an empty page, or a refusal',
    run: beyondEnd,
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
    actual: `${page.items.length} items at offset ${offset}`,
    in: answer,
  });
  must.hold(seen >= Math.min(total, offset + limit), {
    expected: `results up to the \`total\` of ${total}`,
    actual: `${page.items.length} items at offset ${offset} with limit ${limit}`,
    in: answer,
  });
}

async function beyondEnd(context: Context): Promise<void> {
  const { must, need, observe } = context;
  const total = await totalOf(context);
  const ways = new Set<string>();
  const positions = isQuick(context)
    ? (['past the end'] as const)
    : (['past the end', 'far past the end'] as const);
  for (const position of positions) {
    await onGenerated(
      context,
      pageRequests(position, total),
      async ({ limit, offset }) => {
        const answer = await ask(context, { limit, offset });
        ways.add(answer.status < 400 ? 'an empty page' : 'a refusal');
        if (answer.status >= 400) return must(answer).be.refused();
        const page = pageOf(context, answer);
        need((page.total ?? 0) <= offset || page.items.length === 0, 'the list not to grow past the offset');
        must.hold(page.items.length === 0, {
          expected: `no items at offset ${offset} of ${page.total}`,
          actual: `${page.items.length}`,
          in: answer,
        });
      },
      Math.ceil(context.runs / 6),
    );
  }
  observe('pagination.offset-past-end', [...ways].sort().join(' or '));
}
