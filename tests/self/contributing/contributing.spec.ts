import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Change, readInstructions } from './page.ts';
import { copyTree, root, type Tree } from './tree.ts';

const { changes, commands } = readInstructions(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'));

// Each copies the tree and starts processes in it: a minute, and more where the machine is busy.
test.describe.configure({ timeout: 600_000 });

test('the example of CONTRIBUTING.md, followed to the letter, is green at every command', async () => {
  await inCopy(changes, async (tree) => {
    for (const command of commands) {
      const { code, said } = await tree.run(command);
      expect(code, `${command}\n${said}`).toBe(0);
    }
  });
});

test('without the step of the reference service, the new check is red on it', async () => {
  const others = changes.filter(({ file }) => !file.startsWith('reference/service/'));
  expect(others.length).toBeLessThan(changes.length);

  await inCopy(others, async (tree) => {
    const { code, said } = await tree.run(theCommand(/ rollcall -- run /));
    expect(code).toBe(1);
    expect(said).toContain('✗ clause     list-cohorts.subject: ');
  });
});

test('with a check that claims nothing, no fault is found', async () => {
  const silent = changes.map((change) => ({ ...change, to: change.to.replace(/^ *must\..*\n/m, '') }));
  expect(silent).not.toEqual(changes);

  await inCopy(silent, async (tree) => {
    // The faults alone: their ids go on with `!`.
    const { code, said } = await tree.run(`${theCommand(/ self\/proofs /)}!`);
    expect(code).toBe(1);
    expect(said).toContain('0 passed, 2 failed');
  });
});

test('a change that finds no place in the tree is told with its file', async () => {
  const stray: Change = { file: 'README.md', from: 'no such line\n', to: '' };

  await expect(inCopy([stray], async () => undefined)).rejects.toThrow(
    'CONTRIBUTING.md changes lines that README.md does not have exactly once',
  );
});

/** The one command of the page that fits a pattern. */
function theCommand(pattern: RegExp): string {
  const [command = '', ...others] = commands.filter((one) => pattern.test(one));
  expect([command, ...others]).toEqual([expect.stringMatching(pattern)]);
  return command;
}

/** Uses a copy of the tree with some changes made to it. */
async function inCopy(some: readonly Change[], use: (tree: Tree) => Promise<void>): Promise<void> {
  const tree = copyTree();
  try {
    for (const change of some) tree.apply(change);
    await use(tree);
  } finally {
    tree.remove();
  }
}
