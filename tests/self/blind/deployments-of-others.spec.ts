import { expect } from '@playwright/test';
import { wallClock } from '../../../harness/http/pace.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import type { Run } from '../../../harness/run/run.ts';
import * as fifteenth from '../../../reference/blind/servers/fifteenth/index.ts';
import * as fourteenth from '../../../reference/blind/servers/fourteenth/index.ts';
import * as sixteenth from '../../../reference/blind/servers/sixteenth/index.ts';
import { catalogue } from '../../checks/index.ts';
import { openedBy, type Told, toldBy } from '../instruments/opened.ts';
import { accusations, judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';
import { type Form, formsOf, profileOf } from './server-forms.ts';
import { thinned } from './thinned.ts';

test.describe.configure({ timeout: 120_000 });

const servers = { fourteenth, fifteenth, sixteenth } as const;
const names = ['fourteenth', 'fifteenth', 'sixteenth'] as const;
const manners = names.flatMap(formsOf).filter(({ kind }) => kind === 'manner');

test('each of 200 deployments has a profile of its own, which is read', () => {
  expect(new Set(manners.map(({ profile }) => profile)).size).toBe(200);
  for (const { id, profile } of manners)
    expect(toldBy(profile).profile.name, profile).toBe(id.slice(id.indexOf('/') + 1));
});

/*
 * The words, identifiers, bodies and pages of another team each: numbers for identifiers, other words to filter by, details
 * that are sent as a whole, lists without filters, and what a framework does unless it is told otherwise. `npm run servers`
 * judges all of them at standard effort.
 */
for (const one of ['m-abacus', 'm-express-mongo', 'm-lantern', 'm-meadow', 'm-quarry', 'm-sieve'])
  test(`the deployment ${one}, by its own profile, is accused of nothing`, async () => {
    const rows = await judgeAll(openedAs(one, toldBy(formOf(one).profile), 'quick'));

    expect(accusations(rows)).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1_500);
  });

/* A team that does not know all of its service says less. `npm run servers -- --silent SEED` tries all, at standard effort. */
for (const [index, one] of ['m-epic', 'm-mirror', 'm-noon', 'm-tide', 'm-veil'].entries())
  test(`the deployment ${one}, by a part of its profile, is accused of nothing`, async () => {
    const { told, unsaid } = thinned(formOf(one).profile, index);
    const rows = await judgeAll(openedAs(one, told, 'quick'));

    expect(unsaid.length).toBeGreaterThan(5);
    expect(accusations(rows), `unsaid: ${unsaid.join(' ')}`).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1_000);
  });

/*
 * Ids in capitals that are no others in small letters, repetitions that are refused, changes that are seen late, and lists
 * that are worked off up to the first who is not there: what standard effort has accused of it, and no other effort.
 */
for (const one of ['m-all-done', 'm-hundred', 'm-instant', 'm-strict'])
  test(`the deployment ${one} may refuse what makes no difference, and compare ids letter by letter`, async () => {
    const run = openedAs(one, toldBy(formOf(one).profile), 'standard');
    const rows = await judgeAll(
      run,
      plan(catalogue, run.contract).filter(({ check: { id } }) => ofMemberships.test(id)),
    );

    expect(accusations(rows)).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(30);
  });

/* Nobody has two addresses in the reference service. */
test('who is shown with one of several addresses under a filter by it is told', async () => {
  const judged = async (bugs: readonly string[]) => {
    const { createServer, keys } = sixteenth;
    const server = { baseUrl: 'http://sixteenth.test/api/v1', keys };
    const transport = serviceTransport(createServer({ bugs }), () => 1);
    const run = openedBy(toldBy(profileOf('sixteenth')), { server, transport, patience: withoutPauses });
    const rows = plan(catalogue, run.contract).filter(
      ({ check, op }) => check.id === 'conventions.filters-choose-only' && op.id === 'listUsers',
    );
    return (await judgeAll(run, rows)).map(({ verdict }) => verdict);
  };

  expect(await judged([])).toEqual(['pass']);
  expect(await judged(['us-emails-asked'])).toEqual(['fail']);
});

const ofMemberships =
  /^conventions\.json-content-type\/written$|^list-users\.(?:class|cohort)-ids$|effect\/(?:many|disabled)$|^errors\.unfounded-refusal$/;

function formOf(deployment: string): Form {
  const form = manners.find(({ switches }) => switches.includes(deployment));
  if (form === undefined) throw new Error(`there is no deployment ${deployment}`);
  return form;
}

/** Opens a run against a deployment, by what is told of it. */
function openedAs(deployment: string, told: Told, effort: Effort): Run {
  const { id } = formOf(deployment);
  const name = names.find((one) => id.startsWith(`${one}/`)) ?? 'fourteenth';
  const { createServer, keys } = servers[name];
  const server = { baseUrl: `http://${name}.test/api/v1`, keys };
  const transport = serviceTransport(createServer({ bugs: [deployment] }), () => 1);
  return openedBy(told, { server, transport, effort, patience: { ...withoutPauses, clock: wallClock } });
}
