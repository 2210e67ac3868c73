import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { fileJournal } from '../../../harness/run/journal.ts';
import { openLentBook } from '../../../harness/safety/lent-book.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { readRows } from '../../../reports/rows.ts';
import { test } from '../plain-test.ts';
import { type Going, launchInstalled, linesOf, until } from './process.ts';

test.describe.configure({ timeout: 600_000 });

const enough = 8;

/** A slow service, and the environment of a run against it: of a hundred rows, which it does not end too soon. */
async function slowly(latencyMs = 40) {
  const reference = createReference({ latencyMs });
  const { baseUrl, close } = await serve(reference.fetch);
  const { full, restricted } = reference.keys;
  const env = { ROLLCALL_API_KEY: full, ROLLCALL_RESTRICTED_KEY: restricted };
  const out = test.info().outputPath('run');
  const only = 'authentication.missing-key';
  const args = ['run', '--target', baseUrl, '--out', out, '--only', only, '--seed', '5'];
  return { ...reference, baseUrl, close, env, out, args, rows: path.join(out, 'rows.ndjson') };
}

/** Every way in which people and machines ask a run to end, and how long they wait between two of them. */
const ways: Readonly<Record<string, (run: Going) => unknown>> = {
  'Ctrl-C in a terminal': (run) => run.signalAll('SIGINT'),
  'SIGINT to the command alone': (run) => run.child.kill('SIGINT'),
  'an impatient Ctrl-C, twice': (run) => {
    run.signalAll('SIGINT');
    run.signalAll('SIGINT');
  },
  'SIGTERM to the command alone': (run) => run.child.kill('SIGTERM'),
  'SIGTERM to the whole group': (run) => run.signalAll('SIGTERM'),
  'a terminal that is closed': (run) => run.signalAll('SIGHUP'),
};

for (const [way, ask] of Object.entries(ways)) {
  test(`${way} ends a run in good order: whole rows, how far it came, how it goes on, nobody left`, async () => {
    const { args, env, rows, out, close } = await slowly();
    const run = await launchInstalled([...args, '--write'], env);
    await until('some rows', () => linesOf(rows).length > enough);
    const asked = Date.now();
    ask(run);

    expect(await run.ended).toBe(130);
    expect(Date.now() - asked).toBeLessThan(20_000);
    await until('every process to end', async () => (await run.left()) === 0);
    const [header, ...judged] = linesOf(rows).map((line) => JSON.parse(line));
    expect(header).toMatchObject({ kind: 'header', run: { seed: 5, write: true } });
    expect(judged.every(({ kind }) => kind === 'row')).toBe(true);
    expect(readFileSync(rows, 'utf8')).toMatch(/\n$/);
    expect(run.said()).toContain(
      `Interrupted: ${judged.length} of ${header.planned} rows judged, and there is no verdict.\n` +
        `To go on: npx rollcall run --resume ${path.relative(process.cwd(), out)}`,
    );
    expect(readdirSync(out).sort()).toEqual(['journal.ndjson', 'residue.md', 'rows.ndjson']);
    await close();
  });
}

test('kill -9 of the command alone leaves no run without a master: it ends in good order, and goes on later', async () => {
  const { args, env, rows, out, close } = await slowly();
  const run = await launchInstalled([...args, '--write'], env);
  await until('some rows', () => linesOf(rows).length > enough);
  run.child.kill('SIGKILL');
  await until('every process to end', async () => (await run.left()) === 0);
  const [header, ...judged] = linesOf(rows).map((line) => JSON.parse(line));
  expect(judged.length).toBeLessThan(header.planned);
  expect(run.said()).toContain(`Interrupted: ${judged.length} of ${header.planned} rows judged`);
  expect(run.said()).toContain(`npx rollcall run --resume ${path.relative(process.cwd(), out)}`);

  const again = await launchInstalled(['run', '--resume', out, '--no-page'], env);
  expect(await again.ended).toBe(0);
  expect(readRows(rows).rows.length).toBe(header.planned);
  await close();
});

test('what was lent is put back on Ctrl-C, and the resumed run ends whole without judging twice', async () => {
  const { args, env, rows, out, close, store, keys } = await slowly();
  const run = await launchInstalled([...args, '--write'], env);
  await until('some rows', () => linesOf(rows).length > enough);
  // As the run itself would: noted first, then changed.
  const user = store.users.list()[0];
  const { id: userId = '', firstName, lastName } = user ?? {};
  const body = { user: { firstName, lastName } };
  const journal = fileJournal(path.join(out, 'journal.ndjson'));
  openLentBook(journal, keys.full).note({ operation: 'updateUserName', params: { userId }, body, puts: [] });
  if (user) store.users.put({ ...user, firstName: 'Rollcall' });
  run.signalAll('SIGINT');
  expect(await run.ended).toBe(130);
  expect(store.users.get(userId)?.firstName).toBe(firstName);

  const judged = linesOf(rows).length - 1;
  const again = await launchInstalled(['run', '--resume', out, '--no-page'], env);
  expect(`${await again.ended} ${again.said()}`).toMatch(/^0 /);
  const whole = readRows(rows);
  expect(whole.rows.length).toBe(whole.header.planned);
  expect(whole.rows.length).toBeGreaterThan(judged);
  expect(whole.header.run).toMatchObject({ seed: 5, write: true });
  expect(whole.footer.counts).toMatchObject({ fail: 0, suiteError: 0, inconclusive: 0 });
  await close();
});

test('a second Ctrl-C ends at once what waits for a slow target, and says what to do then', async () => {
  const { args, env, rows, out, close } = await slowly(3_000);
  const run = await launchInstalled([...args, '--write'], env);
  await until('the header', () => linesOf(rows).length > 0);
  run.signalAll('SIGINT');
  await sleep(1_500);
  if (run.child.exitCode === null) run.signalAll('SIGINT');
  expect(await run.ended).toBe(130);
  await until('every process to end', async () => (await run.left()) === 0);
  expect(run.said()).toContain('--resume');
  for (const line of linesOf(rows)) JSON.parse(line);
  expect(readdirSync(out)).toContain('rows.ndjson');
  await close();
});
