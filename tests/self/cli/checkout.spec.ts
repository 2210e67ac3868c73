import { execFile } from 'node:child_process';
import { readlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { root } from './cli.ts';

const link = path.join(root, 'node_modules/.cache/rollcall/compiled');
const run = promisify(execFile);

// It compiles twice, as busy as the machine may be.
test.describe.configure({ timeout: 120_000 });

/** What `npm run rollcall` does in the checkout before it runs what was compiled; gives where that lies. */
async function compiled(): Promise<string> {
  await run(path.join(root, 'node_modules/.bin/tsx'), [path.join(root, 'bin/checkout.ts')]);
  return readlinkSync(link);
}

test('a checkout is compiled where its source is new, and tells of its source', async () => {
  const before = await compiled();
  const explained = await run(process.execPath, [
    path.join(link, 'bin/rollcall.js'),
    'explain',
    'get-class.success',
  ]);

  expect(explained.stdout).toContain('tests/checks/groups/get.ts:');
  expect(await compiled()).toBe(before);
  const now = new Date();
  utimesSync(path.join(root, 'bin/checkout.ts'), now, now);
  expect(await compiled()).not.toBe(before);
});
