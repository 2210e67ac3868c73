import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { examine, refuseBrokenKeys } from '../../../bin/doctor/examine.ts';
import { keysText } from '../../../bin/doctor/keys-text.ts';
import { openPlaces } from '../../../bin/doctor/open-places.ts';
import { withTarget } from '../../../bin/target.ts';
import { judge } from '../../../library/judge.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { contract, planned } from '../proofs/judge-service.ts';

const { fetch: service, keys } = createReference();
const reports = 'a-key-for-reports-0123';
const forbidden = Response.json({ status: 403, message: 'This key may not do that.' }, { status: 403 });

/** The reference service with a third key, which may use these operations; `deny` is refused to the full one. */
function withThird(may: readonly string[], deny: readonly string[] = []) {
  return async (request: Request): Promise<Response> => {
    const key = request.headers.get('x-api-key');
    const op = operationOf(request) ?? '';
    if (key === keys.full && deny.includes(op)) return forbidden.clone();
    if (key !== reports) return service(request);
    if (!may.includes(op)) return forbidden.clone();
    const headers = new Headers(request.headers);
    headers.set('x-api-key', keys.full);
    return service(new Request(request, { headers }));
  };
}

function profileOf(text: string): string {
  const folder = test.info().outputPath('profile');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, text);
  return file;
}

const third = 'keys:\n  reports: { env: REPORTS, mayUse: [listSessions, listTests] }\n';
const only = [
  'authentication.lacking-permission @ listUsers',
  'authentication.lacking-permission @ listTests',
] as const;

function judged(
  handler: (request: Request) => Promise<Response>,
  text: string,
  rows: readonly string[] = only,
) {
  const given = { full: keys.full, others: { reports } };
  return judge(handler, { keys: given, profile: profileOf(text), only: rows });
}

test('a key of a role of its own gets 403 where the profile says that it may not', async () => {
  const rows = await judged(withThird(['listSessions', 'listTests']), third);

  const verdicts = Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).toEqual({ [only[0]]: 'pass', [only[1]]: 'notApplicable' });
});

test('a key that may do too much is a failure, told by its role and its variable, never by itself', async () => {
  const [row] = await judged(withThird(['listSessions', 'listTests', 'listUsers']), third, only.slice(0, 1));

  expect(row).toMatchObject({
    verdict: 'fail',
    expected: 'status 403 for the reports key',
    actual: 'status 200',
  });
  expect(row?.evidence?.map(({ curl }) => curl).join()).toContain('"x-api-key: $ROLLCALL_REPORTS_KEY"');
  expect(JSON.stringify(row)).not.toContain(reports);
});

test('where the full key may not use an operation, another that may is sent instead, and 403 is judged with it', async () => {
  const text = `${third}  full: { env: FULL, mayNotUse: [listTests] }\n`;
  const rows = await judged(withThird(['listSessions', 'listTests'], ['listTests']), text, [
    'authentication.lacking-permission @ listTests',
    'list-tests.success @ listTests',
  ]);

  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

test('doctor tells each key, and where the profile says something else than the reads show', async () => {
  const served = await serve(withThird(['listSessions', 'listUsers']));
  const env = {
    ROLLCALL_TARGET: served.baseUrl,
    ROLLCALL_API_KEY: keys.full,
    ROLLCALL_PROFILE: profileOf(third),
    REPORTS: reports,
  };
  const said = await withTarget(env, async (target) => keysText(await examine(target), 14).join('\n'));

  expect(said).toMatch(/reports +works: 2 of \d+ reads answered/);
  expect(said.replaceAll(/\s+/g, ' ')).toContain(
    'answered, although keys.reports says that it may not use listUsers',
  );
  expect(said.replaceAll(/\s+/g, ' ')).toContain('refused, although keys.reports.mayUse has listTests');
  const twice = { ...env, REPORTS: keys.full };
  const refused = withTarget(twice, async (target) => refuseBrokenKeys(await examine(target)));
  await expect(refused).rejects.toThrow('the reports key is the same as the full one; set REPORTS to a key');
  await served.close();
});

test('a list of what a key may not use that could be longer is an open place, with the rows that wait for it', () => {
  const reason = 'the profile does not say that the restricted key may not use this operation';
  const excluded = planned.slice(0, 3).map((row) => ({ row, reason }));
  const words = (limits: Record<string, readonly string[]>) =>
    openPlaces(excluded, contract, { readings: { 'authentication.key-permissions': limits } });

  expect(words({ 'restricted-may-not-use': ['listUsers'] })).toEqual([
    { words: 'keys.restricted.mayNotUse, with all that this key may not use', rows: 3 },
  ]);
  expect(words({ 'restricted-may-use': ['listUsers'] })).toEqual([]);
});

for (const [what, text, says] of [
  [
    'a typo of a role',
    'keys:\n  resticted: { env: LESS }\n',
    /profile.yaml:2: keys.resticted: .*did you mean restricted\?/,
  ],
  [
    'a role without limits',
    'keys:\n  reports: { env: LESS }\n',
    /profile.yaml:2: keys.reports: .*add mayUse or mayNotUse/,
  ],
  [
    'a name that is none',
    'keys:\n  My Reports: { env: LESS, mayUse: [] }\n',
    /profile.yaml:2: keys.My Reports: is no name for a role/,
  ],
  [
    'an unknown operation',
    'keys:\n  reports: { env: LESS, mayUse: [listTest] }\n',
    /profile.yaml:2: .*did you mean listTests\?/,
  ],
  [
    'a key itself',
    'keys:\n  reports: { env: LESS, value: s3cret, mayUse: [] }\n',
    /profile.yaml:2: keys.reports.value: .*never stands in a profile/,
  ],
  [
    'mayNot',
    'keys:\n  reports: { env: LESS, mayNot: [listTests] }\n',
    /keys.reports.mayNot: .*did you mean mayNotUse\?/,
  ],
  [
    'both lists',
    'keys:\n  reports: { env: LESS, mayUse: [], mayNotUse: [] }\n',
    /keys.reports: has mayUse and mayNotUse; give one/,
  ],
] as const) {
  test(`${what} among the keys is refused with its line and the fix`, async () => {
    const refused = judged(service, text);

    await expect(refused).rejects.toThrow(says);
    await expect(refused).rejects.not.toThrow(/s3cret/);
  });
}
