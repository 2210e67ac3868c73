import { expect, request } from '@playwright/test';
import { openLine } from '../../../harness/http/transport.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import type { LentThings } from '../../../harness/run/profile.ts';
import { openRun } from '../../../harness/run/run.ts';
import { pendingIn } from '../../../harness/safety/lent-book.ts';
import { createReference, type Reference, serve } from '../../../reference/service/index.ts';
import { currentYear } from '../../../reference/service/store/store.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { accusations, contract, judgeAll, trial } from '../proofs/judge-service.ts';

/** Nothing may be created; all else may be done. */
const budget = { requests: 20_000, writes: 5_000, creations: 0, shrinking: 0 };

/** Things of a target as its owner would lend them: users who have a value in every field that can be set. */
function lendable({ store }: Reference, most = 4): LentThings {
  const ids = (list: readonly { readonly id: string }[]) => list.slice(0, most).map(({ id }) => id);
  const whole = store.users
    .list()
    .filter(({ emails, externalId, gender, dateOfBirth, enabled }) =>
      Boolean(emails[0] && externalId && gender && dateOfBirth && enabled),
    );
  const current = currentYear(store)?.id;
  const inCurrentYear = store.classes.list().filter(({ academicYearId }) => academicYearId === current);
  return {
    students: ids(whole.filter(({ roles }) => roles.includes('student'))),
    teachers: ids(fullestFirst(store.users.list().filter(({ roles }) => roles.includes('teacher')))),
    classes: ids([
      ...inCurrentYear.slice(0, 1),
      ...store.classes.list().filter((one) => one !== inCurrentYear[0]),
    ]).slice(0, 3),
    cohorts: ids(store.cohorts.list()).slice(0, 3),
  };
}

/** Users with most addresses and roles first. */
function fullestFirst<T extends { readonly emails: readonly unknown[]; readonly roles: readonly unknown[] }>(
  users: readonly T[],
): readonly T[] {
  const size = ({ emails, roles }: T) => emails.length + roles.length;
  return users.toSorted((one, other) => size(other) - size(one));
}

/** Everything that there is, by id; when it was touched last and the order of sets aside. */
function state({ store }: Reference): unknown {
  const users = store.users.list().map(({ updatedAt, classIds, cohortIds, ...user }) => ({
    ...user,
    classIds: [...classIds].sort(),
    cohortIds: [...cohortIds].sort(),
  }));
  const cohorts = store.cohorts.list().map((cohort) => ({
    ...cohort,
    tests: cohort.tests.map((one) => JSON.stringify(one)).sort(),
  }));
  return structuredClone({ users, cohorts, classes: store.classes.list() });
}

/** Rows of operations that change something, creations aside. */
const changing: readonly Planned[] = plan(catalogue, contract).filter(
  ({ op, check }) => op.writes && op.makes === undefined && check.access(op) === 'write',
);

function judged(rows: readonly Row[]): number {
  return rows.filter(({ verdict }) => verdict === 'pass').length;
}

test('where nothing may be created, lent things are changed instead, and put back exactly', async () => {
  test.setTimeout(240_000);
  const reference = createReference();
  const before = state(reference);
  const without = await judgeAll(trial({ against: reference, profileSays: { budget } }), changing);
  expect(judged(without)).toBe(0);
  expect(accusations(without)).toEqual([]);

  const lentThings = lendable(reference);
  const run = trial({ against: reference, profileSays: { budget, lentThings } });
  const rows = await judgeAll(run, changing);
  expect(accusations(rows)).toEqual([]);
  test.info().annotations.push({ type: 'judged', description: `${judged(rows)} of ${changing.length}` });
  expect(judged(rows)).toBeGreaterThan(0.85 * changing.length);
  expect(run.world.made).toEqual([]);
  expect(state(reference)).not.toEqual(before);

  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(state(reference)).toEqual(before);
});

test('what is lent is put back where assigning twice and removing nobody are refused, too', async () => {
  test.setTimeout(240_000);
  const variant = variants.find(({ id }) => id === 'membership.assign-twice!refused');
  if (!variant) throw new Error('there is no such variant any more');
  const reference = createReference({ shapes: variant.shapes });
  const before = state(reference);
  const profileSays = { budget, lentThings: lendable(reference) };
  const run = trial({ against: reference, variant, profileSays });
  const rows = await judgeAll(
    run,
    changing.filter(({ op }) => /Class|Cohort/.test(op.id)),
  );
  expect(accusations(rows)).toEqual([]);
  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(state(reference)).toEqual(before);
});

const longLists = changing.filter(({ check }) =>
  /long-lists|\/different|\/over-a-hundred|user-ids\/nothing-left/.test(check.id),
);

test('lists of a hundred are tried with lent users where there are as many, who are put back exactly', async () => {
  test.setTimeout(120_000);
  const reference = createReference({ users: 800 });
  const before = state(reference);
  const run = trial({ against: reference, profileSays: { budget, lentThings: lendable(reference, 101) } });
  const rows = await judgeAll(run, longLists);
  expect(rows.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
    longLists.map(({ id }) => [id, 'pass', '']),
  );
  expect(run.world.made).toEqual([]);
  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(state(reference)).toEqual(before);
});

test('a run that may not make a hundred users says what would let it try lists of a hundred', async () => {
  const { settings, ...run } = trial({ profileSays: { budget: { ...budget, creations: 80 } } });
  const { budget: _, ...untold } = settings;
  const rows = [
    ...(await judgeAll({ ...run, settings }, longLists)),
    // What a run may make that nobody has profileSays, its effort says.
    ...(await judgeAll({ ...run, settings: untold }, longLists)),
  ];
  for (const row of rows) {
    expect(row).toMatchObject({ verdict: 'notApplicable', requests: 0 });
    expect(row.reason).toMatch(/`budget\.creations` of 300 .* `lent\.(?:students|teachers)` of 101/);
  }
});

