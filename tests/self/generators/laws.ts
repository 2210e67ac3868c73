import { expect } from '@playwright/test';
import type fc from 'fast-check';
import { Failure } from '../../../harness/judging/outcome.ts';
import { runProperty } from '../../../harness/judging/property.ts';
import { test } from '../plain-test.ts';

/** What a generator says of itself; the laws hold it to that. */
export interface Pledge<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Whether a value is one that the generator means to make; shrunk ones have to be as well. */
  readonly correct: (value: T) => boolean;
  /** Whether a value is what shrinking may end at. */
  readonly simplest: (value: T) => boolean;
  /** Values that have to come up, by what they are. */
  readonly boundaries: Readonly<Record<string, (value: T) => boolean>>;
  /** Among how many values each boundary comes up: 60, the runs of a deep property, unless said otherwise. */
  readonly within?: number;
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** The laws that every generator keeps, one test each, with the generator's name in the title. */
export function keepsLaws<T>(name: string, pledge: Pledge<T>): void {
  const { arbitrary, correct, simplest, boundaries, within = 60 } = pledge;

  test(`${name}: the same seed gives the same values`, async () => {
    for (const seed of seeds) {
      expect(await values(arbitrary, seed, 12)).toEqual(await values(arbitrary, seed, 12));
    }
  });

  test(`${name}: different seeds give different values`, async () => {
    const runs = await Promise.all(seeds.map((seed) => values(arbitrary, seed, 12)));
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBeGreaterThan(1);
  });

  test(`${name}: every value is correct`, async () => {
    for (const seed of seeds) {
      expect((await values(arbitrary, seed, within)).filter((value) => !correct(value))).toEqual([]);
    }
  });

  test(`${name}: every value along the shrink path is correct, and the path ends at a simplest one`, async () => {
    for (const seed of seeds) {
      const path = await shrinkPath(arbitrary, seed);
      expect(path.filter((value) => !correct(value))).toEqual([]);
      expect(path.slice(-1).filter((value) => !simplest(value))).toEqual([]);
    }
  });

  for (const [boundary, isThere] of Object.entries(boundaries)) {
    test(`${name}: ${boundary} comes up within ${within} values`, async () => {
      for (const seed of seeds) {
        const there = (await values(arbitrary, seed, within)).some(isThere);
        expect(there, `among the values of seed ${seed}`).toBe(true);
      }
    });
  }
}

/** The values that a property with this seed tries when its law holds. */
export async function values<T>(arbitrary: fc.Arbitrary<T>, seed: number, runs: number): Promise<T[]> {
  const tried: T[] = [];
  await runProperty(arbitrary, async (value) => void tried.push(value), { seed, runs });
  return tried;
}

/** The values that a property tries when its law breaks on each: a first one, then ever simpler ones. */
export async function shrinkPath<T>(arbitrary: fc.Arbitrary<T>, seed: number): Promise<T[]> {
  const tried: T[] = [];
  const broken = runProperty(
    arbitrary,
    async (value) => {
      tried.push(value);
      throw new Failure('a law that nothing keeps', 'a value');
    },
    { seed, runs: 1 },
  );
  await expect(broken).rejects.toBeInstanceOf(Failure);
  return tried;
}
