import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { createReference, type Reference } from '../../../reference/service/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { catalogue } from '../../checks/index.ts';
import { freeNumber } from '../../target/reuse/free-number.ts';
import { accusations, contract, judgeAll, type Trial, trial } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';

/** What a run that writes leaves for good each time, beside what it leaves once: a run sees each creation answered. */
const each = { class: 10, cohort: 10, user: 16 };

function counted({ store }: Reference): readonly number[] {
  return [store.classes, store.cohorts, store.users].map((table) => table.list().length);
}

function words([classes, cohorts, users]: readonly number[]): string {
  return `${classes} classes, ${cohorts} cohorts, ${users} users`;
}

/** The rows of a run that writes that say less than pass, of all operations or of those that make things. */
async function written(told: Trial, which: 'all' | 'making' = 'all'): Promise<readonly string[]> {
  const run = trial(told);
  const rows = plan(catalogue, run.contract).filter(({ op }) =>
    which === 'all' ? op.writes : op.makes !== undefined,
  );
  const judged = await judgeAll(run, rows);
  expect(accusations(judged)).toEqual([]);
  return judged
    .filter(({ verdict }) => verdict === 'inconclusive')
    .map(({ id, reason }) => `${id}: ${reason}`);
}

test('thirty runs with other seeds, on one target, leave little and judge all', async () => {
  test.setTimeout(600_000);
  const reference = createReference();
  const before = counted(reference);
  const left: (readonly number[])[] = [];
  for (let seed = 1; seed <= 30; seed += 1) {
    const which = [1, 2, 30].includes(seed) ? 'all' : 'making';
    const effort = which === 'all' ? 'standard' : 'quick';
    expect(await written({ against: reference, seed, effort }, which)).toEqual([]);
    left.push(counted(reference).map((count, at) => count - (before[at] ?? 0)));
  }
  const table = [1, 2, 10, 30].map((run) => `after ${run}: ${words(left[run - 1] ?? [])}`);
  test.info().annotations.push({ type: 'left', description: table.join('; ') });
  const growth = left.slice(1).map((now, run) => now.map((count, at) => count - (left[run]?.[at] ?? 0)));
  for (const [classes, cohorts, users] of growth) {
    expect(classes).toBeLessThanOrEqual(each.class);
    expect(cohorts).toBeLessThanOrEqual(each.cohort);
    expect(users).toBeLessThanOrEqual(each.user);
  }
});

test('a second run with the same seed judges as much, also where assigning twice is refused', async () => {
  test.setTimeout(120_000);
  const variant = variants.find(({ id }) => id === 'membership.assign-twice!refused');
  if (!variant) throw new Error('there is no such variant any more');
  const reference = createReference({ shapes: variant.shapes });
  const first = await written({ against: reference, variant });
  expect(await written({ against: reference, variant })).toEqual(first);
});

test('after cleanup has disabled the users, and the target hides them, the next run makes others', async () => {
  test.setTimeout(120_000);
  const reference = createReference();
  const hidden =
    (fetch: Reference['fetch']): Reference['fetch'] =>
    async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith('/users')) return response;
      const body = (await response.json()) as { data?: { enabled?: boolean }[] };
      return Response.json({ ...body, data: body.data?.filter(({ enabled }) => enabled !== false) });
    };
  const run = trial({ against: reference });
  const rows = plan(catalogue, contract).filter(({ op }) => op.id === 'createStudent');
  await judgeAll(run, rows);
  for (const { kind, id } of run.world.made) {
    if (kind !== 'student') continue;
    await run.exchange.send(contract.operation('disableUser'), { userId: id }, {}, 'write');
  }
  const again = trial({ against: reference, wrap: hidden, seed: 2 });
  // Whether a refused creation left a student shows only where students that were created are found.
  const open = [
    'create-student.effect/refused @ createStudent',
    'create-student.effect/refused-for-each @ createStudent',
  ];
  const judged = (await judgeAll(again, rows)).filter(
    ({ id, verdict }) => verdict !== 'pass' && !open.includes(id),
  );
  expect(judged.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
});

for (const taken of [0, 1, 2, 7, 30, 1000]) {
  test(`behind ${taken} numbers that are taken, the next one is found in few steps`, async () => {
    let asked = 0;
    const number = await freeNumber({ world: trial().world }, async (one) => {
      asked += 1;
      return one <= taken;
    });
    expect(number).toBe(taken + 1);
    expect(asked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(taken + 2)) + 1);
  });
}

test('what does not carry the name of the run is never taken for its own', async () => {
  const reference = createReference();
  const blind =
    (fetch: Reference['fetch']): Reference['fetch'] =>
    (request) => {
      const url = new URL(request.url);
      for (const name of ['search', 'username']) url.searchParams.delete(name);
      return fetch(new Request(url, request));
    };
  const before = reference.store.classes.list().map(({ id }) => id);
  const run = trial({ against: reference, wrap: blind });
  await judgeAll(
    run,
    plan(catalogue, contract).filter(({ op }) => ['createClass', 'addClassStudents'].includes(op.id)),
  );
  expect(run.world.made.filter(({ id }) => before.includes(id))).toEqual([]);
  expect(run.world.made.length).toBeGreaterThan(0);
});