test('a crowd is made once, and later runs find it again', async () => {
  test.setTimeout(120_000);
  const reference = createReference();
  const profileSays = { budget: { ...budget, creations: 300 } };
  await judgeAll(trial({ against: reference, profileSays }), longLists);
  const users = reference.store.users.list().length;
  const rows = await judgeAll(trial({ against: reference, profileSays, seed: 2 }), longLists);
  expect(judged(rows)).toBe(longLists.length);
  expect(reference.store.users.list()).toHaveLength(users);
});

test('a creation that is refused is no reason to judge nothing, if things are lent', async () => {
  test.setTimeout(120_000);
  const reference = createReference();
  const refusing =
    (fetch: Reference['fetch']): Reference['fetch'] =>
    async (request) =>
      request.method === 'POST' &&
      /\/v1\/(?:classes|smart-ia\/cohorts|students|teachers)$/.test(new URL(request.url).pathname)
        ? Response.json({ status: 403, message: 'Nothing may be made here.' }, { status: 403 })
        : fetch(request);
  const run = trial({ against: reference, wrap: refusing, profileSays: { lentThings: lendable(reference) } });
  const rows = await judgeAll(
    run,
    changing.filter(({ op }) => op.id === 'addClassStudents'),
  );
  expect(accusations(rows)).toEqual([]);
  expect(judged(rows)).toBeGreaterThan(10);
});

test('a password is never changed on a lent user, and too few lent things say how many are needed', async () => {
  test.setTimeout(120_000);
  const reference = createReference();
  const sent: string[] = [];
  const watching =
    (fetch: Reference['fetch']): Reference['fetch'] =>
    (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return fetch(request);
    };
  const lentThings = lendable(reference, 1);
  const run = trial({ against: reference, wrap: watching, profileSays: { budget, lentThings } });
  const rows = await judgeAll(
    run,
    changing.filter(({ op }) => ['updateUserPassword', 'addClassStudents'].includes(op.id)),
  );
  expect(accusations(rows)).toEqual([]);
  const own = (lentThings.students ?? [])[0] ?? '';
  expect(sent.filter((line) => line.includes(own) && line.endsWith('/password'))).toEqual([]);
  const reasons = rows.map(({ reason }) => reason);
  expect(reasons).toContain('what updateUserPassword would change on a lent thing could not be put back');
  expect(reasons).toContain('needs 2 of `lent.classes` in the profile');
});

test('what a profile lends and the target does not have is a mistake of the profile', async () => {
  const reference = createReference();
  const { classes = [] } = lendable(reference);
  const lentThings = { classes: [reference.keys.full.slice(0, 8), ...classes], students: classes };
  const run = trial({ against: reference, profileSays: { budget, lentThings } });
  const rows = await judgeAll(
    run,
    changing.filter(
      (row) =>
        row.check.id.startsWith('add-class-students.') &&
        // The rows about lent people have a test of their own for people whom the target does not show.
        !row.check.id.endsWith('/lent-person') &&
        !longLists.includes(row),
    ),
  );
  expect(accusations(rows)).toEqual([]);
  expect(judged(rows)).toBe(0);
  expect(new Set(rows.map(({ blame }) => blame))).toEqual(new Set(['configuration']));
  expect(rows[0]?.reason).toContain('`lent.classes` names something that the target does not show');
});

test('over a socket, by what every read shows: as it was before', async () => {
  test.setTimeout(240_000);
  const reference = createReference();
  const { baseUrl, close } = await serve(reference.fetch);
  const { keys } = reference;
  const line = openLine(() => request.newContext());
  const seen = async () => {
    const users = await everything('/users?limit=1000');
    const cohorts = await everything('/smart-ia/cohorts?limit=1000');
    return JSON.stringify([users, cohorts, await everything('/classes?limit=1000')]);
  };
  async function everything(path: string): Promise<unknown> {
    const answer = await reference.fetch(
      new Request(baseUrl + path, { headers: { 'x-api-key': keys.full } }),
    );
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    return data.map(({ updatedAt, ...item }) =>
      Object.entries(item)
        .map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value,
        ])
        .sort(),
    );
  }
  const before = await seen();
  const journal = memoryJournal();
  const lentThings = lendable(reference);
  const run = openRun({
    contract,
    journal,
    transport: line.transport,
    settings: {
      baseUrl,
      keys,
      write: true,
      seed: 1,
      effort: 'quick',
      budget,
      readings: { 'users.enabled-field': { field: 'enabled', enabled: true, disabled: false } },
      lent: Object.values(lentThings).flat(),
      lentThings,
    },
  });
  const rows = await judgeAll(run, changing);
  expect(accusations(rows)).toEqual([]);
  // A quick run leaves some rows to the other efforts, whatever is lent; and four users are no crowd.
  const left = rows.filter(({ verdict }) => verdict === 'notApplicable');
  expect(
    left.filter(
      ({ reason }) => !/^(?:a quick run|the profile shows|takes (?:101|more than thirty))/.test(reason),
    ),
  ).toEqual([]);
  expect(judged(rows)).toBeGreaterThan(0.8 * (changing.length - left.length));
  expect(pendingIn(journal)).toBeGreaterThan(0);
  expect(await run.exchange.putBack()).toMatchObject({ failed: [] });
  expect(await seen()).toBe(before);
  expect(pendingIn(journal)).toBe(0);
  await line.close();
  await close();
});
