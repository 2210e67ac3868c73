/** Bugs of tests, and of changing cohorts. */

import {
  alter,
  at,
  bugsOf,
  drop,
  fill,
  good,
  has,
  inner,
  keep,
  kept,
  list,
  op,
  put,
  say,
  values,
} from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Ctx, Group, Json, Obj } from './types.ts';

const group = (c: Ctx): Group | undefined => c.world.cohorts.get(c.params['cohortId'] ?? '');
const tests = (view: Obj): Obj[] => {
  const found = view['tests'];
  return Array.isArray(found) ? found.filter((one): one is Obj => isObject(one)) : [];
};

const TABLE = `
tests-ten | d | the list of tests is not paginated: it has every test | the list ends after ten tests
tests-limit | d | the list of tests is not paginated | a limit cuts the list
tests-escaped | d | a test has one name | names are escaped for HTML in this list
tests-without-subject | d | a test has its subject; only empty fields are omitted | subjects of two words are left out
tests-version-as-id | d | testId is the identifier of the test | the digital test shows the id of its version
tests-open-door | p | a request without a key gets 401 | the experimental route is not guarded
new-cohort-twice | d | a cohort that already exists is 409 | the check sees cohorts of the last start only
new-cohort-conflict-form | d | an error is of one of two forms | the 409 is a bare text in JSON
new-cohort-next-year | d | academicYearId defaults to the current academic year | it defaults to the last year of the table
new-cohort-not-listed | d | the list has every cohort | the list comes from a cache of the start
new-cohort-description-lost | d | a cohort has the description it was created with | the description is dropped
add-tests-replaces | d | assigning tests leaves the others of the cohort | the tests of the cohort are replaced
add-tests-doubles | d | a testId is unique per test of a cohort | a test that is assigned again is there twice
add-tests-everywhere | d | tests are assigned to this cohort | tests are assigned to all cohorts that have none
drop-tests-all | d | the tests of testIds are removed, and no others | all tests of the cohort are removed
drop-tests-everywhere | d | tests are removed from this cohort | the tests leave every cohort
`;

export const testBugs = bugsOf(TABLE, {
  'tests-ten': at(op.tests, {
    rows: (_c, rows) => rows.slice(0, 10),
  }),
  'tests-limit': at(op.tests, {
    rows: (c, rows) => (has(c, 'limit') ? rows.slice(0, Number(values(c, 'limit')[0]) || rows.length) : rows),
  }),
  'tests-escaped': at(op.tests, {
    view: (_c, v) => alter(v, 'name', (text) => text.replaceAll('&', '&amp;')),
  }),
  'tests-without-subject': at(op.tests, {
    view: (_c, v) => {
      if (String(v['subject']).includes(' ')) drop(v, 'subject');
    },
  }),
  'tests-version-as-id': at(op.tests, {
    view: (c, v) => {
      if (String(v['name']).includes('Digital'))
        put(v, 'testId', c.world.tests.get(String(v['testId']))?.versionId ?? '');
    },
  }),
  'tests-open-door': at(op.tests, {
    key: (c) => (c.key === 'none' ? 'full' : undefined),
  }),
  'new-cohort-twice': at(op.newCohort, {
    before: (c) => {
      const name = inner(c, 'cohort')['name'];
      const twins = [...c.world.cohorts.values()]
        .slice(0, c.s.data.cohorts)
        .filter((one) => one.name === name);
      for (const twin of twins) twin.name = `${twin.name}\u0000`;
      keep(c, 'twins', twins);
    },
    after: (c) => {
      for (const twin of kept<Group[]>(c, 'twins') ?? []) twin.name = twin.name.replace('\u0000', '');
    },
  }),
  'new-cohort-conflict-form': at(op.newCohort, {
    after: (_c, a) => {
      if (a.status === 409) say(a, 'duplicate key value violates unique constraint');
    },
  }),
  'new-cohort-next-year': at(op.newCohort, {
    before: (c) => {
      if (isObject(c.body) && 'cohort' in c.body)
        fill(inner(c, 'cohort'), 'academicYearId', c.world.years.at(-1)?.id ?? '');
    },
  }),
  'new-cohort-not-listed': at([op.cohorts], {
    rows: (c, rows) => {
      const old = new Set([...c.world.cohorts.keys()].slice(0, c.s.data.cohorts));
      return rows.filter((row) => old.has(row.id));
    },
  }),
  'new-cohort-description-lost': at(op.newCohort, {
    before: (c) => drop(inner(c, 'cohort'), 'description'),
  }),
  'add-tests-replaces': at(op.addTests, {
    after: (c, a) => {
      const ids = new Set<Json>(list(c, 'testIds'));
      if (good(a))
        for (const id of [...(group(c)?.tests.keys() ?? [])]) if (!ids.has(id)) group(c)?.tests.delete(id);
    },
  }),
  'add-tests-doubles': at([op.addTests, op.cohort], {
    before: (c) => {
      const again = list(c, 'testIds').some((id) => group(c)?.tests.has(String(id)) === true);
      if (c.op === op.addTests && again) c.world.notes.set(`twice ${group(c)?.id}`, list(c, 'testIds'));
    },
    view: (c, v, row) => {
      const twice = c.world.notes.get(`twice ${row.id}`);
      if (Array.isArray(twice))
        put(v, 'tests', [...tests(v), ...tests(v).filter((one) => twice.includes(one['testId'] ?? ''))]);
    },
  }),
  'add-tests-everywhere': at(op.addTests, {
    after: (c, a) => {
      if (good(a))
        for (const one of c.world.cohorts.values())
          if (one.tests.size === 0) for (const id of list(c, 'testIds')) one.tests.set(String(id), 'open');
    },
  }),
  'drop-tests-all': at(op.dropTests, {
    after: (c, a) => {
      if (good(a)) group(c)?.tests.clear();
    },
  }),
  'drop-tests-everywhere': at(op.dropTests, {
    after: (c, a) => {
      if (good(a))
        for (const one of c.world.cohorts.values())
          for (const id of list(c, 'testIds')) one.tests.delete(String(id));
    },
  }),
});
