import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onPages, type SampledPage } from '../../target/pages/samples.ts';

/** Where a list begins and ends, as its cursors tell. */
export const ends: readonly Check[] = [
  // `previousCursor` is null on the first page.
  check('pagination.previous-null-on-first', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'first pages of several sizes, with offset 0 and without',
    accepts: '`previousCursor` of `null`',
    run: onPages(['first'], async ({ must }, { page, answer, limit, read }) => {
      must.equal(page.previousCursor, null, '`previousCursor` on the page at offset 0', answer);
      const without = await read({ limit });
      must.equal(without.page.previousCursor, null, '`previousCursor` on the first page', without.answer);
    }),
  }),

  // `nextCursor` is null on the last page, be it full or short.
  check('pagination.next-null-on-last', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'last pages that are exactly full, and last pages that are short',
    accepts: '`nextCursor` of `null`',
    run: onPages(['last and full', 'last and short'], ({ must, need }, { page, answer, limit, offset }) => {
      const total = need(page.total, 'a `total`');
      need(offset + limit >= total, 'the last page to be the last still');
      const where = `with limit ${limit} at offset ${offset} of ${total}`;
      must.equal(page.nextCursor, null, `\`nextCursor\` on the last page, ${where}`, answer);
    }),
  }),

  // `nextCursor` is given on each page before the last.
  check('pagination.next-given-before-last', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'pages that others follow, one that is followed by a single item among them',
    accepts: 'a `nextCursor`',
    run: onPages(['first', 'inner'], givenBeforeLast),
  }),
];

async function givenBeforeLast({ must, need }: Context, sight: SampledPage): Promise<void> {
  const total = need(sight.page.total, 'a `total`');
  const limit = Math.min(sight.limit, need(total - 1 || undefined, 'a second result'));
  const lastButOne = total - limit - 1;
  for (const offset of new Set([Math.min(sight.offset, lastButOne), lastButOne])) {
    const { page, answer } = await sight.read({ limit, offset });
    must.hold(typeof page.nextCursor === 'string' && page.nextCursor !== '', {
      expected: `a \`nextCursor\` with limit ${limit} at offset ${offset} of ${total}`,
      actual: 'none',
      in: answer,
    });
  }
}
