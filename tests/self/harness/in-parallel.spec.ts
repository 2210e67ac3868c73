import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { test } from '../plain-test.ts';

test('all actions are under way before the first ends, and their results come in order', async () => {
  const story: string[] = [];
  const action = (name: string, ms: number) => async () => {
    story.push(`${name} starts`);
    await sleep(ms);
    story.push(`${name} ends`);
    return name;
  };
  expect(await inParallel([action('slow', 20), action('fast', 1)])).toEqual(['slow', 'fast']);
  expect(story).toEqual(['slow starts', 'fast starts', 'fast ends', 'slow ends']);
});

test('when an action fails, the others still end first', async () => {
  let ended = false;
  const fails = async () => {
    throw new Error('it failed');
  };
  const lasts = async () => {
    await sleep(10);
    ended = true;
  };
  await expect(inParallel([fails, lasts])).rejects.toThrow('it failed');
  expect(ended).toBe(true);
});
