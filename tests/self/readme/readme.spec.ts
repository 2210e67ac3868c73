import { expect } from '@playwright/test';
import { exits } from '../../../harness/judging/verdict.ts';
import { test } from '../plain-test.ts';
import { readReadme, renewed } from './blocks.ts';
import { readDigests, renewedDigests } from './digests.ts';

test('the README quotes the suite as it is', async () => {
  const { stale } = await renewed(readReadme());

  expect(stale, 'these blocks of README.md are out of date: run `npm run readme`').toEqual([]);
});

test('the README has every exit code', () => {
  for (const code of Object.values(exits)) expect(readReadme()).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
});

test('the list of known contracts has the one of this version', () => {
  const text = readDigests();

  expect(text, 'spec/digests.json is out of date: run `npm run readme`').toBe(renewedDigests(text));
});
