import type { Check, Context } from '../../../harness/judging/check.ts';
import type { Must } from '../../../harness/judging/must.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { type Read, shared } from '../../target/pages/reader.ts';
import { alongWalks, type Walk } from '../../target/pages/walk.ts';

/** What the pages of a walk say of themselves. */
export const steps: readonly Check[] = [
  pageCheck('pagination.offset-zero-with-cursor', {
    run: reachedByCursor((must, { page, answer }) =>
      must.equal(page.offset, 0, '`pagination.offset` on a page reached by a cursor', answer),
    ),
  }),

  pageCheck('pagination.limit-echo/with-cursor', {
    run: reachedByCursor((must, { page, answer }, { limit }) =>
      must.equal(page.limit, limit, '`pagination.limit` on a page reached by a cursor', answer),
    ),
  }),

  pageCheck('pagination.total-counts/with-cursor', {
    run: reachedByCursor((must, { page, answer }, { total }) =>
      must.equal(page.total, total, '`total` on a page reached by a cursor', answer),
    ),
  }),

  pageCheck('pagination.previous-given-after-first', {
    run: reachedByCursor((must, { page, answer }) =>
      must.hold(typeof page.previousCursor === 'string' && page.previousCursor !== '', {
        expected: 'a `previousCursor` on a page reached by a cursor',
        actual: 'none',
        in: answer,
      }),
    ),
  }),

  pageCheck('pagination.previous-null-on-first/reached-back', {
    run: alongWalks(async ({ must, need }, { pages, start, limit, read }) => {
      if (start > 0) return;
      const cursor = need(pages[1]?.page.previousCursor, 'a `previousCursor` on the second page');
      const { page, answer } = await read({ limit, cursor });
      const what = '`previousCursor` on the first page, reached by going back';
      must.equal(page.previousCursor, null, what, answer);
    }),
  }),

  pageCheck('pagination.next-null-on-last/along-a-walk', {
    cost: 'high',
    run: alongWalks(
      ({ must, need }, walk) => {
        const last = withRest(walk).find(({ rest }) => rest <= 0);
        const { page, answer } = need(last, 'a walk that reaches the end');
        must.equal(page.nextCursor, null, '`nextCursor` on the last page, reached by a cursor', answer);
      },
      ['to a full last page', 'to a short last page'],
    ),
  }),

  pageCheck('pagination.next-given-before-last/along-a-walk', {
    cost: 'high',
    run: alongWalks(({ must, need }, walk) => {
      const before = withRest(walk).filter(({ rest }) => rest > 0);
      need(before.length > 0, 'a page before the last, as its `total` says');
      for (const { page, answer, rest } of before)
        must.hold(typeof page.nextCursor === 'string', {
          expected: `a \`nextCursor\` where ${rest} results are left`,
          actual: 'none',
          in: answer,
        });
    }),
  }),

  pageCheck('pagination.cursor-form', {
    accepts: 'either alphabet of base64, padded or not',
    async run(context) {
      const plain = await shared(context)({});
      // A quick run reads the plain list in any case.
      if (context.effort === 'quick' && typeof plain.page.nextCursor === 'string')
        return judgeForms(context, [plain]);
      await alongWalks((used, { pages }) => judgeForms(used, pages))(context);
    },
  }),
];

/** The cursors of pages are text in base64. */
function judgeForms({ must }: Context, pages: readonly Read[]): void {
  for (const { page, answer } of pages) {
    const cursors = [page.previousCursor, page.nextCursor].filter((cursor) => typeof cursor === 'string');
    must.every(cursors, isBase64, 'cursors of base64 text', answer);
  }
}

/** Judges a law on each page of a walk that was reached by a cursor. */
function reachedByCursor(law: (must: Must, page: Read, walk: Walk) => void) {
  return alongWalks(({ must }, walk) => {
    for (const page of walk.pages.slice(1)) law(must, page, walk);
  });
}

/** The pages of a walk, each with how many results follow it. */
function withRest({ pages, start, total }: Walk): readonly (Read & { readonly rest: number })[] {
  let shown = start;
  return pages.map((read) => {
    shown += read.page.items.length;
    return { ...read, rest: total - shown };
  });
}

function isBase64(cursor: string): boolean {
  const bare = cursor.replace(/={1,2}$/, '');
  const alphabets = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)$/;
  const padded = bare.length !== cursor.length;
  return alphabets.test(bare) && bare.length % 4 !== 1 && (!padded || cursor.length % 4 === 0);
}
