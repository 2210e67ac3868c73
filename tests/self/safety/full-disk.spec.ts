import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createReference, serve } from '../../../reference/service/index.ts';
import { readRows } from '../../../reports/rows.ts';
import { installedCommand } from '../package/host.ts';
import { test } from '../plain-test.ts';
import { launch, launchInstalled, linesOf, root } from './process.ts';

test.describe.configure({ timeout: 600_000 });

/** A place that has room for a part of a run. */
interface Place {
  /** The folder for the run, the words of a shell before its command, and the code of the file system. */
  readonly out: string;
  readonly before: string;
  /** The command of the checkout or that of the package, and how each of them is named. */
  readonly command: () => Promise<string>;
  readonly named: string;
  readonly code: string;
  makeRoom(): void;
  leave(): void;
}

/** By what it is; `undefined` where this machine does not allow it. */
const places: Readonly<Record<string, () => Place | undefined>> = {
  // Works everywhere: no file may grow beyond so many blocks of 512 or 1024 bytes.
  'a limit on the size of files': () => ({
    out: test.info().outputPath('run'),
    before: 'ulimit -f 24;',
    command: async () => {
      // What `npm run rollcall` runs.
      execFileSync(process.execPath, ['--import', 'tsx', 'bin/checkout.ts'], { cwd: root });
      return 'node_modules/.cache/rollcall/compiled/bin/rollcall.js';
    },
    named: 'npm run -s rollcall --',
    code: 'EFBIG',
    makeRoom: () => undefined,
    leave: () => undefined,
  }),
  'a disk that is really full': () => {
    const out = test.info().outputPath('disk');
    mkdirSync(out, { recursive: true });
    if (!mount(['-t', 'tmpfs', '-o', 'size=60k', 'none', out])) return undefined;
    return {
      out,
      before: '',
      command: installedCommand,
      named: 'npx rollcall',
      code: 'ENOSPC',
      makeRoom: () => void mount(['-o', 'remount,size=100m', out]),
      leave: () => {
        execFileSync('umount', [out]);
        rmSync(out, { recursive: true });
      },
    };
  },
};

function mount(words: readonly string[]): boolean {
  try {
    execFileSync('mount', words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

for (const [what, open] of Object.entries(places)) {
  test(`${what} ends a run early, says where and what mends it, and the run goes on when there is room`, async () => {
    const place = open();
    test.skip(place === undefined, 'this machine does not let the tests mount a small disk');
    if (!place) return;
    const { out, before, command, named, code, makeRoom, leave } = place;
    const { fetch, keys } = createReference();
    const { baseUrl, close } = await serve(fetch);
    const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
    const rows = path.join(out, 'rows.ndjson');
    try {
      const words = `--target ${baseUrl} --only authentication.missing-key --write --out "$OUT"`;
      const line = `${before} exec "$NODE" ${await command()} run ${words}`;
      const run = launch('bash', ['-c', line], { ...env, OUT: out, NODE: process.execPath });
      expect(await run.ended).toBe(2);
      expect(await run.left()).toBe(0);

      const judged = linesOf(rows).length - 1;
      expect(linesOf(rows).map((line) => JSON.parse(line).kind)).toEqual([
        'header',
        ...Array.from({ length: judged }, () => 'row'),
      ]);
      expect(run.said()).toMatch(
        new RegExp(
          `✗ ${path.join(out, '\\w+.ndjson')} can't be written \\(${code}\\): .*; (make room|raise)`,
        ),
      );
      expect(run.said()).toContain(`Stopped: ${judged} of `);
      expect(run.said()).toContain(`To go on: ${named} run --resume `);
      expect(run.said()).not.toContain('Rollcall itself');
      const allowed = ['journal.ndjson', 'residue.md', 'rows.ndjson'];
      expect(readdirSync(out).filter((name) => !allowed.includes(name))).toEqual([]);

      makeRoom();
      const again = await launchInstalled(['run', '--resume', out, '--no-page'], env);
      expect(`${await again.ended} ${again.said()}`).toMatch(/^0 /);
      const whole = readRows(rows);
      expect(whole.rows.length).toBe(whole.header.planned);
      expect(whole.footer.counts).toMatchObject({ fail: 0, suiteError: 0, inconclusive: 0 });
    } finally {
      leave();
      await close();
    }
  });
}
