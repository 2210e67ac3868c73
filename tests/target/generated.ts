import type fc from 'fast-check';
import type { Context } from '../../harness/judging/context.ts';

/**
 * Runs a law over generated values as `context.forAll` does, and declares each text in them as synthetic, so that a
 * counterexample shows it. Only for generators that hold no value of the target: they say `session 3`, and not its date.
 */
export function onGenerated<T>(
  context: Context,
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  runs?: number,
  series?: string,
): Promise<void> {
  const onDeclared = async (value: T) => {
    declareSynthetic(context, value);
    await law(value);
  };
  return context.forAll(arbitrary, onDeclared, runs, series);
}

function declareSynthetic(context: Context, value: unknown): void {
  if (typeof value === 'string') context.world.synthetic(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) context.world.synthetic(key);
    declareSynthetic(context, part);
  }
}
