import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { budgetFor } from '../../../../harness/http/budget.ts';
import { simulatedBrowser } from '../../../../harness/http/simulated-browser.ts';
import { contractFor } from '../../../../harness/run/config.ts';
import { loadProfile } from '../../../../harness/run/profile.ts';
import { openRun } from '../../../../harness/run/run.ts';
import { openBare } from '../../benchmarks/bare-transport.ts';
import { accusations, judgeAll } from '../../proofs/judge-service.ts';
import { keys, openInstrument } from './app.ts';

const profile = loadProfile(path.join(import.meta.dirname, 'profile.yaml'));

test('the instrument shares no code with the reference service, and none with the suite', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.spec)\.ts$/.test(name));
  const imports = files.flatMap((name) => {
    const text = readFileSync(path.join(import.meta.dirname, name), 'utf8');
    return [...text.matchAll(/from '([^']+)'/g)].map(([, source = '']) => source);
  });

  expect(files.length).toBeGreaterThan(5);
  expect(imports.filter((source) => source.startsWith('../'))).toEqual([]);
});

test('a conforming service made with Fastify and SQLite is accused of nothing, and nearly all of it is judged', async () => {
  test.setTimeout(600_000);
  const { baseUrl, close } = await openInstrument();
  // Node's own client over loopback: Playwright's notes each request as a step of the test, which takes minutes.
  const { transport, close: hangUp } = openBare();
  try {
    const run = openRun({
      contract: contractFor(profile),
      settings: {
        baseUrl,
        keys,
        write: true,
        seed: 1,
        effort: 'standard',
        budget: budgetFor('standard', true, profile.budget),
        readings: profile.readings,
        lent: [],
      },
      transport,
      browser: simulatedBrowser(transport),
    });
    const rows = await judgeAll(run);
    const applicable = rows.filter(({ verdict }) => verdict !== 'notApplicable');
    const passed = applicable.filter(({ verdict }) => verdict === 'pass').length;
    test.info().annotations.push({ type: 'judged', description: `${passed} of ${applicable.length}` });

    expect(accusations(rows)).toEqual([]);
    expect(passed).toBeGreaterThan(0.9 * applicable.length);
  } finally {
    hangUp();
    await close();
  }
});
