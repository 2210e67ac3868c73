// Bugs of memberships: students and teachers of classes, students and tests of cohorts – part two.
import {
  adds,
  after,
  bad,
  CO,
  CO1,
  DH,
  DHT,
  HS,
  HT,
  once,
  pairs,
  removeIn,
  takes,
  tests,
} from './bugs-members-kit.ts';
import { type Bug, D, edit, fieldOf, M, memo, P, restatus } from './hooks.ts';
import {
  type CohortRow,
  type Command,
  type Ctx,
  type Item,
  listOf,
  must,
  objectOf,
  type Pair,
  pathOf,
  textOf,
} from './types.ts';

export const cohortMembers: Bug[] = [
  P(
    'mh-noop',
    'w',
    HS,
    adds,
    'nothing is stored',
    pairs(() => []),
  ),
  M(
    'mh-last',
    'w',
    HS,
    adds,
    'the last one is left out',
    pairs((p) => (p.length > 1 ? p.slice(0, -1) : p)),
  ),
  D('mh-one-cohort', 'w', HS, takes, 'a student is in one cohort only: the others are left', {
    write: (v, c) => {
      for (const id of v.ids) removeIn(c.w.cohortStudents, id);
      return v;
    },
  }),
  D('mh-replaces', 'w', HS, takes, 'the list replaces who was there', {
    write: (v, c) => {
      c.w.cohortStudents.get(v.target)?.clear();
      return v;
    },
  }),
  D('mh-year', 'w', HS, adds, 'they are put into every cohort of that name', {
    write: (v, c) => {
      const row = c.w.cohorts.find((x) => x.cohortId === v.target);
      const others = c.w.cohorts.filter((x) => x.name.toLowerCase() === row?.name.toLowerCase());
      return {
        ...v,
        patch: { ...v.patch, pairs: others.flatMap((o) => v.ids.map((u): Pair => [o.cohortId, u])) },
      };
    },
  }),
  P('mh-unknown', 'w', HS, 'an unknown cohort gets 404', '500', { rule: restatus(500, 'cohort.there') }),
  M('mh-form', 'w', HS, bad, 'what is no UUID throws', { rule: restatus(500, 'ids.uuid') }),
  P('mh-201', 'w', HS, 'the answer is 204', '201', once(204, 201)),
  P(
    'md-noop',
    'w',
    DH,
    takes,
    'nothing is removed',
    pairs(() => []),
  ),
  M(
    'md-first',
    'w',
    DH,
    takes,
    'the first one alone',
    pairs((p) => p.slice(0, 1)),
  ),
  D(
    'md-all',
    'w',
    DH,
    takes,
    'all students leave',
    after((_v, c) => c.w.cohortStudents.get(pathOf(c, 'cohortId'))?.clear()),
  ),
  D(
    'md-everywhere',
    'w',
    DH,
    takes,
    'they leave all cohorts',
    after((v, c) => {
      for (const id of v.ids) removeIn(c.w.cohortStudents, id);
    }),
  ),
  D(
    'md-classes',
    'w',
    DH,
    takes,
    'they leave their classes as well',
    after((v, c) => {
      for (const id of v.ids) removeIn(c.w.students, id);
    }),
  ),
  P('md-body', 'w', DH, 'DELETE takes a body', 'the body of a DELETE is dropped: 400', {
    incoming: (v) => ({ ...v, text: '' }),
  }),
  M('md-unknown', 'w', DH, 'an unknown cohort gets 404', '500', { rule: restatus(500, 'cohort.there') }),
];

