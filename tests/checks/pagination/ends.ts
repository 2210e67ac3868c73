import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { onPages, type SampledPage } from '../../target/pages/samples.ts';

/** Where a list begins and ends, as its cursors tell. */
export const ends: readonly Check[] = [
  pageCheck('pagination.previous-null-on-first', {
    run: onPages(['first'], async ({ must }, { page, answer, limit, read }) => {
      must.equal(page.previousCursor, null, '`previousCursor` on the page at offset 0', answer);
      const without = await read({ limit });
      must.equal(without.page.previousCursor, null, '`previousCursor` on the first page', without.answer);
    }),
  }),

  pageCheck('pagination.next-null-on-last', {
    run: onPages(['last and full', 'last and short'], ({ must, need }, { page, answer, limit, offset }) => {
      const total = need(page.total, 'a `total`');
      need(offset + limit >= total, 'the last page to be the last still');
      const where = `with limit ${limit} at offset ${offset} of ${total}`;
      must.equal(page.nextCursor, null, `\`nextCursor\` on the last page, ${where}`, answer);
    }),
  }),

  pageCheck('pagination.next-given-before-last', {
    run: onPages(['first', 'inner'], givenBeforeLast),
  }),
];

/** Judges a page, and the one that is followed by a single result. */
async function givenBeforeLast({ must, need }: Context, sampled: SampledPage): Promise<void> {
  const total = need(sampled.page.total, 'a `total`');
  const limit = Math.min(sampled.limit, need(total > 1 && total - 1, 'a second result'));
  const lastButOne = total - limit - 1;
  for (const offset of new Set([Math.min(sampled.offset, lastButOne), lastButOne])) {
    const { page, answer } = await sampled.read({ limit, offset });
    must.hold(typeof page.nextCursor === 'string' && page.nextCursor !== '', {
      expected: `a \`nextCursor\` with limit ${limit} at offset ${offset} of ${total}`,
      actual: 'none',
      in: answer,
    });
  }
}
