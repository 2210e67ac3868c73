import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type Rules, sequences } from '../../../generators/sequence.ts';
import { Failure } from '../../../harness/judging/outcome.ts';
import { counterexamples } from '../../../harness/judging/property.ts';
import { type Play, runSequences } from '../../../harness/judging/sequence.ts';
import { test } from '../plain-test.ts';

// A shelf that holds up to three books: everything about it is known.
type Step = { readonly put: number } | { readonly take: number };

const rules: Rules<readonly number[], Step> = {
  possible: (shelf, step) => 'put' in step || shelf.includes(step.take),
  next: (shelf, step) => ('put' in step ? [...shelf, step.put] : shelf.filter((book) => book !== step.take)),
  words: (step) => ('put' in step ? `put ${step.put}` : `take ${step.take}`),
};
const book = fc.integer({ min: 0, max: 9 });
const shelves = sequences<readonly number[], Step>(
  [book.map((put) => ({ put })), book.map((take) => ({ take }))],
  rules,
);

/** Plays with a shelf that drops what comes after the second book; gives the lists of steps that were played. */
function overfull(): { play: Play<readonly number[], Step>; played: string[][] } {
  const played: string[][] = [];
  let books = 0;
  const play = {
    start: [],
    begin: async () => {
      books = 0;
      played.push([]);
    },
    act: async (step: Step, expected: readonly number[]) => {
      played.at(-1)?.push(rules.words(step));
      books = Math.min(2, books + ('put' in step ? 1 : -1));
      if (books !== expected.length) throw new Failure('every book on the shelf', 'one is missing');
    },
  };
  return { play, played };
}

async function failureOf(play: Play<readonly number[], Step>, seed: number, path?: string): Promise<Failure> {
  const end = await runSequences(shelves, play, { seed, runs: 60, path }).catch((error: unknown) => error);
  if (end instanceof Failure) return end;
  throw new Error('the sequence should have failed');
}

test('a failing sequence shrinks to the fewest and simplest steps, and reads as a list of them', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const failure = await failureOf(overfull().play, seed);
    expect(counterexamples.get(failure)?.value).toBe('put 0; put 0; put 0');
  }
});

test('seed and path repeat exactly the shrunk sequence', async () => {
  const found = counterexamples.get(await failureOf(overfull().play, 7));
  const again = overfull();
  await failureOf(again.play, 7, found?.path);
  expect(again.played[0]).toEqual(['put 0', 'put 0', 'put 0']);
});

test('only possible steps are played, each sequence begins anew, and none is longer than the longest', async () => {
  const lengths: number[] = [];
  const play: Play<readonly number[], Step> = {
    start: [],
    begin: async () => void lengths.push(0),
    act: async (step, expected) => {
      lengths.push((lengths.pop() ?? 0) + 1);
      expect(expected).toEqual(
        'put' in step ? expect.arrayContaining([step.put]) : expect.not.arrayContaining([step.take]),
      );
    },
  };
  await runSequences(shelves, play, { seed: 1, runs: 60 });
  expect(lengths).toHaveLength(60);
  expect(Math.max(...lengths)).toBeGreaterThanOrEqual(6);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(8);
});

test('the same seed plays the same sequences', async () => {
  const [one, other] = [overfull(), overfull()];
  await failureOf(one.play, 3);
  await failureOf(other.play, 3);
  expect(one.played).toEqual(other.played);
});
