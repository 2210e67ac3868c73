import type fc from 'fast-check';
import type { Scene } from '../../harness/scene.ts';

/**
 * Runs a law over generated values as `scene.forAll` does, and declares every word in them as the run's own, so
 * that a counterexample can be read as it stands. Only for generators that hold no value of the target: they
 * speak of `session 3`, not of its date.
 */
export function onGenerated<T>(
  scene: Scene,
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  runs?: number,
  series?: string,
): Promise<void> {
  const told = async (value: T) => {
    declare(scene, value);
    await law(value);
  };
  return scene.forAll(arbitrary, told, runs, series);
}

function declare(scene: Scene, value: unknown): void {
  if (typeof value === 'string') scene.world.coin(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) scene.world.coin(key);
    declare(scene, part);
  }
}
