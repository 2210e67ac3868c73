// Bugs of cohorts, as they are read.

import {
  argsIf,
  both,
  deep,
  drop,
  filter,
  G,
  HG,
  HL,
  item,
  lax,
  on,
  plain,
  single,
  str,
  success,
} from './kit.ts';

import type { Def } from './switches.ts';
import type { Json, Obj } from './types.ts';

const EXACT = 'search is an exact match on the name';
const CASE = 'search heeds no letter case';
const YEAR = 'academicYearId filters by year';
const CURRENT = 'academicYearId may be the literal current';
const ALL = 'filters hold together';
const EMPTY = 'empty fields are left out';

const TESTS = 'tests are those assigned to the cohort';

const SAME = 'a list and a single read show one resource';
const EVERY = 'the list holds all results';

const lower = (text: string | undefined): string => (text ?? '').toLowerCase();
const tests = (json: Obj): Obj[] => (Array.isArray(json['tests']) ? (json['tests'] as Obj[]) : []);
const setTests = (json: Obj, list: Json[]): void => {
  if (json['tests'] !== undefined) json['tests'] = list;
};

export const cohortBugs: readonly Def[] = [
  deep(
    'cohorts.search-prefix',
    EXACT,
    'search finds names that begin with the text',
    filter(
      HL,
      'search',
      (ok, row, a) => ok || (a.f.search !== '' && lower(G(row).name).startsWith(lower(a.f.search))),
    ),
  ),
  plain(
    'cohorts.search-case',
    CASE,
    'search heeds the letter case',
    filter(HL, 'search', (ok, row, a) => ok && G(row).name === a.f.search),
  ),
  deep(
    'cohorts.search-accents',
    EXACT,
    'search heeds no diacritics',
    filter(
      HL,
      'search',
      (ok, row, a) =>
        ok ||
        lower(G(row).name).normalize('NFD').replace(/[̀-ͯ]/g, '') ===
          lower(a.f.search).normalize('NFD').replace(/[̀-ͯ]/g, ''),
    ),
  ),
  deep(
    'cohorts.search-ampersand',
    EXACT,
    'search ends at an ampersand',
    argsIf(
      HL,
      (a) => a.f.search !== undefined,
      (a) => {
        a.f.search = (a.f.search ?? '').split(' &')[0] ?? '';
      },
    ),
  ),
  deep(
    'cohorts.year-ignored',
    YEAR,
    'academicYearId is ignored where it is a UUID',
    argsIf(
      HL,
      (a) => a.f.academicYearId !== 'current',
      (a) => {
        delete a.f.academicYearId;
      },
    ),
  ),
  deep(
    'cohorts.current-nothing',
    CURRENT,
    'current finds nothing',
    filter(HL, 'academicYearId', (ok, _r, a) => ok && a.f.academicYearId !== 'current'),
  ),
  deep(
    'cohorts.current-with-search',
    ALL,
    'current is ignored beside search',
    argsIf(
      HL,
      (a) => a.f.search !== undefined && a.f.academicYearId === 'current',
      (a) => {
        delete a.f.academicYearId;
      },
    ),
  ),
  deep(
    'cohorts.year-any-text',
    'academicYearId is a UUID or current',
    'a text without hyphens is let through as academicYearId',
    lax(HL, 'year', (c) => !c.req.query.some(([n, v]) => n === 'academicYearId' && v.includes('-'))),
  ),
  deep(
    'cohorts.testless-lost',
    EVERY,
    'cohorts without tests are left out',
    on('all', HL, (ok, row) => ok && G(row).tests.length > 0),
  ),
  deep(
    'cohorts.repeated-by-test',
    'a result is listed once',
    'with search a cohort is listed once for each test',
    on('rows', HL, (rows, a) =>
      a.f.search !== undefined
        ? rows.flatMap((r) => Array.from({ length: Math.max(1, G(r).tests.length) }, () => r))
        : rows,
    ),
  ),
  deep(
    'cohorts.tests-missing-in-list',
    SAME,
    'tests are left out of the list',
    item(HL, (j) => drop(j, 'tests')),
  ),
  deep(
    'cohorts.tests-first',
    TESTS,
    'a single read shows three tests at most',
    single(HG, (j) => setTests(j, tests(j).slice(0, 3))),
  ),
  deep(
    'cohorts.tests-of-subject',
    TESTS,
    'of several tests of one subject one is shown',
    item(HL, (j) => setTests(j, [...new Map(tests(j).map((t) => [t['subject'], t])).values()])),
  ),
  deep(
    'cohorts.tests-leak',
    TESTS,
    'a cohort in the list shows the tests of the one before as well',
    item(HL, (j, row, c) => {
      const had = c.world.memo.get('leak');
      const own = tests(j);
      if (Array.isArray(had) && row.seq > 0 && own.length > 0)
        j['tests'] = [
          ...own,
          ...had.filter(
            (t) =>
              !own.some(
                (o) =>
                  typeof t === 'object' && t !== null && !Array.isArray(t) && o['testId'] === t['testId'],
              ),
          ),
        ];
      c.world.memo.set('leak', own);
    }),
  ),
  deep(
    'cohorts.tests-repeated',
    'a testId is unique among the tests',
    'a cohort of several tests shows the first twice',
    single(HG, (j) => {
      const own = tests(j);
      if (own.length > 1) setTests(j, [...own, ...own.slice(0, 1)]);
    }),
  ),
  plain(
    'cohorts.tests-ids',
    'tests is an array of CohortTest',
    'tests is an array of ids in a single read',
    single(HG, (j) =>
      setTests(
        j,
        tests(j).map((t) => t['testId'] ?? ''),
      ),
    ),
  ),
  deep(
    'cohorts.version-as-id',
    'testVersionId identifies the version',
    'testVersionId is the testId',
    ...both([HL, HG], (j) => {
      for (const t of tests(j)) t['testVersionId'] = t['testId'] ?? '';
    }),
  ),
  deep(
    'cohorts.activation-lower',
    SAME,
    'activationStatus is in small letters in a single read',
    single(HG, (j) => {
      for (const t of tests(j)) t['activationStatus'] = lower(str(t, 'activationStatus'));
    }),
  ),
  deep(
    'cohorts.subject-as-name',
    'name is that of the test',
    'name and subject of digital tests change places',
    ...both([HL, HG], (j) => {
      for (const t of tests(j))
        if (t['subject'] === 'Digital Skills') {
          t['subject'] = t['name'] ?? '';
          t['name'] = 'Digital Skills';
        }
    }),
  ),
  deep(
    'cohorts.test-id-missing',
    'a CohortTest has a testId',
    'the testId of planned tests is left out',
    ...both([HL, HG], (j) => {
      for (const t of tests(j)) if (t['activationStatus'] === 'PLANNED') drop(t, 'testId');
    }),
  ),
  deep(
    'cohorts.description-null',
    EMPTY,
    'an empty description is null in a single read',
    single(HG, (j) => {
      j['description'] ??= null;
    }),
  ),
  deep(
    'cohorts.name-quote',
    SAME,
    'an apostrophe has a backslash before it in a single read',
    single(HG, (j) => {
      j['name'] = str(j, 'name').replaceAll("'", "\\'");
    }),
  ),
  deep(
    'cohorts.name-broken',
    SAME,
    'letters beyond Latin are question marks in a single read',
    single(HG, (j) => {
      j['name'] = str(j, 'name').replace(/[^ -ɏ –“”]/g, '?');
    }),
  ),
  deep(
    'cohorts.year-name',
    'academicYearId is a UUID',
    'academicYearId is the name of the year in a single read',
    single(HG, (j, row, c) => {
      j['academicYearId'] = c.world.years.get(G(row).yearId)?.name ?? '';
    }),
  ),
  deep(
    'cohorts.next-missing',
    '404 is for a cohort that does not exist',
    'a cohort of a year to come gives 404',
    on('ids', HG, (ids, c) => {
      const row = c.world.cohorts.get(ids.get('cohortId') ?? '');
      if (row && (c.world.years.get(row.yearId)?.start ?? 0) > c.world.now()) ids.set('cohortId', '');
    }),
  ),
  deep(
    'cohorts.class-found',
    '404 is for a cohort that does not exist',
    'the id of a class finds the cohort at the same place',
    on('ids', HG, (ids, c) => {
      const row = c.world.classes.get(ids.get('cohortId') ?? '');
      if (row) ids.set('cohortId', c.world.cohorts.rows[row.seq % 12]?.id ?? '');
    }),
  ),
  plain(
    'cohorts.named-smart',
    'a single response wraps the resource in its name',
    'a cohort stands under smartIaCohort',
    success(HG, (b, r) => {
      r.body = { smartIaCohort: b['cohort'] ?? null };
    }),
  ),
];
