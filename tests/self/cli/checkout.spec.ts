import { execFile } from 'node:child_process';
import { readlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { root } from './cli.ts';

const link = path.join(root, 'node_modules/.cache/rollcall/compiled');
const run = promisify(execFile);

/** What `npm run rollcall` does in the checkout. */
async function rollcall(...args: readonly string[]): Promise<string> {
  await run(path.join(root, 'node_modules/.bin/tsx'), [path.join(root, 'bin/checkout.ts')]);
  const { stdout } = await run(process.execPath, [path.join(link, 'bin/rollcall.js'), ...args]);
  return stdout;
}

test('a checkout is compiled where its source is new, and tells of its source', async () => {
  expect(await rollcall('explain', 'get-class.success')).toContain('tests/checks/groups/get.ts:');
  const before = readlinkSync(link);
  await rollcall('list', '--help');

  expect(readlinkSync(link)).toBe(before);
  const now = new Date();
  utimesSync(path.join(root, 'bin/checkout.ts'), now, now);
  await rollcall('list', '--help');
  expect(readlinkSync(link)).not.toBe(before);
});
