import type { Context } from '../../../harness/judging/context.ts';
import type { Page } from '../body.ts';

/** The page size where a request names none. */
export const byDefault = 100;

/** A page whose `pagination` lacks nothing. */
export type WholePage = { readonly [Name in keyof Page]: Exclude<Page[Name], undefined> };

/** The same page; inconclusive where its `pagination` lacks something, for the clause of the field says so. */
export function wholePage({ need, op }: Pick<Context, 'need' | 'op'>, page: Page): WholePage {
  const { items, total, limit, offset, previousCursor, nextCursor } = page;
  const isWhole =
    total !== undefined &&
    limit !== undefined &&
    offset !== undefined &&
    previousCursor !== undefined &&
    nextCursor !== undefined;
  return need(
    isWhole && { items, total, limit, offset, previousCursor, nextCursor },
    `a whole \`pagination\` in the answers of ${op.id}`,
  );
}
