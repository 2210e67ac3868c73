// Bugs of reading academic years, classes, cohorts and tests – part three.
import { CO, CO1, empty, exact, type Group, low, now, search, TS, testsIn, year } from './bugs-groups-kit.ts';
import { answer, type Bug, D, edit, editOf, has, M, match, P, param, restatus } from './hooks.ts';
import { at, type CohortRow, must, type TestRow } from './types.ts';

export const cohorts: Bug[] = [
  P(
    'co-search-part',
    'r',
    CO,
    exact,
    'contains',
    search((n, w) => low(n).includes(low(w))),
  ),
  P(
    'co-search-case',
    'r',
    CO,
    exact,
    'the case must be the same',
    search((n, w) => n === w),
  ),
  P('co-search-ignored', 'r', CO, exact, 'it is not read', { filter: match('search', () => true) }),
  D('co-search-first', 'r', CO, exact, 'stops at the first hit', {
    rows: (v, c) => (has(c, 'search') ? v.slice(0, 1) : v),
  }),
  D(
    'co-search-ascii',
    'r',
    CO,
    exact,
    'only A to Z have two cases',
    search((n, w) => {
      const f = (s: string) => s.replace(/[A-Z]/g, (x) => x.toLowerCase());
      return f(n) === f(w);
    }),
  ),
  D('co-search-current', 'r', CO, 'several filters narrow the list', 'with current, search is forgotten', {
    filter: (v, c) =>
      v.name === 'search' && param(c, 'academicYearId') === 'current' ? { ...v, keep: () => true } : v,
  }),
  M('co-year-current-ignored', 'r', CO, year, 'current shows every year', {
    filter: match(
      'academicYearId',
      (row: Group, v) => v.values[0] === 'current' || row.academicYearId === v.values[0],
    ),
  }),
  M('co-year-not', 'r', CO, year, 'an id shows all but that year', {
    filter: match('academicYearId', (row: Group, v, c) =>
      v.values[0] === 'current'
        ? row.academicYearId === now(c).academicYearId
        : row.academicYearId !== v.values[0],
    ),
  }),
  P('co-year-form-500', 'r', CO, 'an invalid request gets 400', 'what is no UUID throws', {
    rule: restatus(500, 'academicYearId.form'),
  }),
  P('co-tests-null', 'r', CO, empty, 'null for no tests', {
    item: edit((o) => {
      o['tests'] ??= null;
    }),
  }),
  M('co-tests-absent-list', 'r', CO, 'tests are the tests of the cohort', 'the list does not load them', {
    item: edit((o) => {
      delete o['tests'];
    }),
  }),
  P('co-tests-ids', 'r', CO1, 'tests are CohortTest objects', 'ids alone', {
    item: edit((o, row: CohortRow) => {
      if (o['tests']) o['tests'] = row.tests.map((t) => t.testId);
    }),
  }),
  M('co-tests-twice', 'r', CO1, 'testId is unique per test', 'a join with versions shows the first twice', {
    item: edit((o) => {
      testsIn(o, (t) => [t[0], ...t]);
    }),
  }),
  M('co-tests-swapped', 'r', CO, 'name and subject are those of the test', 'swapped', {
    item: edit((o) => {
      testsIn(o, (t) => t.map((x) => ({ ...x, name: x['subject'], subject: x['name'] })));
      if (!o['tests']) delete o['tests'];
    }),
  }),
  D(
    'co-tests-neighbour',
    'r',
    CO,
    'tests are those of the cohort',
    'on pages with an offset or a cursor, those of the cohort before',
    {
      item: edit((o, row: CohortRow, c) => {
        if (!has(c, 'offset') && !has(c, 'cursor')) return;
        const n = c.w.cohorts.indexOf(row);
        const other = c.w.cohorts[n - 1];
        if (other?.tests.length)
          o['tests'] = other.tests.map((l) => {
            const t = must(c.w.tests.find((x) => x.testId === l.testId));
            return {
              testId: l.testId,
              testVersionId: l.testVersionId,
              name: t.name,
              subject: t.subject,
              activationStatus: l.activationStatus,
            };
          });
      }),
    },
  ),
  D('co-tests-first-one', 'r', CO1, 'tests are the tests of the cohort', 'one row of the join is read', {
    item: edit((o) => {
      testsIn(o, (t) => t.slice(0, 1));
    }),
  }),
  M(
    'co-test-name-other',
    'r',
    CO1,
    'name is that of the test',
    'the name of the test of the same position in the list',
    {
      item: edit((o, _r, c) => {
        testsIn(o, (t) => t.map((x, n) => ({ ...x, name: at(c.w.tests, n).name })));
      }),
    },
  ),
  M('co-version-number', 'r', CO1, 'testVersionId is a UUID', 'a number', {
    item: edit((o) => {
      testsIn(o, (t) => t.map((x) => ({ ...x, testVersionId: 3 })));
    }),
  }),
  M('co-activation-flag', 'r', CO, 'activationStatus is a string', 'true and false', {
    item: edit((o, _r, c) => {
      testsIn(o, (t) =>
        t.map((x) => ({ ...x, activationStatus: x['activationStatus'] === c.s.activation[0] })),
      );
    }),
  }),
  M('co-activation-unknown', 'r', CO1, 'the owner says which activation statuses there are', 'an old word', {
    item: edit((o) => {
      testsIn(o, (t) =>
        t.map((x) => ({
          ...x,
          activationStatus: x['activationStatus'] === 'closed' ? 'archived' : x['activationStatus'],
        })),
      );
    }),
  }),
  P('co-one-class', 'r', CO1, 'a cohort stands in cohort', 'class for cohort', {
    reply: answer((b) => ({ class: b['cohort'] })),
  }),
  P('co-one-unknown-500', 'r', CO1, 'an unknown cohort gets 404', 'null is read', {
    rule: restatus(500, 'cohort.there'),
  }),
  M('co-one-unknown-200', 'r', CO1, 'an unknown cohort gets 404', '200 with an empty object', {
    reply: (r, c) =>
      r.status === 404
        ? {
            ...r,
            status: 200,
            headers: { ...r.headers, 'content-type': c.s.contentType },
            body: { cohort: {} },
          }
        : r,
  }),
  D('co-one-after-100', 'r', CO1, 'a known cohort is found', 'looks at the first 100 only', {
    source: (v) => v.slice(0, 100),
  }),
  D(
    'co-one-case',
    'r',
    CO1,
    'shows the cohort of the id',
    'of names that differ in case, the first is shown',
    {
      item: edit((o, row: CohortRow, c) => {
        o['cohortId'] = must(
          c.w.cohorts.find((x) => low(x.name) === low(row.name) && x.academicYearId === row.academicYearId),
        ).cohortId;
      }),
    },
  ),
  D('co-description-year', 'r', CO, empty, 'with a year asked, null for no description', {
    item: edit((o, _r, c) => {
      if (has(c, 'academicYearId')) o['description'] ??= null;
    }),
  }),
];

