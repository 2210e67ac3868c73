import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { stringify } from 'yaml';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { openRun } from '../../../harness/run/run.ts';
import { chooseShapes, defaultShapes } from '../../../reference/service/choices.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { slowRequest, tookMs, withSlowRequest } from '../../../reference/service/slow.ts';
import { readRows } from '../../../reports/rows.ts';
import { loadContract } from '../../../spec/contract.ts';
import { rollcall } from '../cli/cli.ts';
import { test } from '../plain-test.ts';
import { judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { overlayFor } from './overlay.ts';
import { otherShapes } from './shapes.ts';

const overlay = overlayFor(chooseShapes(otherShapes));

/** What a profile says of these choices. */
const profile = {
  name: 'other',
  overlay: 'overlay.yaml',
  pace: { perSecond: 1_000, concurrency: 4 },
  budget: { creations: 300 },
  fixtures: { slowRequest },
  // Whom and what the profile of the reference service lends.
  lent: {
    students: ['a2b320e1-eb06-41ae-95a7-87f4b1d29840'],
    teachers: ['ba7c545f-2223-4735-b939-ca74bc3ac718'],
    cohorts: ['70a08972-885b-4419-ad99-31e0126e6182'],
  },
  readings: {
    'authentication.key-permissions': {
      'restricted-may-use': ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'],
    },
    'list-users.email-grammar': 'refused',
    'limits.maximum-limit': otherShapes.limitMaximum,
    'create-class.same-class': 'any-case',
    'create-cohort.same-cohort': 'any-case',
    'membership.visibility-delay': 0,
    'disable-user.memberships': 'kept',
    'users.enabled-field': { field: otherShapes.userState, enabled: true, disabled: false },
  },
};

/** Rows that no profile can bring to life: it names one slow request, so that of other operations it tells nothing; */
const notSlow = loadContract()
  .operations.filter(({ id, writes }) => !writes && id !== slowRequest.operation)
  .map(({ id }) => [
    `limits.time-out-status @ ${id}`,
    'the slow request of the profile is one to listSessions',
  ]);

/** and the restricted key may use these operations, so that nothing is forbidden. */
const notForbidden = [
  'authentication.lacking-permission',
  'authentication.same-key-everywhere/after-refusal',
  'errors.forbidden',
].flatMap((check) =>
  ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'].map((operation) => [
    `${check} @ ${operation}`,
    'the profile does not say that the restricted key may not use this operation',
  ]),
);

/** What users are sorted by has names of its own here, which no field of a user has. */
const notSorted = [
  'list-users.sort-order/opposite @ listUsers',
  'search-users.sort/opposite @ searchUsers',
].map((row) => [row, 'the profile names no text of users to sort by in two directions']);

/** Where the choice is to answer without a body, no body has a shape; where it is to answer with the user, none is absent. */
const withoutBody = [
  'named-only.answer-shape/schema @ setUserExternalId',
  'the profile shows an answer without a body',
];
const withBody = Object.entries(otherShapes.answers)
  .filter(([, answer]) => answer === 'user')
  .map(([operation]) => [
    `conventions.no-content @ ${operation}`,
    'the profile shows no answer without a body',
  ]);

/** Writes the profile and its overlay. @returns the file of the profile */
function writeProfile(target: string): string {
  const folder = test.info().outputPath('profile');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'overlay.yaml'), overlay);
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, stringify({ ...profile, target, write: true }));
  return file;
}

test('every choice is made differently', () => {
  expect(Object.keys(otherShapes).sort()).toEqual(Object.keys(defaultShapes).sort());
  const shared = Object.entries(defaultShapes).flatMap(([name, chosen]) => leavesOf(name, chosen));
  const others = new Set(Object.entries(otherShapes).flatMap(([name, chosen]) => leavesOf(name, chosen)));
  // The stated default sorts are not a choice.
  const fixed = ['userSort.createdAt createdAt', 'sessionSort.startDate startDate'];
  expect(shared.filter((leaf) => others.has(leaf))).toEqual(fixed);
});

function leavesOf(name: string, chosen: unknown): string[] {
  if (typeof chosen !== 'object' || chosen === null) return [`${name} ${chosen}`];
  return Object.entries(chosen).flatMap(([key, held]) => leavesOf(`${name}.${key}`, held));
}

test('every gap that an overlay can fill is filled', () => {
  const contract = loadContract({ overlay: { file: 'overlay.yaml', text: overlay } });
  const open = [...contract.gaps.values()].filter(
    ({ id, fill }) => fill.startsWith('overlay') && contract.isOpen(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('a service of entirely different shapes is judged whole, writes included, and nothing is held against it', async () => {
  test.setTimeout(300_000);
  // A rate that a service in this process is asked at, too.
  const rate = { requests: 1_500, seconds: 1 };
  const { fetch, keys } = createReference({ shapes: { ...otherShapes, rate } });
  const config = resolveConfig(
    readOptions({ ROLLCALL_PROFILE: writeProfile('http://reference.test/api/v1') }),
    {},
    keys,
  );
  const transport = serviceTransport(withSlowRequest(fetch), tookMs);
  const browser = simulatedBrowser(transport);
  const restore = lighten();
  const rows = await judgeAll(openRun({ ...config, transport, browser, patience: withoutPauses }));
  restore();

  const open = rows.filter(({ verdict }) => verdict !== 'pass');
  const lifeless = [...notForbidden, ...notSlow, ...notSorted, withoutBody, ...withBody].sort();
  expect(open.map(({ id, reason }) => [id, reason]).sort()).toEqual(lifeless);
  expect(count(rows).notApplicable).toBe(lifeless.length);
  expect(rows.length).toBeGreaterThan(2_300);
});

test('the command line judges such a service by its profile', async () => {
  test.setTimeout(300_000);
  const { fetch, keys } = createReference({ shapes: otherShapes });
  const { baseUrl, close } = await serve(fetch);
  const file = writeProfile(baseUrl);
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
  const only = ['--only', 'createStudent', '--only', 'updateUserName', '--only', 'list-users.email*'];
  const { code, stdout, stderr } = await rollcall(
    ['run', '--profile', file, '--no-page', ...only],
    env,
    path.dirname(file),
  );
  await close();

  expect(`${code} ${stderr} ${stdout.slice(-600)}`).toMatch(/^0 {2}/);
  const { rows } = readRows(path.join(path.dirname(file), 'rollcall-report/rows.ndjson'));
  const open = rows.filter(({ verdict, reason }) => verdict !== 'pass' && !/needs a Chromium/.test(reason));
  const lifeless = [...notForbidden, ...notSlow, withoutBody, ...withBody].map(([id]) => id);
  expect(open.map(({ id }) => id).filter((id) => !lifeless.includes(id))).toEqual([]);
  expect(rows.length).toBeGreaterThan(60);
});
