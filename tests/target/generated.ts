import type fc from 'fast-check';
import type { Context } from '../../harness/judging/context.ts';

/**
 * Runs a law over generated values as `context.forAll` does, and declares every word in them as the run's own, so
 * that a counterexample can be read as it stands. Only for generators that hold no value of the target: they
 * speak of `session 3`, not of its date.
 */
export function onGenerated<T>(
  context: Context,
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  runs?: number,
  series?: string,
): Promise<void> {
  const told = async (value: T) => {
    declare(context, value);
    await law(value);
  };
  return context.forAll(arbitrary, told, runs, series);
}

function declare(context: Context, value: unknown): void {
  if (typeof value === 'string') context.world.synthetic(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) context.world.synthetic(key);
    declare(context, part);
  }
}
