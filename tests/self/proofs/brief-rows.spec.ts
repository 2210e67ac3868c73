import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Fault } from '../../../reference/faults/kit/fault.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

/** Checks that ask for less in a quick run than at other efforts, and what they find all the same. */
const found = {
  'date-filtering.gt-with-gte': 'date-filtering.gt-with-gte!one-wins',
  'date-filtering.lt-with-lte': 'date-filtering.lt-with-lte!one-wins',
  'date-filtering.value-unreadable': 'date-filtering.value-unreadable!ignored',
  'list-classes.search-whole-name/accents': 'list-classes.search-whole-name/accents!folded',
  'list-cohorts.search-whole-name/accents': 'list-cohorts.search-whole-name/accents!folded',
  'list-sessions.sort-order/whole': 'list-sessions.sort-order/whole!ended',
  'list-users.email/nearly': 'list-users.email/nearly!elsewhere',
  'list-users.name-minimum': 'list-users.name-minimum!no-filter',
  'list-users.role': 'list-users.role!first-role-only',
  'pagination.cursor-form': 'pagination.cursor-form!dotted',
  'pagination.offset-with-cursor': 'pagination.offset-with-cursor!cursor-wins',
  'search-users.search-email/nearly': 'search-users.search-email/nearly!a-part',
  'search-users.search-name-minimum': 'search-users.search-name-minimum!no-filter',
  'versioning.external-id-filter-removed': 'versioning.external-id-filter-removed!kind-list',
} as const;

for (const [check, id] of Object.entries(found))
  test(`in few requests a quick run finds ${id}`, async () => {
    const fault = faultNamed(id);
    const asked = candidates.filter((row) => row.check.id === check && fault.on.includes(row.op.id as never));

    const rows = await judgeAll(wideRun({ wrap: fault.wrap }), asked);

    expect(rows.map(({ verdict }) => verdict)).toEqual(fault.on.map(() => 'fail'));
    expect((await judgeAll(wideRun(), asked)).map(({ verdict }) => verdict)).toEqual(
      fault.on.map(() => 'pass'),
    );
  });

function faultNamed(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault is called ${id}`);
  return fault;
}
