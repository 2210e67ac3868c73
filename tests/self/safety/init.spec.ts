import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { discover } from '../../../bin/init/discover.ts';
import { type Places, placesFor, refuseToReplace, writeText } from '../../../bin/init/write.ts';
import { forecast } from '../../../harness/judging/forecast.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import { contractFor } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import type { SomeShapes } from '../../../reference/service/reference.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { emptied, type ServedTarget, serveTarget } from './served.ts';

/** A service of another team: other words, other names, other bounds. */
const otherShapes: SomeShapes = {
  status: { inProgress: 'RUNNING', completed: 'DONE' },
  roles: { student: 'PUPIL', teacher: 'STAFF', administrator: 'ADMIN', support: 'DESK' },
  genders: { female: 'F', male: 'M', other: 'X' },
  activation: { active: 'on', inactive: 'off' },
  session: {
    id: 'attemptId',
    user: 'learner',
    test: 'paper',
    calculatedAt: 'calculatedOn',
    level: 'band',
    duration: 'took',
  },
  malformedId: 404,
  limitMaximum: 500,
  userState: null,
};

async function initiate(target: ServedTarget): Promise<Places> {
  const places = placesFor(path.join(target.folder, 'profile.yaml'));
  const found = await target.look((open) => discover(open, undefined, places));
  if (found.overlay !== undefined) writeText(places.overlay, found.overlay);
  writeText(places.profile, found.profile);
  return places;
}

function isOfSessions({ check, op }: Planned): boolean {
  return (
    op.chapter === 'sessions' && !op.writes && /^(?:session|result|states|list-sessions)/.test(check.clause)
  );
}

// One look serves all of them.
test.describe.configure({ mode: 'default', timeout: 240_000 });

let target: ServedTarget;
let places: Places;
let looked: readonly string[];
test.beforeAll(async () => {
  target = await serveTarget({ shapes: otherShapes });
  places = await initiate(target);
  looked = [...target.requests];
});
test.afterAll(async () => {
  await target.close();
});

test('it only reads, and sends few requests', () => {
  const writes = looked.filter((line) => !line.startsWith('GET ') && line !== 'POST /api/v1/users/search');

  expect(writes).toEqual([]);
  expect(looked.length).toBeLessThan(120);
});

test('the profile loads, and says where the keys are, the limits, the statuses and the formats', () => {
  const profile = loadProfile(places.profile);

  expect(profile.target).toBe(target.baseUrl);
  expect(profile.keys).toEqual({
    full: { env: 'ROLLCALL_API_KEY' },
    restricted: { env: 'ROLLCALL_RESTRICTED_KEY' },
  });
  expect(profile.readings).toMatchObject({ 'limits.maximum-limit': 500 });
  const seen = readFileSync(places.profile, 'utf8');
  for (const line of ['pagination.limit-above-maximum: refused', 'paths.malformed-id: 404'])
    expect(seen).toContain(`#   ${line}\n`);
  expect(seen).toMatch(
    /^# {3}errors\.which-format:\n(?:# {5}.*\n)*# {5}problem:\n(?:# {7}- .*\n)*# {7}- getClass$/m,
  );
  const key = profile.readings['authentication.key-permissions'] as { 'restricted-may-not-use': string[] };
  expect(key['restricted-may-not-use']).toContain('listUsers');
});

test('it says in short words which literals and shapes the answers showed, and needs no overlay', () => {
  expect(existsSync(places.overlay)).toBe(false);
});

test('the profile fills the gaps with the literals and the shapes that the answers showed', () => {
  const contract = contractFor(loadProfile(places.profile));
  const profile = readFileSync(places.profile, 'utf8');

  for (const gap of [
    'session.status-literals',
    'session.item-shape',
    'session-user.fields',
    'session-test.fields',
    'result.fields',
    'list-sessions.status-values',
    'user.role-values',
    'user.gender-values',
    'cohort-test.activation-status-values',
    'list-users.sort-fields',
    'list-sessions.error-statuses',
    'list-study-sessions.response',
  ])
    expect([gap, contract.isOpen(gap)]).toEqual([gap, false]);
  for (const word of ['RUNNING', 'DONE', 'PUPIL', 'STAFF', 'attemptId', 'learner', 'band', 'took'])
    expect(profile).toContain(word);
});

