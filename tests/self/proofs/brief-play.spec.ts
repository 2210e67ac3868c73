import { expect } from '@playwright/test';
import { listFilters } from '../../../generators/filters.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { faults } from '../../../reference/faults/index.ts';
import { refusal } from '../../../reference/faults/kit/breaks.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { catalogue } from '../../checks/index.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { contract, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

const check = 'pagination.ways-agree/any-combination';

/** What breaks where a quick run asks for much in few requests, and the list where it does. */
const broken = {
  'other orders than that of the list': {
    'list-users.sort-order!forgotten-by-offset': 'listUsers',
    'search-users.sort/as-in-list!field-ignored': 'searchUsers',
    'list-sessions.sort-order!field-ignored-descending': 'listSessions',
    'search-sessions.sort!ends-ignored': 'searchSessions',
  },
  'every filter at once': {
    'list-users.filters-combine!third-filter': 'listUsers',
    'list-users.filters-combine/narrower!odd-one-alone': 'listUsers',
    'list-sessions.filters-combine!status-beside-test': 'listSessions',
    'search-sessions.search/filters-combine!third-filter': 'searchSessions',
  },
  'each end of a range, with the item on it': {
    'date-filtering.start-date-gt!as-gte': 'listStudySessions',
    'date-filtering.start-date-gte!as-gt': 'listInProgressSessions',
    'date-filtering.start-date-lt!as-lte': 'listStudySessions',
    'date-filtering.start-date-lte!as-lt': 'listCompletedSessions',
    'date-filtering.end-date-gt!as-gte': 'searchSessions',
    'date-filtering.end-date-gte!as-gt': 'listSessions',
    'date-filtering.end-date-lt!as-lte': 'listCompletedSessions',
    'date-filtering.end-date-lte!as-lt': 'listStudySessions',
  },
  'parts of values': { 'list-users.external-id/as-text!anywhere': 'listUsers' },
  'what other fields say': {
    'list-users.external-id/other-fields!upn': 'listUsers',
    'search-users.search-usernames/other-fields!upn': 'searchUsers',
  },
  'more values than a query takes': {
    'search-sessions.many-values!thirty': 'searchSessions',
    'search-users.many-user-ids!bound-of-the-list': 'searchUsers',
    'search-users.many-external-ids!rest-dropped': 'searchUsers',
  },
  'the page before, under a filter and an order': {
    'pagination.cursor-keeps-filters/backwards!forgets-all': 'listUsers',
    'pagination.previous-leads-back!two-back': 'listSessions',
    'pagination.cursor-keeps-sort/backwards!default-order': 'listSessions',
  },
  'the year that is the current one': { 'list-classes.academic-year-current!first': 'listClasses' },
  'one result behind a page': {
    'pagination.next-given-before-last!one-left': 'listSessions',
  },
  'a role beside a name': { 'pagination.ways-agree/any-combination!role-beside-name': 'searchUsers' },
  'an order beside a status': {
    'pagination.ways-agree/any-combination!upwards-beside-status': 'listSessions',
  },
  'nearly an address': {
    'list-users.email/nearly!a-part': 'listUsers',
    'search-users.search-email/nearly!elsewhere': 'searchUsers',
  },
  'what nothing fits': {
    'list-users.user-id-no-match!counts-all': 'listUsers',
    'list-sessions.user-id-no-match!everything': 'listSessions',
  },
  'the status that the interface states': { 'list-users.email/each-address!a-part': 'listUsers' },
  'the next page without a limit': { 'pagination.limit-optional/with-cursor!refused': 'listUsers' },
  'all that a filter leaves, in two pages': { 'pagination.next-leads-on!row-again': 'listClasses' },
  'a page past the end': {
    'pagination.offset-beyond-end!last-page': 'listCohorts',
    'pagination.total-counts/past-the-end!of-the-rows': 'listClasses',
  },
  'timestamps, and both forms in one range': {
    'date-filtering.unix-seconds!milliseconds': 'listInProgressSessions',
    'date-filtering.range/mixed-forms!timestamp-dropped': 'listInProgressSessions',
  },
  'the next page under filters and orders': {
    'pagination.cursor-keeps-filters!forgets-all': 'listCohorts',
    'pagination.cursor-keeps-filters!forgets-names': 'listUsers',
    'pagination.cursor-keeps-filters!with-a-status': 'listSessions',
    'pagination.cursor-keeps-sort!default-order': 'listInProgressSessions',
  },
} as const;

for (const [what, faultsOf] of Object.entries(broken))
  for (const [id, op] of Object.entries(faultsOf))
    test(`a quick run asks for ${what}: ${id}`, async () => {
      const fault = faults.find((one) => one.id === id);
      expect(fault).toBeDefined();
      expect(await judged(op, fault?.wrap)).toEqual([`${check} @ ${op} fail`]);
      expect(await judged(op)).toEqual([`${check} @ ${op} pass`]);
    });

/** Requests for users with so many filters that name them are refused. */
const refusesMany = (service: Service): Service =>
  refusing(service, (asked) => listFilters.filter((name) => asked.has(name)).length > 3);

/** Requests for users by a username are refused, unless each has the form that all have here. */
const refusesParts = (service: Service): Service =>
  refusing(
    service,
    (asked) => !asked.getAll('username').every((name) => /^[a-z]\d{5}$|^rollcall-/.test(name)),
  );

test('a target that refuses parts of values is asked without them, and what it refuses for no reason is told', async () => {
  const row = `${check} @ listUsers`;

  expect(await judged('listUsers', refusesParts)).toEqual([`${row} pass`]);
  expect(await judged('listUsers', refusesMany)).toEqual([`${row} fail`]);
});

test('what a quick run asks of a list, the other efforts ask of it too', async () => {
  for (const op of ['listUsers', 'searchUsers', 'listSessions', 'listCompletedSessions']) {
    const quick = await askedBy('quick', op);

    expect(quick.length).toBeGreaterThan(5);
    for (const effort of ['standard', 'deep'] as const)
      expect(await askedBy(effort, op)).toEqual(expect.arrayContaining(quick));
  }
});

const kinds = [
  'list-sessions.both-kinds @ listSessions',
  'list-completed-sessions.all-of-kind @ listCompletedSessions',
  'list-in-progress-sessions.all-of-kind @ listInProgressSessions',
];

test('a quick run compares the lists of sessions by the pages that it knows each by, for no request more', async () => {
  const run = wideRun();
  const lists = ['listSessions', 'listCompletedSessions', 'listInProgressSessions'];
  const plays = lists.flatMap((op) => [`conventions.json-content-type @ ${op}`, `${check} @ ${op}`]);
  await judgeAll(
    run,
    candidates.filter(({ id }) => plays.includes(id)),
  );
  const rows = await judgeAll(
    run,
    candidates.filter(({ id }) => kinds.includes(id)),
  );

  expect(rows.map(({ id, verdict, requests }) => `${id} ${verdict} ${requests}`)).toEqual(
    kinds.map((id) => `${id} pass 0`),
  );
});

for (const { id, check: broken, on, wrap } of faults.filter((one) =>
  kinds.some((row) => row.startsWith(`${one.check} @`)),
))
  test(`so it sees a session that one list lacks: ${id}`, async () => {
    const rows = await judgeAll(
      wideRun({ wrap }),
      candidates.filter((row) => on.some((op) => row.id === `${broken} @ ${op}`)),
    );

    expect(rows.map(({ verdict }) => verdict)).toEqual(on.map(() => 'fail'));
  });

/**
 * What the row of a list asks, by its address and its body, other than for a page by its cursor. How much it asks for
 * at most, where it reads all, depends on the effort.
 */
async function askedBy(effort: Effort, op: string): Promise<string[]> {
  const asked: string[] = [];
  const listen = (service: Service): Service => {
    return async (request) => {
      const text = `${request.url} ${await request.clone().text()}`;
      if (!text.includes('cursor')) asked.push(text.replace(/(?<=limit\W+)(?:400|1000)\b/, 'all'));
      return service(request);
    };
  };
  const run = trial({ effort, write: false, wrap: listen });
  await judgeAll(
    run,
    plan(catalogue, contract).filter(({ id }) => id === `${check} @ ${op}`),
  );
  return asked;
}

function refusing(service: Service, isRefused: (asked: URLSearchParams) => boolean): Service {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    return pathname.endsWith('/users') && isRefused(searchParams)
      ? refusal(400, 'Invalid request.')
      : service(request);
  };
}

/** The verdict on a list, whether or not its row was chosen for quick runs. */
async function judged(op: string, wrap?: (service: Service) => Service): Promise<readonly string[]> {
  const row = candidates.filter(({ id }) => id === `${check} @ ${op}`);
  const rows = await judgeAll(wideRun(wrap && { wrap }), row);
  return rows.map(({ id, verdict }) => `${id} ${verdict}`);
}
