import { expect } from '@playwright/test';
import type { Context } from '../../../harness/judging/context.ts';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import { lagOf } from '../../target/delays.ts';
import { holdsDue, isInDoubt, noteOutlived, notePassed } from '../../target/doubt.ts';
import { onStableData } from '../../target/stable-data.ts';
import { test } from '../plain-test.ts';

/** What a law has of a run that changed something so many milliseconds ago. */
function contextOf(msSinceChange: number, reading?: number): Context {
  const part: Pick<Context, 'reading'> = { reading: () => reading };
  return { ...part, world: { msSinceChange: () => msSinceChange } } as unknown as Context;
}

/** A row of a run that has changed nothing, on a target whose profile says that changes are seen at once. */
const certain = () => contextOf(Number.POSITIVE_INFINITY, 0);

/** The same where the profile does not say when they are. */
const inDoubt = () => contextOf(Number.POSITIVE_INFINITY);

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
  expect(await onStableData(certain(), measure, breaking(0))).toBe('held');
  expect(measured).toBe(0);
});

test('a break that repeats on data at rest is the target’s', async () => {
  await expect(onStableData(certain(), measures(1), breaking(9))).rejects.toBe(broken);
});

test('a break that does not repeat on data at rest was the world’s', async () => {
  expect(await onStableData(certain(), measures(1), breaking(1))).toBe('held');
});

test('a break while the data moves is looked at again', async () => {
  await expect(onStableData(certain(), measures(1, 2, 3), breaking(9))).rejects.toBe(broken);
});

test('data that never rests accuses nobody', async () => {
  await expect(onStableData(certain(), neverResting(), breaking(9))).rejects.toBeInstanceOf(Inconclusive);
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
  await expect(onStableData(certain(), neverResting(), law)).rejects.toBe(byItself);
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
    const end = await onStableData(certain(), neverResting(), law).catch((error: unknown) => error);
    expect(end === 'held' || end instanceof Inconclusive).toBe(true);
  }
});

test('what is not a failure goes up at once', async () => {
  const gone = new Inconclusive('no second page');
  await expect(onStableData(certain(), measures(1), async () => Promise.reject(gone))).rejects.toBe(gone);
});

test('a copy of the data that is a moment behind is judged when it has caught up', async () => {
  const changedAt = performance.now();
  const lateCopy = async () => {
    if (performance.now() - changedAt < 60) throw broken;
    return 'held';
  };
  expect(await onStableData(contextOf(0), measures(1), lateCopy)).toBe('held');
});

test('what others may have changed has to break three times, where the profile does not say that changes are seen at once', async () => {
  expect(await onStableData(inDoubt(), measures(1), breaking(2))).toBe('held');
  await expect(onStableData(inDoubt(), measures(1), breaking(3))).rejects.toBe(broken);
  await expect(onStableData(certain(), measures(1), breaking(2))).rejects.toBe(broken);
});

test('where one instance of two is wrong, the law holds now and then, and is broken all the same', async () => {
  let nth = 0;
  const everyOther = async () => {
    nth += 1;
    if (nth % 2 === 1) throw broken;
    return 'held';
  };
  await expect(onStableData(inDoubt(), measures(1), everyOther)).rejects.toBe(broken);
});

test('where others change something as a rule, a law that broke has to hold once', () => {
  const row = inDoubt();
  expect(holdsDue(row)).toBe(3);
  notePassed(row);
  expect(holdsDue(row)).toBe(1);
  noteOutlived(row);
  expect(holdsDue(row)).toBe(3);
});

test('where others change something as a rule, a law has to break five times', async () => {
  const moving = () => {
    const row = inDoubt();
    notePassed(row);
    return row;
  };
  expect(await onStableData(moving(), measures(1), breaking(4))).toBe('held');
  await expect(onStableData(moving(), measures(1), breaking(5))).rejects.toBe(broken);
});

test('a row that fails has to break twice for what makes its failure smaller', async () => {
  const row = inDoubt();
  await expect(onStableData(row, measures(1), breaking(9))).rejects.toBe(broken);

  await expect(onStableData(row, measures(1), breaking(2))).rejects.toBe(broken);
});

test('after thirty breaks that outlived their pauses, and none that did not, nobody doubts a target', () => {
  const row = (world: Context['world']): Context => ({ ...inDoubt(), world });
  const [wrong, moving] = [inDoubt().world, inDoubt().world];
  notePassed(row(moving));
  for (const world of [wrong, moving]) for (let nth = 0; nth < 30; nth += 1) noteOutlived(row(world));

  expect(isInDoubt(row(wrong))).toBe(false);
  expect(isInDoubt(row(moving))).toBe(true);
});

test('a change has to be a good deal older than any that was seen late, unless all are seen at once', () => {
  expect(lagOf(undefined, { slowest: 0, vain: 0 })).toBe(100);
  expect(lagOf(5000, { slowest: 300, vain: 0 })).toBe(450);
  expect(lagOf(undefined, { slowest: 20_000, vain: 0 })).toBe(1000);
  expect(lagOf(0, { slowest: 300, vain: 0 })).toBe(0);
});
