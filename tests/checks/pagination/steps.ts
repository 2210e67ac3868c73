import { type Check, check } from '../../../harness/judging/check.ts';
import type { Read } from '../../target/pages/reader.ts';
import { type Walk, walking } from '../../target/pages/walk.ts';

/** What the pages of a walk say of themselves. */
export const steps: readonly Check[] = [
  // `offset` in the response is 0 when the page was reached by a cursor.
  check('pagination.offset-zero-with-cursor', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages',
    accepts: '`pagination.offset` of 0 on each page that was reached by a cursor',
    run: walking(({ must }, { pages }) => {
      for (const { page, answer } of pages.slice(1)) {
        must.equal(page.offset, 0, '`pagination.offset` on a page reached by a cursor', answer);
      }
    }),
  }),

  // `limit` in the response repeats the limit of the request, beside a cursor too.
  check('pagination.limit-echo/with-cursor', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor, with the limit sent again each time',
    accepts: '`pagination.limit` as it was sent, and no more items than that',
    run: walking(({ must }, { pages, limit }) => {
      for (const { page, answer } of pages.slice(1)) {
        must.equal(page.limit, limit, '`pagination.limit` on a page reached by a cursor', answer);
      }
    }),
  }),

  // `total` does not depend on the page, reached by a cursor or not.
  check('pagination.total-counts/with-cursor', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages',
    accepts: 'the same `total` on each',
    run: walking(({ must }, { pages, total }) => {
      for (const { page, answer } of pages.slice(1)) {
        must.equal(page.total, total, '`total` on a page reached by a cursor', answer);
      }
    }),
  }),

  // `previousCursor` is given on each page after the first that was reached by a cursor.
  check('pagination.previous-given-after-first', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages',
    accepts: 'a `previousCursor` on each page but the first',
    run: walking(({ must }, { pages }) => {
      for (const [index, { page, answer }] of [...pages.entries()].slice(1)) {
        must.hold(typeof page.previousCursor === 'string' && page.previousCursor !== '', {
          expected: `a \`previousCursor\` on page ${index + 1} of the walk`,
          actual: 'none',
          in: answer,
        });
      }
    }),
  }),

  // Going back by cursor, the first page is known by its `previousCursor` of null.
  check('pagination.previous-null-on-first/reached-back', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'the `previousCursor` of the second page',
    accepts: 'the first page, with a `previousCursor` of `null`',
    run: walking(async ({ must, need }, { pages, start, limit, read }) => {
      if (start > 0) return;
      const cursor = need(pages[1]?.page.previousCursor, 'a `previousCursor` on the second page');
      const { page, answer } = await read({ limit, cursor });
      must.equal(
        page.previousCursor,
        null,
        '`previousCursor` on the first page, reached by going back',
        answer,
      );
    }),
  }),

  // Along a walk `nextCursor` is null on the last page, be it full or short.
  check('pagination.next-null-on-last/along-a-walk', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor to a last page that is full, and to one that is short',
    accepts: 'a `nextCursor` of `null` where the results are at their end',
    run: walking(
      ({ must, need }, walk) => {
        const last = need(
          stations(walk).find(({ left }) => left <= 0),
          'a walk that reaches the end',
        );
        const { page, answer } = last;
        must.equal(page.nextCursor, null, '`nextCursor` on the last page, reached by a cursor', answer);
      },
      ['to a full last page', 'to a short last page'],
    ),
  }),

  // Along a walk `nextCursor` is given on each page before the last.
  check('pagination.next-given-before-last/along-a-walk', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages',
    accepts: 'a `nextCursor` as long as results are left',
    run: walking(({ must }, walk) => {
      for (const { page, answer, left } of stations(walk).filter(({ left }) => left > 0)) {
        must.hold(typeof page.nextCursor === 'string', {
          expected: `a \`nextCursor\` where ${left} results are left`,
          actual: 'none',
          in: answer,
        });
      }
    }),
  }),

  // A cursor is base64 text; which alphabet, and whether padded, is left open.
  check('pagination.cursor-form', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages',
    accepts: 'cursors of base64 text, in either alphabet, padded or not',
    run: walking(({ must }, { pages }) => {
      for (const { page, answer } of pages) {
        const cursors = [page.previousCursor, page.nextCursor].filter((cursor) => typeof cursor === 'string');
        must.hold(cursors.every(isBase64), { expected: 'base64 text', actual: 'other text', in: answer });
      }
    }),
  }),
];

/** The pages of a walk with how many results are left behind each. */
function stations({ pages, start, total }: Walk): readonly (Read & { readonly left: number })[] {
  let seen = start;
  return pages.map((read) => {
    seen += read.page.items.length;
    return { ...read, left: total - seen };
  });
}

function isBase64(cursor: string): boolean {
  const bare = cursor.replace(/={1,2}$/, '');
  const alphabets = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)$/;
  const padded = bare.length !== cursor.length;
  return alphabets.test(bare) && bare.length % 4 !== 1 && (!padded || cursor.length % 4 === 0);
}
