import { expect } from '@playwright/test';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { test } from '../plain-test.ts';

const broken = new Failure('as many items as before', 'one more');

/** A law that breaks so many times, then holds. */
function breaking(times: number): () => Promise<string> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw broken;
    return 'held';
  };
}

/** A measure that says these things one after the other, the last one ever after. */
function measures(...said: number[]): () => Promise<number> {
  return async () => (said.length > 1 ? (said.shift() ?? 0) : (said[0] ?? 0));
}

test('a law that holds is not measured', async () => {
  let measured = 0;
  const measure = async () => {
    measured += 1;
  };
  expect(await onStableData(measure, breaking(0))).toBe('held');
  expect(measured).toBe(0);
});

test('a break that repeats on data at rest is the target’s', async () => {
  await expect(onStableData(measures(1), breaking(9))).rejects.toBe(broken);
});

test('a break that does not repeat on data at rest was the world’s', async () => {
  expect(await onStableData(measures(1), breaking(1))).toBe('held');
});

test('a break while the data moves is looked at again', async () => {
  await expect(onStableData(measures(1, 2, 3), breaking(9))).rejects.toBe(broken);
});

test('data that never rests accuses nobody', async () => {
  await expect(onStableData(neverResting(), breaking(9))).rejects.toBeInstanceOf(Inconclusive);
});

/** A measure of data that never rests. */
function neverResting(): () => Promise<number> {
  let tick = 0;
  return async () => {
    tick += 1;
    return tick;
  };
}

const byItself = new Failure('items in order', 'two that come too late', [], [], true);

test('what one answer shows by itself, in every attempt, is the target’s even where the data never rests', async () => {
  const law = () => Promise.reject(byItself);
  await expect(onStableData(neverResting(), law)).rejects.toBe(byItself);
});

test('where the data never rests, one attempt that ends otherwise is enough to accuse nobody', async () => {
  for (const other of [0, 1, 3]) {
    let attempt = -1;
    const law = async () => {
      attempt += 1;
      if (attempt !== other) throw byItself;
      if (other > 0) throw broken;
      return 'held';
    };
    const end = await onStableData(neverResting(), law).catch((error: unknown) => error);
    expect(end === 'held' || end instanceof Inconclusive).toBe(true);
  }
});

test('what is not a failure goes up at once', async () => {
  const gone = new Inconclusive('no second page');
  await expect(onStableData(measures(1), async () => Promise.reject(gone))).rejects.toBe(gone);
});
