import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import { openScan, secretsOf } from '../../../harness/privacy/scan.ts';
import { scanFolder } from '../../../harness/privacy/scan-folder.ts';
import { faults } from '../../../reference/faults/index.ts';
import { canaries, withCanaries } from '../../../reference/hostile/canaries.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { rollcall } from '../cli/cli.ts';
import { test } from '../plain-test.ts';
import { fewShrinks, judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';
import { test as inLightClasses } from '../proofs/light-test.ts';

const secrets = Object.entries(canaries).map(([what, text]) => ({ what, text }));
const scan = openScan(secrets);

/** The canaries that rows show, each with its row. */
const shownIn = (rows: readonly Row[]) =>
  rows.flatMap((row) => scan(JSON.stringify(row)).map((found) => `${row.id}: ${JSON.stringify(found)}`));

inLightClasses('no row of a whole run shows a canary, whatever its verdict', async () => {
  inLightClasses.setTimeout(120_000);
  const rows = await judgeAll(trial({ wrap: withCanaries }));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.some(({ verdict }) => verdict === 'fail')).toBe(true);
  expect(shownIn(rows)).toEqual([]);
});

/** One fault of each check: what a failure says is the work of its check, whichever fault provokes it. */
const provoking = [...new Map(faults.toReversed().map((fault) => [fault.check, fault])).values()];

for (const subject of new Set(provoking.map(subjectOf))) {
  inLightClasses(`no failure of the checks of ${subject} shows a canary`, async () => {
    const shown: string[] = [];
    for (const fault of provoking.filter((one) => subjectOf(one) === subject)) {
      const rows = await judgeAll(
        trial({ wrap: (service) => fault.wrap(withCanaries(service)), shrinks: fewShrinks }),
        rowsOf(fault.check, fault.on),
      );
      shown.push(...shownIn(rows).map((found) => `${fault.id}: ${found}`));
    }
    expect(shown).toEqual([]);
  });
}

/** What a fault is about: the first word of its clause. */
function subjectOf({ id }: { readonly id: string }): string {
  return id.split('.')[0] ?? id;
}

test('no output of a run shows a canary or a key: terminal, rows, reports, attachments, journal', async () => {
  test.setTimeout(300_000);
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(withCanaries(fetch));
  const out = test.info().outputPath('run');
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
  const flags = ['--target', baseUrl, '--write', '--effort', 'quick', '--out', out, '--verbose'];
  const { code, stdout, stderr } = await rollcall(['run', ...flags], env, test.info().outputDir);
  await close();

  const everything = openScan([...secrets, ...secretsOf(keys, [])]);
  expect(`${code} ${stdout.slice(-300)}`).toMatch(/^1 /);
  expect(readdirSync(out)).toEqual(
    expect.arrayContaining([
      'summary.html',
      'rows.ndjson',
      'junit.xml',
      'allure-report',
      'allure-results',
      'residue.md',
    ]),
  );
  expect(everything(stdout + stderr)).toEqual([]);
  expect(scanFolder(out, everything)).toEqual([]);
});

test('a run whose output would show a canary is withheld, with exit code 3 and the place', async () => {
  test.setTimeout(120_000);
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(fetch);
  const out = test.info().outputPath('run');
  // The word stands in every report, as if it had leaked.
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_CANARIES: 'offset-beyond-end' };
  const flags = ['--target', baseUrl, '--only', 'pagination.offset-beyond-end @ listUsers', '--out', out];
  const { code, stdout } = await rollcall(['run', ...flags], env, test.info().outputDir);
  await close();
  expect(code).toBe(3);
  expect(stdout).toMatch(/summary\.json held canary 1 \(as it is, after \d+ characters\) and was deleted/);
  expect(stdout).toContain('withheld');
  expect(readdirSync(out)).not.toContain('summary.json');
});
