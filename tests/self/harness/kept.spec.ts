import { expect } from '@playwright/test';
import { World } from '../../../harness/judging/world.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { test } from '../plain-test.ts';

/** A world, and observations that tell how often they were made. */
function scene() {
  const world = new World(1, memoryJournal());
  let made = 0;
  const observe = async () => {
    made += 1;
    return made;
  };
  return { world, observe, idle: async () => undefined };
}

test('what was observed is kept under each of its keys, and observed anew when somebody asks for that', async () => {
  const { world, observe } = scene();
  await world.keep(['one', 'other'], observe);

  expect(await world.kept('one')).toBe(1);
  expect(await world.kept('other')).toBe(1);
  expect(world.kept('third')).toBeUndefined();

  expect(await world.keep(['one'], observe)).toBe(2);
  expect(await world.kept('one')).toBe(2);
  expect(await world.kept('other')).toBe(1);
});

test('nothing is kept once the run has sent what may change something, whatever became of that', async () => {
  const { world, observe, idle } = scene();
  await world.keep(['one'], observe);
  await world.changing(idle);
  expect(world.kept('one')).toBeUndefined();

  await world.keep(['one'], observe);
  const refused = world.changing(() => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(world.kept('one')).toBeUndefined();
});

test('what was observed while something changed is not taken for what is there afterwards', async () => {
  const { world, observe, idle } = scene();
  await world.changing(async () => {
    await world.keep(['during'], observe);
  });
  expect(world.kept('during')).toBeUndefined();

  // Begun before the change, and ended after it.
  const slow = world.keep(['across'], async () => {
    await world.changing(idle);
    return observe();
  });
  await slow;
  expect(world.kept('across')).toBeUndefined();
});

test('an observation that failed is not kept', async () => {
  const { world } = scene();
  const failed = world.keep(['one'], () => Promise.reject(new Error('no answer')));

  await expect(failed).rejects.toThrow('no answer');
  expect(world.kept('one')).toBeUndefined();
});
