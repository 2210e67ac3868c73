import type fc from 'fast-check';
import { type Kinds, ofKind } from '../../generators/kinds.ts';
import { malformedIdKinds, malformedIds } from '../../generators/malformed-ids.ts';
import type { Context } from '../../harness/judging/context.ts';
import { kindsTried } from './effort.ts';
import { onGenerated } from './generated.ts';

/**
 * Judges a law for values of each kind in turn, with about `runs` values in all. No seed leaves a kind out; an effort
 * with fewer runs than kinds tries the first kinds only.
 */
export async function forEachKind<Kind extends string, T>(
  context: Context,
  kinds: readonly Kind[],
  values: (kind: Kind) => fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  runs = context.runs,
): Promise<void> {
  const tried = kinds.slice(0, kindsTried(context, runs));
  for (const kind of tried) {
    await context.forAll(values(kind), law, Math.max(1, Math.floor(runs / tried.length)));
  }
}

/** Judges a law for texts of each kind that is no UUID; a counterexample shows the text itself. */
export function forEachMalformed(
  context: Context,
  law: (malformed: string) => Promise<void>,
  runs?: number,
): Promise<void> {
  const onShown = (text: string) => law(context.world.synthetic(text));
  return forEachKind(context, malformedIdKinds, malformedIds, onShown, runs);
}

/** For each 12 runs of the effort, one more value of a listed kind is tried. */
const runsAValue = 12;

/**
 * Judges a law for listed values: one of each kind at least, and more of each kind in a deep run. A quick run tries
 * `few` values of any kind; the seed decides which.
 */
export async function forEachListed<T>(
  context: Context,
  kinds: Kinds<T>,
  law: (value: T) => Promise<void>,
  few: number,
): Promise<void> {
  if (context.runs < runsAValue) return onDifferent(context, Object.values(kinds).flat(), law, few);
  for (const values of Object.values(kinds))
    await onDifferent(context, values, law, Math.floor(context.runs / runsAValue));
}

/** Judges a law for so many of the values, no two of them the same; for all of them where they are fewer. */
async function onDifferent<T>(
  context: Context,
  values: readonly T[],
  law: (value: T) => Promise<void>,
  most: number,
): Promise<void> {
  const tried = new Set<T>();
  const noted = (value: T) => {
    tried.add(value);
    return law(value);
  };
  for (let nth = 0; nth < Math.min(values.length, most); nth += 1)
    await onGenerated(context, ofKind({ left: values.filter((value) => !tried.has(value)) }), noted, 1);
}
