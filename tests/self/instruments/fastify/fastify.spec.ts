import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../../plain-test.ts';
import { accusations } from '../../proofs/judge-service.ts';
import { judged, tallyOf } from '../judged.ts';
import { keys, openInstrument } from './app.ts';

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
  try {
    const rows = await judged(path.join(import.meta.dirname, 'profile.yaml'), { baseUrl, keys });
    const { passed, applicable } = tallyOf(rows);
    test.info().annotations.push({ type: 'judged', description: `${passed} of ${applicable}` });

    expect(accusations(rows)).toEqual([]);
    expect(passed).toBeGreaterThan(0.9 * applicable);
  } finally {
    await close();
  }
});
