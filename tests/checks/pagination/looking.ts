import { type Position, pageRequests, positionsIn } from '../../../generators/pages.ts';
import type { Scene } from '../../../harness/scene.ts';
import { onGenerated } from '../generated.ts';
import { atRest, type Read, type Reader, totalOf } from './reading.ts';

/** A page by itself, what was asked for, and a reader for its neighbours. */
export interface Sight extends Read {
  readonly limit: number;
  readonly offset: number;
  readonly read: Reader;
}

/** A law over a page and perhaps its neighbours. */
export type PageLaw = (scene: Scene, sight: Sight) => Promise<void> | void;

/** The size of the pages that most checks share, and of all pages where requests are scarce. */
export const few = 3;

/** Whether the run has so few requests that all checks look at the same pages. */
export function thrifty(scene: Scene): boolean {
  return scene.runs < 12;
}

/** Every position that has items. */
export const inside: readonly Position[] = ['first', 'inner', 'last and full', 'last and short'];

/**
 * Judges a law on pages at these positions of the operation's list; all rows of it look at the same pages.
 *
 * @param least how many results the list must have for a break of the law to show
 */
export function onPages(
  positions: readonly Position[],
  law: PageLaw,
  least = 1,
): (scene: Scene) => Promise<void> {
  return async (scene) => {
    const total = await totalOf(scene);
    scene.need(total >= least, `a list of ${least} results at least`);
    const there = positionsIn(total).filter(
      (position) => positions.includes(position) && affordable(scene, position),
    );
    scene.need(there.length > 0, `a list long enough to have a page that is ${positions.join(' or ')}`);
    for (const position of there) {
      await onGenerated(
        scene,
        pageRequests(position, total, thrifty(scene) ? [few] : undefined),
        ({ limit, offset }) =>
          atRest(scene, { limit, offset }, async (read) =>
            law(scene, { ...(await read({ limit, offset })), limit, offset, read }),
          ),
        Math.ceil(scene.runs / 4),
        `pages ${position}`,
      );
    }
  };
}

function affordable(scene: Scene, position: Position): boolean {
  return !thrifty(scene) || position === 'first' || position === 'last and full';
}
