import { type Position, pageRequests, positionsIn } from '../../../generators/pages.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onGenerated } from '../generated.ts';
import { onStablePages, type Read, type Reader, totalOf } from './reader.ts';

/** A page, what was asked for, and a reader for other pages of the list. */
export interface SampledPage extends Read {
  readonly limit: number;
  readonly offset: number;
  readonly read: Reader;
}

/** A law over a page and perhaps its neighbours. */
export type PageLaw = (context: Context, sampled: SampledPage) => Promise<void> | void;

/** The size of the pages that most checks share, and of all pages in a quick run. */
export const smallLimit = 3;

/** Every position that has items. */
export const withItems: readonly Position[] = ['first', 'inner', 'last and full', 'last and short'];

/**
 * Judges a law on pages at these positions of the operation's list. All rows of an operation judge the same pages.
 *
 * @param least how many results the list must have for a break of the law to show
 */
export function onPages(
  positions: readonly Position[],
  law: PageLaw,
  least = 1,
): (context: Context) => Promise<void> {
  return async (context) => {
    const total = await totalOf(context);
    context.need(total >= least, `a list of ${least} results at least`);
    const there = positionsIn(total).filter(
      (position) => positions.includes(position) && affordable(context, position),
    );
    context.need(there.length > 0, `a list long enough to have a page that is ${positions.join(' or ')}`);
    for (const position of there) {
      await onGenerated(
        context,
        pageRequests(position, total, context.effort === 'quick' ? [smallLimit] : undefined),
        ({ limit, offset }) =>
          onStablePages(context, { limit, offset }, async (read) =>
            law(context, { ...(await read({ limit, offset })), limit, offset, read }),
          ),
        context.share('quarter'),
        `pages ${position}`,
      );
    }
  };
}

function affordable(context: Context, position: Position): boolean {
  return context.effort !== 'quick' || position === 'first' || position === 'last and full';
}
