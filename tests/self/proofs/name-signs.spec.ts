import { expect } from '@playwright/test';
import { keep, onPage } from '../../../reference/faults/kit/pages.ts';
import { filtersOf } from '../../../reference/faults/kit/user-filters.ts';
import { judgeAll, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

const rows = [
  ...rowsOf('list-users.name/signs', ['listUsers']),
  ...rowsOf('search-users.search-name/signs', ['searchUsers']),
];

/** The verdicts on a service that finds by a name only those users whom this keeps. */
async function verdictsWhere(keeps: (name: string) => boolean): Promise<readonly string[]> {
  const run = trial({
    write: false,
    shrinks: 0,
    wrap: (service) => async (request) => {
      const [name] = (await filtersOf(request)).get('name') ?? [];
      return name === undefined || keeps(name)
        ? service(request)
        : onPage(request, service, (page) => keep(page, () => false));
    },
  });
  return (await judgeAll(run, rows)).map(({ verdict }) => verdict);
}

test('where no name finds anybody, nothing is said of signs in names', async () => {
  expect(await verdictsWhere(() => false)).toEqual(['inconclusive', 'inconclusive']);
});

test('what a target makes of names of several words is left open', async () => {
  expect(await verdictsWhere((name) => !name.includes(' '))).toEqual(['pass', 'pass']);
});
