// Bugs of academic years, classes, cohorts and tests, as they are read.

import { deep, item, on, plain, single, str, success, TL, YC, YG, YL } from './kit.ts';

import type { Def } from './switches.ts';

const TIME = 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ';

const SAME = 'a list and a single read show one resource';
const EVERY = 'the list holds all results';

export const groupBugs: readonly Def[] = [
  // Years
  deep(
    'years.next-lost',
    EVERY,
    'a year that has not begun is left out',
    on('rows', YL, (rows, _a, c) => rows.filter((r) => 'start' in r && r.start <= c.world.now())),
  ),
  deep(
    'years.past-lost',
    EVERY,
    'the oldest year is left out of the list',
    on('rows', YL, (rows) => rows.slice(1)),
  ),
  plain(
    'years.dates-only',
    TIME,
    'startDate and endDate are dates',
    item(YL, (j) => {
      j['startDate'] = str(j, 'startDate').slice(0, 10);
      j['endDate'] = str(j, 'endDate').slice(0, 10);
    }),
  ),
  deep(
    'years.end-no-millis',
    TIME,
    'endDate lacks milliseconds in a single read',
    single(YG, (j) => {
      j['endDate'] = str(j, 'endDate').replace(/\.\d+Z/, 'Z');
    }),
  ),
  deep(
    'years.dates-turned',
    SAME,
    'startDate and endDate change places in a single read',
    single(YG, (j) => {
      const { startDate = '', endDate = '' } = j;
      j['startDate'] = endDate;
      j['endDate'] = startDate;
    }),
  ),
  plain(
    'years.current-is-latest',
    'the current year is current',
    'the latest year counts as current',
    success(YC, (b, _r, c) => {
      const y = c.world.years.rows.at(-1);
      const j = b['academicYear'];
      if (y && typeof j === 'object' && j !== null && !Array.isArray(j)) {
        j['academicYearId'] = y.id;
        j['name'] = y.name;
        j['startDate'] = new Date(y.start).toISOString();
        j['endDate'] = new Date(y.end).toISOString();
      }
    }),
  ),
  deep(
    'years.future-missing',
    '404 is for a year that does not exist',
    'a year that has not begun gives 404',
    on('ids', YG, (ids, c) => {
      const y = c.world.years.get(ids.get('academicYearId') ?? '');
      if (y && y.start > c.world.now()) ids.set('academicYearId', '');
    }),
  ),
  deep(
    'years.unknown-is-current',
    '404 is for a year that does not exist',
    'an unknown year gives the current one',
    on('ids', YG, (ids, c) => {
      if (!c.world.years.get(ids.get('academicYearId') ?? ''))
        ids.set('academicYearId', c.world.currentYear()?.id ?? '');
    }),
  ),
  plain(
    'years.current-as-data',
    'a single response wraps the resource in its name',
    'the current year stands under data',
    success(YC, (b, r) => {
      r.body = { data: b['academicYear'] ?? null };
    }),
  ),
  deep(
    'years.id-of-next',
    SAME,
    'the id in the list is that of the next year',
    item(YL, (j, row, c) => {
      j['academicYearId'] = c.world.years.rows[(row.seq + 1) % 4]?.id ?? '';
    }),
  ),
  // Tests
  deep(
    'tests.subjects-once',
    EVERY,
    'only one test of each subject is listed',
    on('rows', TL, (rows) => [...new Map(rows.map((r) => ['subject' in r ? r.subject : '', r])).values()]),
  ),
  plain(
    'tests.paginated',
    'the test list is not paginated',
    'limit cuts the list',
    success(TL, (b, _r, c) => {
      const limit = Number(c.req.query.find(([n]) => n === 'limit')?.[1] ?? Number.NaN);
      if (limit >= 0 && Array.isArray(b['data'])) b['data'] = b['data'].slice(0, limit);
    }),
  ),
  deep(
    'tests.version-as-id',
    'testId is the identifier of the test',
    'testId is that of the version for ESOL',
    item(TL, (j, _row, c) => {
      if (j['subject'] === 'ESOL') j['testId'] = c.world.tests.get(str(j, 'testId'))?.versionId ?? '';
    }),
  ),
  deep(
    'tests.name-ascii',
    SAME,
    'names in the test list lack other letters than a to z',
    item(TL, (j) => {
      j['name'] = str(j, 'name')
        .normalize('NFD')
        .replace(/[^ -~]/g, '');
    }),
  ),
  deep(
    'tests.unused-lost',
    EVERY,
    'tests that no cohort has are left out',
    on('rows', TL, (rows, _a, c) =>
      rows.filter((r) =>
        c.world.cohorts.rows.slice(0, 6).some((h) => h.tests.some((t) => t.testId === r.id)),
      ),
    ),
  ),
];
