import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { fileJournal } from '../../../harness/run/journal.ts';
import { pendingIn } from '../../../harness/safety/lent-book.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { rollcall } from '../cli/cli.ts';
import { test } from '../plain-test.ts';

const root = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

interface End {
  readonly code: unknown;
  readonly signal?: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of the project to its end, whatever that is. */
async function script(file: string, args: readonly string[]): Promise<End> {
  try {
    return { code: 0, ...(await run(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root })) };
  } catch (error) {
    return error as unknown as End;
  }
}

test('after kill -9, `rollcall cleanup` puts back what was lent, and until then no run may take its folder', async () => {
  test.setTimeout(120_000);
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(fetch);
  const get = async (address: string) => {
    const answer = await fetch(new Request(baseUrl + address, { headers: { 'x-api-key': keys.full } }));
    return ((await answer.json()) as { data: Readonly<Record<string, unknown>>[] }).data;
  };
  const [klass] = await get('/classes?limit=1');
  const classId = String(klass?.['classId']);
  const students = await get('/users?role=student&limit=100');
  const outside = students.find(({ classIds }) => ![classIds].flat().includes(classId));
  const userId = String(outside?.['userId']);
  const state = async () => (await get(`/users?userId=${userId}`)).map(({ updatedAt, ...user }) => user);
  const before = await state();

  const out = test.info().outputPath('run');
  mkdirSync(out, { recursive: true });
  const journal = path.join(out, 'journal.ndjson');
  const killed = await script('tests/self/safety/killed.ts', [baseUrl, keys.full, journal, userId, classId]);
  expect(killed.signal).toBe('SIGKILL');
  expect(await state()).not.toEqual(before);
  expect(pendingIn(fileJournal(journal))).toBe(2);

  const env = { ROLLCALL_API_KEY: keys.full };
  const target = ['--target', baseUrl, '--out', out];
  const refused = await rollcall(['run', ...target, '--only', 'pagination.limit'], env, root);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npx rollcall cleanup'),
  });

  const cleaned = await rollcall(['cleanup', ...target], env, root);
  expect(cleaned).toMatchObject({ code: 0, stdout: expect.stringContaining('Put back: 2') });
  expect(await state()).toEqual(before);
  expect(pendingIn(fileJournal(journal))).toBe(0);
  await close();
});
