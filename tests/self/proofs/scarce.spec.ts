import { expect } from '@playwright/test';
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
