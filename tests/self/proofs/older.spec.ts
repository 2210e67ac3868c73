import { expect } from '@playwright/test';
import { clauseOf } from '../../../harness/judging/check.ts';
import { plan } from '../../../harness/judging/plan.ts';
import { faults } from '../../../reference/faults/index.ts';
import type { Fault } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import type { Service } from '../../../reference/service/index.ts';
import { type Contract, versions } from '../../../spec/contract.ts';
import { catalogue } from '../../checks/index.ts';
import { accusations, contractWith, judgeAll, type Trial, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/** Fields of a user that some version added; the interface doesn't say which. */
const added = ['roles', 'createdAt', 'updatedAt', 'classIds', 'cohortIds'];

/** The reference's own overlay says which fields its users always have; an older one says less. */
const users = {
  omits: ['$.components.schemas.User'],
  overlay: [{ target: '$.components.schemas.User.properties', update: { enabled: { type: 'boolean' } } }],
  readings: {},
};

/** A service of an older version: later operations are not there, and of its users some fields are left out. */
function older({ later }: Contract, hidden: readonly string[]): (service: Service) => Service {
  return (service) => async (request) => {
    const op = operationOf(request);
    if (op !== undefined && later.has(op) && request.method !== 'OPTIONS')
      return Response.json({ status: 404, message: 'There is no such route.' }, { status: 404 });
    const response = await service(request);
    const text = await response.text();
    if (text === '' || hidden.length === 0)
      return new Response(response.status === 204 ? null : text, response);
    const shown = JSON.parse(text, (name, value) => (hidden.includes(name) ? undefined : value));
    return new Response(JSON.stringify(shown), response);
  };
}

/** Faults of what a version has and the one before had not; a later one has it still. */
const known: Readonly<Record<string, readonly string[]>> = {
  '1.0': [
    'pagination.cursor-keeps-filters!third-page',
    'date-filtering.start-date-gt!at-a-months-end',
    'list-users.upn!ignored',
    'search-users.same-as-list-users!third-filter',
    'list-sessions.status!ignored',
    'limits.filter-values-each!third',
    'authentication.missing-key!one-route',
    'list-completed-sessions.kind!on-later-pages',
  ],
  '1.1.0': [
    'get-current-academic-year.in-list!end-date',
    'create-student.success',
    'create-student.effect!twice',
    'create-teacher.success',
  ],
  '1.5.0': [
    'list-classes.search-any-case!exact',
    'get-class.same-as-list!name',
    'create-class.conflict!upsert',
    'update-user-name.effect!three-bytes',
    'update-student-details.date-of-birth!summer-time',
  ],
};

/** Faults against what only the newest version asks for: where an older one has the operations, they are none. */
const notYet = [
  'list-users.class-ids!left-out',
  'search-users.cohort-ids!of-last-night',
  'update-user-name.class-ids',
  'list-sessions.sort-default!newest-first',
  'list-sessions.sort-order!direction-ignored',
  'search-sessions.sort!ignored',
  'versioning.external-id-filter-removed',
  'versioning.external-ids-search-removed',
];

function faultBy(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault) return fault;
  throw new Error(`there is no fault ${id}`);
}

/** How a service of an older version may be: the fields of a user that it leaves out, and the faults that are none there. */
interface Kind {
  readonly hidden: readonly string[];
  readonly faults: readonly string[];
}

const kinds: Readonly<Record<string, Kind>> = {
  'with all fields of a user, and nothing that only a later one asks for': { hidden: [], faults: notYet },
  'without the fields that some version added': { hidden: added, faults: [] },
};

for (const version of versions.slice(0, -1)) {
  for (const [words, { hidden, faults }] of Object.entries(kinds)) {
    test(`a service of version ${version} ${words} is judged by its own clauses, and not accused`, async () => {
      test.setTimeout(120_000);
      const by = contractWith(users, version);
      const wrong = faults.map(faultBy);
      expect(wrong.filter(({ check }) => by.clauses.has(clauseOf(check)))).toEqual([]);
      const wrap: Trial['wrap'] = (service) =>
        older(by, hidden)(wrong.reduce((broken, fault) => fault.wrap(broken), service));
      const rows = await judgeAll(trial({ by, wrap }));
      expect(accusations(rows)).toEqual([]);
      const passed = rows.filter(({ verdict }) => verdict === 'pass');
      expect(passed.length).toBeGreaterThan(1000);
      // What only a later operation shows has a reason that names it.
      const waiting = rows.filter(({ reason }) => /came with version \S+; the target serves/.test(reason));
      expect(waiting.every(({ verdict }) => verdict === 'notApplicable')).toBe(true);
      expect(waiting.length > 0).toBe(version !== '1.5.0');
    });
  }
}

for (const [at, version] of versions.slice(0, -1).entries()) {
  const before = versions.slice(0, at + 1);
  for (const id of before.flatMap((each) => known[each] ?? [])) {
    test(`at a service of version ${version}, ${id} is found`, async () => {
      const fault = faultBy(id);
      const by = contractWith(users, version);
      const wrap: Trial['wrap'] = (service) => older(by, [])(fault.wrap(service));
      const rows = plan(catalogue, by).filter(
        ({ check, op }) => check.id === fault.check && fault.on.some((on) => on === op.id),
      );
      const judged = await judgeAll(trial({ by, wrap }), rows);
      expect(judged.length).toBeGreaterThan(0);
      expect(judged.filter(({ verdict }) => verdict !== 'fail')).toEqual([]);
    });
  }
}

test('a profile with ids has an older version judged where it can read by id and not list', async () => {
  const by = contractWith(users, '1.1.0');
  const newest = trial();
  const listed = await newest.exchange.send(
    newest.contract.operation('listClasses'),
    { limit: 1 },
    {},
    'read',
  );
  const [first] = (listed.json as { data: { classId: string }[] }).data;
  const run = trial({
    by,
    wrap: older(by, []),
    write: false,
    profileSays: { fixtures: { ids: { classId: first?.classId ?? '' } } },
  });
  const rows = plan(catalogue, by).filter(({ id }) => id === 'get-class.success @ getClass');
  expect(await judgeAll(run, rows)).toMatchObject([{ verdict: 'pass' }]);
});
