import { expect } from '@playwright/test';
import { wallClock } from '../../../harness/http/pace.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { createServer, keys } from '../../../reference/blind/servers/fourteenth/index.ts';
import { openedBy, toldBy } from '../instruments/opened.ts';
import { accusations, judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';
import { formsOf } from './server-forms.ts';

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
    const form = manners.find(({ switches }) => switches.includes(one));
    const told = toldBy(form?.profile ?? '');
    const server = { baseUrl: 'http://fourteenth.test/api/v1', keys };
    const transport = serviceTransport(createServer({ bugs: [one] }), () => 1);
    const patience = { ...withoutPauses, clock: wallClock };
    const rows = await judgeAll(openedBy(told, { server, transport, effort: 'quick', patience }));

    expect(accusations(rows)).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1_500);
  });
