import type fc from 'fast-check';
import { type Kinds, ofKind } from '../../generators/kinds.ts';
import { malformedIdKinds, malformedIds } from '../../generators/malformed-ids.ts';
import type { Context } from '../../harness/judging/context.ts';
import { onGenerated } from './generated.ts';

/**
 * Judges a law for values of each kind in turn, about `runs` in all: no seed leaves a kind out. Only an effort that
 * has fewer runs than there are kinds does, and keeps to the first of them.
 */
export async function forEachKind<Kind extends string, T>(
  context: Context,
  kinds: readonly Kind[],
  values: (kind: Kind) => fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  runs = context.runs,
): Promise<void> {
  const some = kinds.slice(0, Math.max(runs, 3));
  for (const kind of some) {
    await context.forAll(values(kind), law, Math.max(1, Math.floor(runs / some.length)));
  }
}

/** Judges a law for texts of each kind that is no UUID; a counterexample shows them as they are. */
export function forEachMalformed(
  context: Context,
  law: (malformed: string) => Promise<void>,
  runs?: number,
): Promise<void> {
  const coined = (text: string) => law(context.world.synthetic(text));
  return forEachKind(context, malformedIdKinds, malformedIds, coined, runs);
}

/** How many runs of a standard effort stand for one more value of a kind that is listed. */
const runsAValue = 12;

/**
 * Judges a law for listed values, one of each kind at least, and more of them in a deep run. An effort that cannot
 * afford them all tries `few` values of any kind; which ones depends on the seed.
 */
export async function forEachListed<T>(
  context: Context,
  kinds: Kinds<T>,
  law: (value: T) => Promise<void>,
  few: number,
): Promise<void> {
  if (context.runs < runsAValue) return onGenerated(context, ofKind(kinds), law, few);
  for (const [kind, values] of Object.entries(kinds)) {
    const runs = Math.min(values.length, Math.floor(context.runs / runsAValue));
    await onGenerated(context, ofKind(kinds, kind), law, runs);
  }
}
