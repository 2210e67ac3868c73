import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { count } from '../../../harness/judging/verdict.ts';
import { chooseShapes, defaultShapes } from '../../../reference/service/choices.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { isSlow, slowRequest } from '../../../reference/service/slow.ts';
import { readRows } from '../../../reports/rows.ts';
import { loadContract } from '../../../spec/contract.ts';
import { rollcall } from '../cli/cli.ts';
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
  readings: {
    'authentication.key-permissions': {
      'restricted-may-use': ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'],
    },
    'list-users.email-grammar': 'refused',
    'limits.maximum-limit': otherShapes.limitMaximum,
    'create-class.same-class': 'any-case',
    'create-cohort.same-cohort': 'any-case',
    'membership.visibility-delay': 0,
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
const notForbidden = ['authentication.lacking-permission', 'errors.forbidden'].flatMap((check) =>
  ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'].map((operation) => [
    `${check} @ ${operation}`,
    'the profile does not say that the restricted key may not use this operation',
  ]),
);

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
  test.setTimeout(900_000);
  const latencyMs = (request: Request) => (isSlow(request) ? 31_000 : 0);
  const { fetch, keys } = createReference({ shapes: otherShapes, latencyMs });
  const { baseUrl, close } = await serve(fetch);
  const folder = test.info().outputPath('.');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'profile.yaml'), stringify({ ...profile, target: baseUrl, write: true }));
  writeFileSync(path.join(folder, 'overlay.yaml'), overlay);
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
  const { code, stdout, stderr } = await rollcall(['run', '--profile', 'profile.yaml'], env, folder);
  await close();

  expect(`${code} ${stderr} ${stdout.slice(-600)}`).toMatch(/^0 {2}/);
  const { rows } = readRows(path.join(folder, 'rollcall-report/rows.ndjson'));
  // Without a browser on this machine, what only a browser can show is inconclusive for that reason alone.
  const open = rows.filter(({ verdict, reason }) => verdict !== 'pass' && !/needs a Chromium/.test(reason));
  const lifeless = [...notForbidden, ...notSlow, withoutBody, ...withBody].sort();
  expect(open.map(({ id, reason }) => [id, reason]).sort()).toEqual(lifeless);
  expect(count(rows).notApplicable).toBe(lifeless.length);
  expect(rows.length).toBeGreaterThan(2_300);
});
