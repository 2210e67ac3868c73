import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { type Change, changed, readInstructions } from './page.ts';
import { copyTree, root } from './tree.ts';

const { changes, commands } = readInstructions(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'));
const files = [...new Set(changes.map(({ file }) => file))];

test('the example of CONTRIBUTING.md is green as it is written, and red without one of its steps', async () => {
  // A minute, and more where the machine is busy: it starts a process for each command.
  test.setTimeout(600_000);
  const tree = copyTree();
  try {
    for (const file of files) tree.put(file, changes);

    await test.step('every command is green', async () => {
      for (const command of commands) {
        const { code, said } = await tree.run(command);
        expect(code, `${command}\n${said}`).toBe(0);
      }
    });

    await test.step('without its claim, the check finds neither fault', async () => {
      const withoutClaim = changes.map((change) => ({
        ...change,
        to: change.to.replace(/^ *must\..*\n/m, ''),
      }));
      expect(withoutClaim).not.toEqual(changes);

      for (const file of files) tree.put(file, withoutClaim);
      // The faults alone: their ids go on with `!`.
      const { code, said } = await tree.run(`${theCommand(/proofs\/power/)}!`);
      expect(code, said).toBe(1);
      expect(said).toContain('0 passed, 2 failed');
    });

    await test.step('without its step, the reference service fails the check', async () => {
      for (const file of files) tree.put(file, changes);
      for (const file of files.filter((name) => name.startsWith('reference/service/'))) tree.put(file, []);
      const { code, said } = await tree.run(theCommand(/rollcall -- run/));
      expect(code, said).toBe(1);
      expect(said).toContain('✗ clause     list-cohorts.subject: ');
    });
  } finally {
    tree.remove();
  }
});

test('a change of the page that finds no place is told with its file', () => {
  const stray: Change = { file: 'README.md', from: 'no such line\n', to: '' };

  expect(() => changed('another line\n', stray)).toThrow(
    'CONTRIBUTING.md changes lines that README.md does not have exactly once:\nno such line\n',
  );
});

/** The one command of the page that fits a pattern. */
function theCommand(pattern: RegExp): string {
  const fitting = commands.filter((one) => pattern.test(one));
  expect(fitting).toHaveLength(1);
  return fitting.join();
}
