import { expect } from '@playwright/test';
import { wallClock } from '../../../harness/http/pace.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { createServer, keys } from '../../../reference/blind/servers/fourteenth/index.ts';
import { openedBy, type Told, toldBy } from '../instruments/opened.ts';
import { accusations, judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';
import { type Form, formsOf } from './server-forms.ts';
import { thinned } from './thinned.ts';

test.describe.configure({ timeout: 120_000 });

const manners = formsOf('fourteenth').filter(({ kind }) => kind === 'manner');

test('each of sixty deployments has a profile of its own, which is read', () => {
  expect(new Set(manners.map(({ profile }) => profile)).size).toBe(60);
  for (const { id, profile } of manners)
    expect(loadProfile(profile).name, profile).toBe(id.slice(id.indexOf('/') + 1));
});

/*
 * The words, identifiers, bodies and pages of another team each: numbers for identifiers, other words to filter by, details
 * that are sent as a whole, lists without filters. `npm run servers` judges all sixty at standard effort.
 */
for (const one of ['m-abacus', 'm-lantern', 'm-meadow', 'm-quarry', 'm-sieve'])
  test(`the deployment ${one}, by its own profile, is accused of nothing`, async () => {
    const rows = await judgedBy(one, toldBy(formOf(one).profile));

    expect(accusations(rows)).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1_500);
  });

/* A team that does not know all of its service says less. `npm run servers -- --silent SEED` tries all, at standard effort. */
for (const [index, one] of ['m-epic', 'm-mirror', 'm-noon', 'm-tide', 'm-veil'].entries())
  test(`the deployment ${one}, by a part of its profile, is accused of nothing`, async () => {
    const { told, unsaid } = thinned(formOf(one).profile, index);
    const rows = await judgedBy(one, told);

    expect(unsaid.length).toBeGreaterThan(5);
    expect(accusations(rows), `unsaid: ${unsaid.join(' ')}`).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1_000);
  });

function formOf(deployment: string): Form {
  const form = manners.find(({ switches }) => switches.includes(deployment));
  if (form === undefined) throw new Error(`there is no deployment ${deployment}`);
  return form;
}

/** Judges a deployment at quick effort by what is told of it. */
function judgedBy(deployment: string, told: Told): Promise<readonly Row[]> {
  const server = { baseUrl: 'http://fourteenth.test/api/v1', keys };
  const transport = serviceTransport(createServer({ bugs: [deployment] }), () => 1);
  const patience = { ...withoutPauses, clock: wallClock };
  return judgeAll(openedBy(told, { server, transport, effort: 'quick', patience }));
}