test('what no answer shows becomes a commented slot with its question', () => {
  const profile = readFileSync(places.profile, 'utf8');

  expect(profile).toMatch(
    /# What does the request that creates a student hold\? \(create-student\.body\)\n {4}# createStudent:\n/,
  );
  expect(profile).toMatch(/# Is an assignment seen at once [\s\S]*?\n {2}# membership\.visibility-delay:/);
});

test('each slot stands once, and all of them put in force at once give a profile that loads', () => {
  const lines = readFileSync(places.profile, 'utf8').split('\n');
  const [before, shapes] = [lines, lines].map((all, i) =>
    i === 0 ? all.slice(0, all.indexOf('shapes:')) : all.slice(all.indexOf('shapes:')),
  );
  const key = /^( *)# ( *\w+:( [[{]| \d| \w+$|$).*)$/;
  const inForce = (shapes ?? []).map((line) => line.replace(key, '$1$2'));
  const file = path.join(target.folder, 'in-force.yaml');
  writeText(file, [...(before ?? []), ...inForce].join('\n'));
  const contract = contractFor(loadProfile(file));
  const open = [...contract.gaps.values()].filter(
    ({ id, fill }) => fill.startsWith('overlay:') && contract.isOpen(id),
  );

  expect(open.map(({ id }) => id)).toEqual([]);
  expect(inForce.filter((line) => /^ {4}createStudent:/.test(line))).toHaveLength(1);
});

test('it holds no key and nothing of a person', async () => {
  const texts = readFileSync(places.profile, 'utf8');
  const people = await fetch(`${target.baseUrl}/users?limit=500`, {
    headers: { 'x-api-key': target.keys.full },
  });
  const { data } = (await people.json()) as { data: Record<string, unknown>[] };
  const personal = ['userId', 'username', 'fullName', 'upn', 'externalId', 'dateOfBirth', 'createdAt'];
  const values = data
    .flatMap((user) => personal.map((name) => user[name]))
    .filter((value) => value !== undefined);

  expect(values.length).toBeGreaterThan(1000);
  expect(values.filter((value) => texts.includes(String(value)))).toEqual([]);
  for (const key of Object.values(target.keys)) expect(texts).not.toContain(key);
});

test('with it, every reading row about sessions is judged, and nothing is accused', async () => {
  const env = { ROLLCALL_PROFILE: places.profile };
  const { waiting, ends } = await target.look(async ({ config, run }) => {
    const rows = plan(catalogue, config.contract).filter(isOfSessions);
    const { testable, excluded } = forecast(rows, config.contract, config.settings);
    const judged: string[] = [];
    for (const { check, op } of testable) {
      const { id, verdict, reason } = await judge(run, check, op);
      judged.push(verdict === 'pass' ? 'pass' : `${id}: ${verdict}: ${reason}`);
    }
    return { waiting: excluded.map(({ row, reason }) => `${row.id}: ${reason}`), ends: judged };
  }, env);

  // Nothing that a profile says lets a reading run judge these.
  const others = /searchSessions|a run that may only read/;
  expect(waiting.filter((line) => !others.test(line))).toEqual([]);
  expect(ends.filter((end) => /: (?:fail|suiteError)/.test(end))).toEqual([]);
  expect(ends.filter((end) => end === 'pass').length).toBeGreaterThan(50);
});

test('files that are there already are not replaced without --force', () => {
  expect(() => refuseToReplace(places, false)).toThrow(/is there already; --force replaces it/);
  expect(() => refuseToReplace(places, true)).not.toThrow();
  expect(placesFor('a/staging.yaml').overlay).toMatch(/a\/staging\.overlay\.yaml$/);
});

test('a target without data gives a profile that loads and leaves its questions open', async () => {
  const empty = await serveTarget({}, emptied);
  const written = await initiate(empty);
  const contract = contractFor(loadProfile(written.profile));
  const profile = readFileSync(written.profile, 'utf8');
  await empty.close();

  expect(profile).toContain('(session.status-literals)');

  for (const gap of [
    'session.status-literals',
    'session.item-shape',
    'user.role-values',
    'limits.maximum-limit',
  ])
    expect([gap, contract.isOpen(gap)]).toEqual([gap, true]);
});
