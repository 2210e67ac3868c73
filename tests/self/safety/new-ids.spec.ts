import { expect } from '@playwright/test';
import { World } from '../../../harness/judging/world.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { openFirstSeen } from '../../../harness/safety/first-seen.ts';
import { canonical, idsIn } from '../../../harness/safety/ids.ts';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { createReference } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { judgeAll, trial } from '../proofs/judge-service.ts';

const id = '6f1c0a52-9d6e-4f0b-8a7e-0a5d1c2b3e4f';
const other = 'b3c9d1de-0a53-4c8e-9a6d-1c9a0b1e2d3f';

test('an id counts as there before from the answer on that showed it first, however it is spelt', () => {
  const seen = openFirstSeen([], 'abcd1234');
  const start = seen.now;
  seen.learn({ data: [{ userId: id.toUpperCase(), classIds: [other.replaceAll('-', '')] }] });
  expect(seen.before(id, start)).toBe(false);
  expect(seen.before(id, seen.now)).toBe(true);
  expect(seen.before(other, seen.now)).toBe(true);
  expect(seen.before('0b0e4c8e-51f1-4a43-9f5d-7f3f5f5a7c11', seen.now)).toBe(false);
});

test('an id of another form counts in a field of that name alone', () => {
  const seen = openFirstSeen([], '');
  seen.learn({ user: { userId: 'pupil-17', username: 'pupil-18' } });
  expect(seen.before('pupil-17', seen.now)).toBe(true);
  expect(seen.before('pupil-18', seen.now)).toBe(false);
});

test('an id of another kind is there as well, and is no id of this kind', () => {
  const seen = openFirstSeen([], '');
  seen.learn({ data: [{ cohortIds: [id] }] });
  expect(seen.before(id, seen.now)).toBe(true);
  expect(seen.before(id, seen.now, 'cohortId')).toBe(true);
  expect(seen.before(id, seen.now, 'classId')).toBe(false);
});

test('what carries the mark of this profile is of an earlier run, unless it was seen without the mark first', () => {
  const seen = openFirstSeen([], 'abcd1234');
  seen.learn({ data: [{ classId: id, name: 'Rollcall abcd1234 class shared' }] });
  seen.learn({ data: [{ classId: other, name: '7B' }] });
  seen.learn({ data: [{ classId: other, name: 'Rollcall abcd1234 class shared' }] });
  expect(seen.before(id, seen.now)).toBe(false);
  expect(seen.before(other, seen.now)).toBe(true);
});

test('what the profile lends is there from the beginning', () => {
  const seen = openFirstSeen([id], '');
  expect(seen.before(id, seen.now)).toBe(true);
});

test('an id that was taken for something new stays that of others after a crash', () => {
  const journal = memoryJournal();
  new World(1, journal).noteTaken(id.toUpperCase(), 'class.id-unique @ createClass');
  const again = new World(1, journal);
  again.record({ kind: 'class', id });
  expect(again.isMade(id)).toBe(false);
  expect(again.rowOfTaken(id)).toBe('class.id-unique @ createClass');
});

for (const fault of faults.filter(({ id: own }) => /^(class|user)\.id-unique\/new$/.test(own)))
  test(`nothing of others is changed by a run on a service with the fault ${fault.id}`, async () => {
    const reference = createReference();
    const before = new Set(await idsOn(reference.fetch, reference.keys.full));
    const touched: string[] = [];
    const watch: Service = (request) => {
      touched.push(...namedIn(request));
      return reference.fetch(request);
    };
    const run = trial({ against: { ...reference, fetch: fault.wrap(watch) }, seed: 1, effort: 'quick' });
    const rows = await judgeAll(run);
    const made = run.world.made.map((thing) => canonical(thing.id));

    expect(made.filter((one) => before.has(one))).toEqual([]);
    expect(touched.filter((one) => before.has(one))).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'suiteError')).toEqual([]);
    expect(rows.filter((row) => row.check === fault.check).map(({ verdict }) => verdict)).toContain('fail');
  });

/** The ids in the path of a request that changes a user, a class or a cohort. */
function namedIn(request: Request): readonly string[] {
  const isRead = ['GET', 'OPTIONS', 'HEAD'].includes(request.method) || operationOf(request) === undefined;
  return isRead ? [] : idsIn(new URL(request.url).pathname);
}

/** The ids of all users, classes and cohorts. */
async function idsOn(service: Service, key: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const path of ['/users', '/classes', '/smart-ia/cohorts']) {
    const url = `http://service/api/v1${path}?limit=1000`;
    const response = await service(new Request(url, { headers: { 'x-api-key': key } }));
    const { data } = (await response.json()) as { data: readonly Record<string, unknown>[] };
    for (const item of data) ids.push(...[item['userId'] ?? item['classId'] ?? item['cohortId']].map(String));
  }
  return ids.map(canonical);
}
