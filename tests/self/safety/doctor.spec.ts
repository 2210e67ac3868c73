import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { costsOf } from '../../../bin/doctor/cost.ts';
import { type Examination, examine, refuseBrokenKeys } from '../../../bin/doctor/examine.ts';
import { doctorText } from '../../../bin/doctor/text.ts';
import { builtInProfile, withTarget } from '../../../bin/target.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { plain } from '../../../reports/terminal/style.ts';
import { test } from '../plain-test.ts';
import { emptied, type ServedTarget, serveTarget } from './served.ts';

/** What doctor says about a target, without a rehearsal. */
interface Visit {
  readonly seen: Examination;
  readonly text: string;
}

async function visit(target: ServedTarget, env: Record<string, string> = {}): Promise<Visit> {
  return target.look(async (open) => {
    const seen = await examine(open);
    return { seen, text: doctorText(seen, await costsOf(seen, false), plain, false) };
  }, env);
}

test.describe.configure({ mode: 'default', timeout: 120_000 });

let target: ServedTarget;
test.beforeAll(async () => {
  target = await serveTarget();
});
test.afterAll(async () => {
  await target.close();
});

test('keys, data, rows and costs are told in 80 columns, with few requests that only read', async () => {
  const before = target.requests.length;
  const { seen, text } = await visit(target);
  const sent = target.requests.slice(before);

  expect(sent.length).toBe(seen.requests);
  expect(sent.length).toBeLessThanOrEqual(40);
  expect(sent.filter((line) => !line.startsWith('GET ') && line !== 'POST /api/v1/users/search')).toEqual([]);
  expect(text).toContain(`Looked with   ${sent.length} requests, all of them reads`);
  expect(text).toMatch(/full +works: \d+ of \d+ reads answered\n/);
  expect(text).toMatch(/restricted +works: 3 of \d+ reads answered; 403 from listClasses/);
  expect(text).toMatch(/yes {2}a second page of listUsers +300 in all/);
  expect(text).toMatch(/yes {2}a current academic year +there is one/);
  expect(text).toMatch(/quick +≤ 400 +none +none/);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('a look without verification of the certificate warns, and one with it does not', async () => {
  const warning = /WARNING: the certificate of the target is NOT\s+verified/;
  expect((await visit(target, { ROLLCALL_INSECURE: '1' })).text).toMatch(warning);
  expect((await visit(target)).text).not.toMatch(/WARNING/);
});

test('neither a key nor anything of the target’s data is told', async () => {
  const { seen, text } = await visit(target);
  const users = seen.full.get('listUsers')?.answer?.json as { data: Record<string, unknown>[] };
  const values = users.data
    .flatMap((user) => Object.entries(user))
    .filter(([name]) => ['userId', 'username', 'fullName', 'lastName', 'upn'].includes(name))
    .map(([, value]) => String(value));

  for (const secret of [target.keys.full, target.keys.restricted, ...values])
    expect(text).not.toContain(secret);
});

test('rows that wait for a gap or for permission are counted by reason; a profile brings them to life', async () => {
  const bare = await visit(target);
  const told = await visit(target, { ROLLCALL_PROFILE: builtInProfile });
  const writing = await visit(target, { ROLLCALL_PROFILE: builtInProfile, ROLLCALL_WRITE: '1' });

  expect(bare.text).toMatch(/the interface leaves `…` open, and the profile does not fill it/);
  expect(bare.text).toMatch(/the run may only read; `--write` allows this/);
  const [, open = ''] = /leaves open, by the rows that wait for it\n([\s\S]*?)\n\n/.exec(bare.text) ?? [];
  const amounts = [...open.matchAll(/^ +(\d+) {2}\S/gm)].map(([, amount]) => Number(amount));
  expect(amounts).toHaveLength(12);
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
  expect(open).toMatch(/^ +\d+ {2}shapes\.session$/m);
  expect(told.text).not.toContain('shapes.operations');
  expect(told.seen.outlook.testable.length).toBeGreaterThan(bare.seen.outlook.testable.length);
  expect(writing.seen.outlook.testable.length).toBeGreaterThan(told.seen.outlook.testable.length);
  expect(writing.text).toContain('what is left for good is listed');
});

test('a target without data says what is missing, and which rows may stay inconclusive', async () => {
  const empty = await serveTarget({}, emptied);
  const { seen, text } = await visit(empty).finally(() => empty.close());

  expect(text).toMatch(/no {3}a second page of listUsers +0 in all/);
  expect(text).toMatch(/no {3}a completed session +none/);
  expect(text).toMatch(/no {3}an in-progress session +none/);
  expect(text).toMatch(/no {3}a current academic year +none \(404\)/);
  expect(seen.doubtful.size).toBeGreaterThan(3);
  expect(text).toMatch(/rows may stay inconclusive for want of:/);
});

test('a reference service with other data than its profile lends of is no mistake of anybody', async () => {
  const { fetch, keys } = createReference({ users: 50 });
  const { baseUrl, close } = await serve(fetch);
  const env = { ROLLCALL_TARGET: baseUrl, ROLLCALL_API_KEY: keys.full };
  const named = { ...env, ROLLCALL_PROFILE: builtInProfile };
  const look = (told: Record<string, string>) =>
    withTarget(told, async (open) => {
      await examine(open);
      return open.config.profile.name;
    }).catch((reason: unknown) => String(reason));
  const [unnamed, wrong] = [await look(env), await look(named)];
  await close();

  expect(unnamed).toBe('reference');
  expect(wrong).toMatch(/lent\.students\[0\]: names nothing that the target shows/);
});

for (const { title, env, says } of [
  {
    title: 'a wrong key',
    env: { ROLLCALL_API_KEY: 'not-the-key' },
    says: /the key in ROLLCALL_API_KEY is refused by .* \(401\)/,
  },
  { title: 'no key', env: { ROLLCALL_API_KEY: '' }, says: /there is no API key: set ROLLCALL_API_KEY/ },
  {
    title: 'a server that is not there',
    env: { ROLLCALL_TARGET: 'http://127.0.0.1:9/api/v1' },
    says: /nothing listens/,
  },
]) {
  test(`${title} is a matter of configuration, with its fix`, async () => {
    const error = await visit(target, env).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toMatch(says);
  });
}

test('a restricted key that is wrong, or none at all, is a matter of configuration', async () => {
  const wrong = await visit(target, { ROLLCALL_RESTRICTED_KEY: 'not-the-key' });
  const same = await visit(target, { ROLLCALL_RESTRICTED_KEY: target.keys.full });
  const none = await visit(target, { ROLLCALL_RESTRICTED_KEY: '' });

  expect(() => refuseBrokenKeys(wrong.seen)).toThrow(/ROLLCALL_RESTRICTED_KEY is refused \(401\)/);
  expect(wrong.text).toMatch(/restricted +refused \(401\)/);
  expect(() => refuseBrokenKeys(same.seen)).toThrow(/same as the full one/);
  expect(() => refuseBrokenKeys(none.seen)).not.toThrow();
  expect(none.text).toMatch(/restricted +not given/);
});

test('an overlay that contradicts the interface ends before any request', async () => {
  const overlay = path.join(target.folder, 'overlay.yaml');
  const profile = path.join(target.folder, 'profile.yaml');
  writeFileSync(profile, 'overlay: overlay.yaml\n');
  writeFileSync(
    overlay,
    'overlay: 1.0.0\ninfo: { title: x, version: 1.0.0 }\nactions:\n  - target: $.components.schemas.Class.properties.name\n    update: { type: integer }\n',
  );
  const before = target.requests.length;

  await expect(visit(target, { ROLLCALL_PROFILE: profile })).rejects.toThrow(
    /overlay\.yaml:5: .*the interface states/,
  );
  expect(target.requests.length).toBe(before);
});

test('what lent things and fixtures make testable is told, and what is not there is a mistake with its line', async () => {
  const headers = { 'x-api-key': target.keys.full };
  const first = async (list: string, id: string): Promise<string> => {
    const answer = await globalThis.fetch(`${target.baseUrl}${list}`, { headers });
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    return String(data[0]?.[id]);
  };
  const student = await first('/users?role=student&limit=1', 'userId');
  const profile = path.join(target.folder, 'lent.yaml');
  const lines = (classId: string) =>
    [
      'lent:',
      `  students: [${student}]`,
      `  classes: [${classId}]`,
      'fixtures:',
      '  names: [Rollcall Lighthouse]',
      '  slowRequest: { operation: listSessions, params: { limit: 1000 } }',
      '',
    ].join('\n');
  writeFileSync(profile, lines(await first('/classes?limit=1', 'classId')));
  const { text } = await visit(target, { ROLLCALL_PROFILE: profile, ROLLCALL_WRITE: '1' });
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /lent 1 students, 1 classes: \d+ rows look at what .* where nothing may be created, \d+ rows that/,
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'all of them need 4 students, 4 teachers, 3 classes, 3 cohorts',
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'a request to listSessions with which the time-out is judged',
  );
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);

  writeFileSync(profile, lines('5d0f2d52-2a6f-4f43-8a6e-2f0d4b6a8c01'));
  await expect(visit(target, { ROLLCALL_PROFILE: profile })).rejects.toThrow(
    /lent\.yaml:3: lent\.classes\[0\]: names nothing that the target shows/,
  );
});
