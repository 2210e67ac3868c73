import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { leanFlags } from '../../../harness/run/lean-heap.ts';
import { test } from '../plain-test.ts';

test('the process of a run takes headers that are larger than what Node takes by itself', () => {
  const script = 'process.stdout.write(String(require("node:http").maxHeaderSize))';
  const printed = execFileSync(process.execPath, [...leanFlags, '-e', script], { encoding: 'utf8' });

  expect(Number(printed)).toBe(256 * 1024);
});
