import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { page } from '../../../reference/faults/kit/pages.ts';
import { createReference } from '../../../reference/service/index.ts';
import { wholeList } from '../../../reference/variants/kit/whole-list.ts';
import { test } from '../plain-test.ts';
import { judgeAll, rowsOf, trial } from './judge-service.ts';

/** A service with two cohorts in each academic year and no more. */
const scarce = wholeList(async (items) =>
  items.filter((item, index) => {
    const same = items
      .slice(0, index)
      .filter(({ academicYearId }) => academicYearId === item['academicYearId']);
    return same.length < 2;
  }),
);

test('two results under a filter are enough to see whether a cursor keeps it', async () => {
  const wrap: Parameters<typeof trial>[0] = {
    wrap: (service) => (request) =>
      new URL(request.url).pathname.endsWith('/smart-ia/cohorts') && request.method === 'GET'
        ? scarce(request, service)
        : service(request),
  };
  for (const seed of [1, 2, 3, 4]) {
    const rows = rowsOf('pagination.cursor-keeps-filters', ['listCohorts']);
    expect((await judgeAll(trial({ ...wrap, seed }), rows)).map(({ verdict }) => verdict)).toEqual(['pass']);
  }
});

test('where the newest have no pupil number, a filter by it is judged by those further down', async () => {
  const { fetch, keys, store } = createReference();
  const newest = [...store.users.list()].sort((one, other) => other.createdAt - one.createdAt);
  for (const user of newest.slice(0, 70)) store.users.put({ ...user, upn: undefined });
  const rows = rowsOf('list-users.upn', ['listUsers']);
  const fault = faults.find(({ check }) => check === 'list-users.upn');
  const broken = { keys, fetch: fault?.wrap(fetch) ?? fetch };

  const [sound, judged] = [{ keys, fetch }, broken].map((against) =>
    judgeAll(trial({ against, write: false }), rows),
  );
  expect(await sound).toMatchObject([{ verdict: 'pass' }]);
  expect(await judged).toMatchObject([{ verdict: 'fail' }]);
});

test('where sessions start around each far moment, the rows on such moments say what they lack', async () => {
  const start = (n: number) => new Date(Date.UTC(1900 + 75 * n, 0, 1)).toISOString();
  const around = page(({ data }) => {
    for (const [n, session] of data.entries()) session['startDate'] = start(n % 5);
  });
  const wrap =
    (service: Service): Service =>
    (request) =>
      new URL(request.url).pathname.endsWith('/smart-ia/sessions')
        ? around(request, service)
        : service(request);
  const rows = [
    ...rowsOf('date-filtering.value-date-time/far', ['listSessions']),
    ...rowsOf('date-filtering.value-unix/far', ['listSessions']),
  ];

  for (const { verdict, reason } of await judgeAll(trial({ wrap, write: false }), rows))
    expect([verdict, reason]).toEqual([
      'inconclusive',
      expect.stringContaining('that no session starts around'),
    ]);
});
