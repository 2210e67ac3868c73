import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { nameMishap } from '../../../reports/mishap.ts';
import { test } from '../plain-test.ts';

const key = 'secret-key-of-the-target';

test('an error that quotes request headers is told by its name and place alone', () => {
  const message = `Error: apiRequestContext.fetch: connect ECONNREFUSED\nCall log:\n  - x-api-key: ${key}`;
  const told = nameMishap({
    message,
    stack: `${message}\n    at send (/somewhere/harness/transport.ts:47:12)`,
  });

  expect(told).toBe('Error at transport.ts:47');
});

test('what Playwright says of its own accord is told as it is', () => {
  const crash = 'Error: worker process exited unexpectedly (code=134, signal=null)';

  expect(nameMishap({ message: crash })).toBe('worker process exited unexpectedly (code=134, signal=null)');
  expect(nameMishap({ message: '\u{1b}[31mTest timeout of 30000ms exceeded.\u{1b}[39m' })).toBe(
    'Test timeout of 30000ms exceeded',
  );
});

test('errors that this project wrote for people are told whole', () => {
  const message = 'ContractError: spec/clauses.yaml:3:1 level: perhaps is not a level';

  expect(nameMishap({ message })).toBe(message);
});

test('an error without a word is an error', () => {
  expect(nameMishap({})).toBe('an error');
});

test('where many modules share a compiled file, an error names that of its line', () => {
  const folder = test.info().outputPath('shared');
  const file = path.join(folder, 'chunk-X.js');
  mkdirSync(folder);
  writeFileSync(file, '// harness/one.ts\nf();\n\n// tests/checks/groups/get.ts\ng();\nh();\n');
  const at = (line: number) => nameMishap({ stack: `Error\n    at g (file://${file}:${line}:1)` });

  expect([at(2), at(6)]).toEqual(['an error at chunk-X.js:2, one.ts', 'an error at chunk-X.js:6, get.ts']);
});