export const tests: Bug[] = [
  P('te-wrapper', 'r', TS, 'list responses use data', 'tests for data', {
    reply: answer((b) => ({ tests: b['data'] })),
  }),
  M('te-limit', 'r', TS, 'the list is not paginated', 'limit cuts it', {
    source: (v, c) => (has(c, 'limit') ? v.slice(0, Number(param(c, 'limit'))) : v),
  }),
  M('te-lost', 'r', TS, 'lists the tests', 'tests of a subject that has one already are left out', {
    source: (v: TestRow[]) => v.filter((t, n) => v.findIndex((x) => x.subject === t.subject) === n),
  }),
  M('te-twice', 'r', TS, 'testId is that of one test', 'a join with cohorts shows tests several times', {
    source: (v) => [...v, ...v.slice(0, 3)],
  }),
  P('te-id', 'r', TS, 'testId is a UUID', "the version's number", {
    item: editOf('test', (o, row: TestRow, c) => {
      o['testId'] = `T-${c.w.tests.indexOf(row)}`;
    }),
  }),
  M('te-version-id', 'r', TS, 'testId is the same wherever the test is shown', 'the id of the version', {
    item: editOf('test', (o, row: TestRow) => {
      o['testId'] = row.testVersionId;
    }),
  }),
  P('te-subject-object', 'r', TS, 'subject is a string', 'an object', {
    item: editOf('test', (o) => {
      o['subject'] = { name: o['subject'] };
    }),
  }),
];
