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

/** What they show is looked at together: `expect` takes a millisecond each time. */
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** The laws that every generator keeps, one test each, with the generator's name in the title. */
export function keepsLaws<T>(name: string, pledge: Pledge<T>): void {
  test.describe(() => {
    // One worker has them all: what each seed gives is made once, and looked at by several of them.
    test.describe.configure({ mode: 'default' });
    const made = new Map<number, Promise<readonly T[]>>();
    const { arbitrary, within = 60 } = pledge;
    const valuesOf = (seed: number) => {
      const known = made.get(seed) ?? values(arbitrary, seed, within);
      made.set(seed, known);
      return known;
    };
    test.afterAll(() => made.clear());
    commonLaws(name, pledge, valuesOf);
    for (const [boundary, isThere] of Object.entries(pledge.boundaries)) {
      test(`${name}: ${boundary} comes up within ${within} values`, async () => {
        const without: number[] = [];
        for (const seed of seeds) if (!(await valuesOf(seed)).some(isThere)) without.push(seed);
        expect(without, 'seeds among whose values it is not').toEqual([]);
      });
    }
  });
}

/** Those that ask for nothing of the generator's own. */
function commonLaws<T>(
  name: string,
  { arbitrary, correct, simplest }: Pledge<T>,
  valuesOf: (seed: number) => Promise<readonly T[]>,
): void {
  test(`${name}: the same seed gives the same values`, async () => {
    const once = () => Promise.all(seeds.map((seed) => values(arbitrary, seed, 12)));
    expect(await once()).toEqual(await once());
  });

  test(`${name}: different seeds give different values`, async () => {
    const runs = await Promise.all(seeds.map((seed) => values(arbitrary, seed, 12)));
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBeGreaterThan(1);
  });

  test(`${name}: every value is correct`, async () => {
    const wrong: T[] = [];
    for (const seed of seeds) wrong.push(...(await valuesOf(seed)).filter((value) => !correct(value)));
    expect(wrong).toEqual([]);
  });

  test(`${name}: every value along the shrink path is correct, and the path ends at a simplest one`, async () => {
    const paths = await Promise.all(seeds.map((seed) => shrinkPath(arbitrary, seed)));
    expect(paths.flat().filter((value) => !correct(value))).toEqual([]);
    expect(paths.flatMap((path) => path.slice(-1)).filter((value) => !simplest(value))).toEqual([]);
  });
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
  const end: unknown = await broken.catch((error: unknown) => error);
  if (!(end instanceof Failure)) throw end ?? new Error('a law that nothing keeps was kept');
  return tried;
}