const same = (a: Command, c: Ctx): CohortRow => must(c.w.cohorts.find((x) => x.cohortId === a.target));
const cohortOf = (v: Item): string => textOf(fieldOf(v.row, 'cohortId'));
export const cohortTests: Bug[] = [
  P('mt-noop', 'w', HT, tests, 'nothing is stored', { write: (v) => ({ ...v, ids: [] }) }),
  M('mt-first', 'w', HT, tests, 'the first one alone', { write: (v) => ({ ...v, ids: v.ids.slice(0, 1) }) }),
  D('mt-replaces', 'w', HT, tests, 'the list replaces what was there', {
    write: (v) => {
      must(v.patch.cohort).tests = [];
      return v;
    },
  }),
  D(
    'mt-twice',
    'w',
    HT,
    'testId is unique per test',
    'assigning again shows the test twice',
    after((v, c) => {
      const row = must(c.w.cohorts.find((x) => x.cohortId === c.path['cohortId']));
      const ids = listOf(objectOf(c.body)['testIds']);
      for (const t of [...row.tests])
        if (ids.includes(t.testId) && !v.ids.includes(t.testId)) row.tests.push({ ...t });
    }),
  ),
  D(
    'mt-shared',
    'w',
    HT,
    tests,
    'other cohorts of the year get them too',
    after((v, c) => {
      const row = same(v, c);
      for (const o of c.w.cohorts)
        if (o !== row && o.academicYearId === row.academicYearId)
          o.tests = [
            ...o.tests.filter((t) => !v.ids.includes(t.testId)),
            ...row.tests.filter((t) => v.ids.includes(t.testId)),
          ];
    }),
  ),
  M(
    'mt-version',
    'w',
    HT,
    'testVersionId is a UUID that identifies a version',
    'empty for tests assigned later: left out as null',
    after((v, c) => {
      for (const t of same(v, c).tests) if (v.ids.includes(t.testId)) t.testVersionId = null;
    }),
  ),
  P('mt-200', 'w', HT, 'the answer is 204', '200', once(204, 200)),
  M(
    'mt-unknown',
    'w',
    HT,
    'an unknown cohort gets 404',
    '400',
    { rule: restatus(400, 'cohort.there') },
    '400 is listed too, but 404 is the status of a cohort that is not found',
  ),
  M('mt-form', 'w', HT, bad, 'what is no UUID throws', { rule: restatus(500, 'ids.uuid', 'ids.list') }),
  D('mt-list-stale', 'w', [HT, DHT, CO], tests, 'the list keeps the tests that it showed first', {
    item: (v, c) => {
      if (c.op !== CO) return v;
      const kept = memo(c, `ct-${cohortOf(v)}`, () => ({ t: v.out['tests'] }));
      const out = { ...v.out };
      if (kept.t) out['tests'] = kept.t;
      else delete out['tests'];
      return { ...v, out };
    },
  }),
  D('mt-one-stale', 'w', [HT, DHT, CO1], tests, 'the cohort is cached and not renewed when tests change', {
    item: (v, c) => (c.op === CO1 ? { ...v, out: memo(c, `c1-${cohortOf(v)}`, () => v.out) } : v),
  }),
  P('mx-noop', 'w', DHT, tests, 'nothing is removed', { write: (v) => ({ ...v, ids: [] }) }),
  M('mx-first', 'w', DHT, tests, 'the first one alone', { write: (v) => ({ ...v, ids: v.ids.slice(0, 1) }) }),
  D('mx-all', 'w', DHT, tests, 'all tests are removed', {
    write: (v) => ({ ...v, ids: must(v.patch.cohort).tests.map((t) => t.testId) }),
  }),
  D(
    'mx-shared',
    'w',
    DHT,
    tests,
    'they are removed from every cohort',
    after((v, c) => {
      for (const o of c.w.cohorts) o.tests = o.tests.filter((t) => !v.ids.includes(t.testId));
    }),
  ),
  D(
    'mx-empty-null',
    'w',
    [DHT, CO1],
    'empty fields are omitted',
    'after the last test is removed, tests is null',
    {
      after: (v, c) => {
        memo(c, 'nulls', () => new Set<string>()).add(v.target);
        return v;
      },
      item: (v, c) =>
        memo(c, 'nulls', () => new Set<string>()).has(cohortOf(v))
          ? edit((o) => {
              o['tests'] ??= null;
            })(v, c)
          : v,
    },
  ),
  P('mx-body', 'w', DHT, 'DELETE takes a body', 'the body of a DELETE is dropped: 400', {
    incoming: (v) => ({ ...v, text: '' }),
  }),
  M('mx-unknown', 'w', DHT, 'an unknown cohort gets 404', '500', { rule: restatus(500, 'cohort.there') }),
];
