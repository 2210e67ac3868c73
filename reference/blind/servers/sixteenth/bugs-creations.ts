// Bugs of creating classes and cohorts.
import {
  answer,
  type Bug,
  D,
  edit,
  fail,
  has,
  M,
  memo,
  P,
  recall,
  relax,
  restatus,
  strict,
  twinOf,
} from './hooks.ts';
import {
  at,
  type ClassRow,
  type CohortRow,
  type Command,
  type Ctx,
  must,
  objectOf,
  type Patch,
  type Row,
  textOf,
} from './types.ts';

const PC = 'POST /classes';
const PH = 'POST /smart-ia/cohorts';
const CL = 'GET /classes';
const CO = 'GET /smart-ia/cohorts';
const C1 = 'GET /classes/{classId}';
const CO1 = 'GET /smart-ia/cohorts/{cohortId}';
const twin = '409 if it exists already';
const twinCase = '409 if it exists already; the owner says that letter case does not count';
const stays = 'what was created can be read';
const year = 'academicYearId is taken, and defaults to the current year';
const bad = 'an invalid request gets 400';
const wrong = (c: Ctx): string => must(c.w.years.find((y) => y.endDate < Date.now())).academicYearId;
const nowYear = (c: Ctx): string =>
  must(c.w.years.find((y) => y.startDate <= Date.now() && y.endDate >= Date.now())).academicYearId;
const sent = (c: Ctx, wrap: string): unknown => objectOf(objectOf(c.body)[wrap])['academicYearId'];
const patch =
  (change: (p: Patch, v: Command, c: Ctx) => Patch) =>
  (v: Command, c: Ctx): Command => ({ ...v, patch: change({ ...v.patch }, v, c) });
const sees =
  <T extends Row>(hide: (row: T, c: Ctx) => boolean) =>
  (v: Row[], c: Ctx): Row[] =>
    v.filter((row) => !hide(row as T, c));
const freshClass = sees((row: ClassRow, c) => fresh(c).has(row.classId));
const freshCohort = sees((row: CohortRow, c) => fresh(c).has(row.cohortId));
const fresh = (c: Ctx): Set<string> => memo(c, 'fresh', () => new Set<string>());
const born = {
  after: (v: Command, c: Ctx) => {
    fresh(c).add(v.target);
    return v;
  },
};

const classes: Bug[] = [
  P('cc-200', 'w', PC, 'creating answers 201', '200', {
    reply: (r) => (r.status === 201 ? { ...r, status: 200 } : r),
  }),
  P('cc-bare', 'w', PC, 'a class stands in class', 'no wrapper', { reply: answer((b) => b['class']) }),
  M('cc-id-only', 'w', PC, 'a class stands in class', 'the id alone', {
    reply: answer((b) => ({ classId: objectOf(b['class'])['classId'] })),
  }),
  P('cc-twin', 'w', PC, twin, 'nothing is checked', { rule: relax('class.twin') }),
  P('cc-twin-400', 'w', PC, twin, '400', { rule: restatus(400, 'class.twin') }),
  P('cc-twin-500', 'w', PC, twin, "the constraint's error is not caught", {
    rule: restatus(500, 'class.twin'),
  }),
  M('cc-twin-200', 'w', PC, twin, 'the one that exists is given with 201', {
    rule: relax('class.twin'),
    write: (v, c) => {
      const name = textOf(v.patch['name']).toLowerCase();
      const old = c.w.classes.find(
        (x) => x.name.toLowerCase() === name && x.academicYearId === v.patch['academicYearId'],
      );
      if (old) c.bag.old = old;
      return v;
    },
    reply: answer((b, _r, c) => {
      if (!c.bag.old) return b;
      c.w.classes.pop();
      return { class: { ...objectOf(b['class']), classId: c.bag.old.classId } };
    }),
  }),
  D('cc-twin-case', 'w', PC, twinCase, 'names are compared as they are', {
    rule: (v) =>
      v.code === 'class.twin' && v.fails && twinOf(v).twin?.name !== twinOf(v).name
        ? { ...v, fails: false }
        : v,
  }),
  D('cc-twin-ascii', 'w', PC, twinCase, 'only A to Z have two cases', {
    rule: (v) => {
      if (v.code !== 'class.twin' || !v.fails) return v;
      const f = (s: string) => s.replace(/[A-Z]/g, (x) => x.toLowerCase());
      return f(must(twinOf(v).twin).name) === f(twinOf(v).name) ? v : { ...v, fails: false };
    },
  }),
  D('cc-twin-page', 'w', PC, twin, 'only the first page of classes is compared', {
    rule: (v, c) =>
      v.code === 'class.twin' && v.fails && c.w.classes.indexOf(twinOf(v).twin as ClassRow) >= 100
        ? { ...v, fails: false }
        : v,
  }),
  D('cc-twin-current', 'w', PC, twin, 'only classes of the current year are compared', {
    rule: (v, c) =>
      v.code === 'class.twin' &&
      v.fails &&
      must(c.w.years.find((y) => y.academicYearId === twinOf(v).academicYearId)).startDate <
        Date.now() - 400 * 86400000
        ? { ...v, fails: false }
        : v,
  }),
  D('cc-twin-stored', 'w', PC, twin, 'the conflict is answered after the row was stored', {
    rule: (v, c) => {
      if (v.code === 'class.twin' && v.fails)
        c.w.classes.push({
          classId: c.w.newId(),
          name: twinOf(v).name,
          academicYearId: twinOf(v).academicYearId,
          createdAt: Date.now(),
        });
      return v;
    },
  }),
  D(
    'cc-twin-sticky',
    'w',
    PC,
    stays,
    'after a conflict, the next creation conflicts as well (transaction not rolled back)',
    {
      rule: (v, c) => {
        if (v.code !== 'class.twin') return v;
        if (v.fails) {
          c.memory.set('tx', true);
          return v;
        }
        if (c.memory.get('tx')) {
          c.memory.delete('tx');
          return { ...v, fails: true };
        }
        return v;
      },
    },
  ),
  M('cc-year-default-last', 'w', PC, year, 'defaults to the year that begins last', {
    write: patch((p, _v, c) =>
      sent(c, 'class') === undefined
        ? {
            ...p,
            academicYearId: at(
              [...c.w.years].sort((a, b) => b.startDate - a.startDate),
              0,
            ).academicYearId,
          }
        : p,
    ),
  }),
  M('cc-year-ignored', 'w', PC, year, 'always the current year', {
    write: patch((p, _v, c) => ({
      ...p,
      academicYearId: nowYear(c),
    })),
  }),
  M('cc-year-unknown', 'w', PC, bad, 'an unknown year is stored', { rule: relax('year.known') }),
  P('cc-year-unknown-500', 'w', PC, bad, "the foreign key's error is not caught", {
    rule: restatus(500, 'year.known'),
  }),
  M('cc-year-form-500', 'w', PC, bad, 'what is no UUID throws', { rule: restatus(500, 'year.form') }),
  D(
    'cc-year-answer',
    'w',
    PC,
    'the answer shows what was stored',
    'the answer shows the year asked, the row has the current one',
    {
      after: (v, c) => {
        const row = must(c.w.classes.find((x) => x.classId === v.target));
        c.bag.askedYear = row.academicYearId;
        row.academicYearId = nowYear(c);
        return v;
      },
      reply: answer((b, _r, c) => ({ class: { ...objectOf(b['class']), academicYearId: c.bag.askedYear } })),
    },
  ),
  D('cc-lost', 'w', [PC, C1], stays, 'the row is never committed for readers by id', {
    ...born,
    source: freshClass,
  }),
  D('cc-list-cached', 'w', [PC, CL], stays, 'the list is cached from its first reading', {
    source: (v, c) => memo(c, 'list-cl', () => [...v]),
  }),
  D('cc-search-stale', 'w', [PC, CL], stays, 'the index of names knows nothing new', {
    ...born,
    rows: (v, c) => (has(c, 'search') ? freshClass(v, c) : v),
  }),
  D('cc-year-stale', 'w', [PC, CL], stays, 'the index of years knows nothing new', {
    ...born,
    rows: (v, c) => (has(c, 'academicYearId') ? freshClass(v, c) : v),
  }),
  M('cc-description-lost', 'w', PC, stays, 'description is not stored', {
    write: patch((p) => {
      delete p['description'];
      return p;
    }),
  }),
  D('cc-description-read', 'w', [PC, C1], stays, 'description is in the first answer only', {
    ...born,
    item: (v, c) =>
      c.op === C1 && fresh(c).has((v.row as ClassRow).classId)
        ? edit((o) => {
            delete o['description'];
          })(v, c)
        : v,
  }),
  M('cc-name-cut', 'w', PC, 'name is that of the class', 'names are cut to 20 characters', {
    write: patch((p) => ({ ...p, name: textOf(p['name']).slice(0, 20) })),
  }),
  M('cc-name-ascii', 'w', PC, 'name is that of the class', 'letters beyond ASCII become question marks', {
    write: patch((p) => ({ ...p, name: textOf(p['name']).replace(/[\u0080-\uffff]/g, '?') })),
  }),
  M(
    'cc-no-wrapper',
    'w',
    PC,
    'bodies wrap the payload in class',
    'without a class in the body, a class with no name is made',
    {
      incoming: (v, c) => {
        try {
          const b: unknown = JSON.parse(v.text);
          if (b && typeof b === 'object' && !objectOf(b)['class'])
            return { ...v, text: JSON.stringify({ class: { name: `unnamed ${c.w.classes.length}`, ...b } }) };
        } catch {
          return v;
        }
        return v;
      },
    },
  ),
  P('cc-body-500', 'w', PC, bad, 'a body without class throws', {
    rule: restatus(500, 'body.wrap', 'body.object'),
  }),
  M('cc-json-500', 'w', PC, bad, 'a body that is no JSON throws', { rule: restatus(500, 'body.json') }),
  M('cc-id-short', 'w', PC, 'classId is a UUID', 'without hyphens in the answer', {
    reply: answer((b) => ({
      class: {
        ...objectOf(b['class']),
        classId: textOf(objectOf(b['class'])['classId']).replaceAll('-', ''),
      },
    })),
  }),
  D('cc-moves-default', 'w', [PC, CL], year, 'the year of one creation is the default of the next', {
    write: (v, c) => {
      const given = sent(c, 'class');
      const last = recall<string>(c, 'yr');
      if (given !== undefined) {
        c.memory.set('yr', v.patch['academicYearId']);
        return v;
      }
      return last ? { ...v, patch: { ...v.patch, academicYearId: last } } : v;
    },
  }),
];

const cohorts: Bug[] = [
  P('ch-200', 'w', PH, 'creating answers 201', '200', {
    reply: (r) => (r.status === 201 ? { ...r, status: 200 } : r),
  }),
  P('ch-class', 'w', PH, 'a cohort stands in cohort', 'class for cohort', {
    reply: answer((b) => ({ class: b['cohort'] })),
  }),
  P('ch-twin', 'w', PH, twin, 'nothing is checked', { rule: relax('cohort.twin') }),
  M('ch-twin-500', 'w', PH, twin, "the constraint's error is not caught", {
    rule: restatus(500, 'cohort.twin'),
  }),
  D(
    'ch-twin-case',
    'w',
    PH,
    'the owner says that a name in another case is another name',
    'names are compared without case',
    {
      rule: strict('cohort.twin', (_value, c, v) =>
        c.w.cohorts.some(
          (x) =>
            x.academicYearId === twinOf(v).academicYearId &&
            x.name.toLowerCase() === twinOf(v).name.toLowerCase(),
        ),
      ),
    },
  ),
  D('ch-twin-new', 'w', PH, twin, 'names are compared with those of the start of the server', {
    rule: (v) =>
      v.code === 'cohort.twin' && v.fails && must(twinOf(v).twin).createdAt > Date.now() - 86400000
        ? { ...v, fails: false }
        : v,
    write: (v) => v,
  }),
  M('ch-year-default', 'w', PH, year, 'defaults to a year that is over', {
    write: patch((p, _v, c) => (sent(c, 'cohort') === undefined ? { ...p, academicYearId: wrong(c) } : p)),
  }),
  M('ch-year-absent', 'w', PH, year, 'no year if none was given', {
    write: patch((p, _v, c) => {
      if (sent(c, 'cohort') === undefined) delete p['academicYearId'];
      return p;
    }),
  }),
  M('ch-year-unknown', 'w', PH, bad, 'an unknown year is stored', { rule: relax('year.known') }),
  D('ch-lost', 'w', [PH, CO1], stays, 'the row is never committed for readers by id', {
    ...born,
    source: freshCohort,
  }),
  D('ch-list-cached', 'w', [PH, CO], stays, 'the list is cached from its first reading', {
    source: (v, c) => memo(c, 'list-co', () => [...v]),
  }),
  D('ch-search-stale', 'w', [PH, CO], stays, 'the index of names knows nothing new', {
    ...born,
    rows: (v, c) => (has(c, 'search') ? freshCohort(v, c) : v),
  }),
  M('ch-tests-null', 'w', PH, 'empty fields are omitted', 'tests is null at first', {
    reply: answer((b) => ({ cohort: { ...objectOf(b['cohort']), tests: null } })),
  }),
  D(
    'ch-tests-copied',
    'w',
    PH,
    'tests are those assigned to the cohort',
    'a new cohort shares the tests of the last one',
    {
      after: (v, c) => {
        const rows = c.w.cohorts;
        const row = must(rows.find((x) => x.cohortId === v.target));
        row.tests = [...(rows.find((x) => x.tests.length > 0)?.tests ?? [])];
        return v;
      },
    },
  ),
  P('ch-body-500', 'w', PH, bad, 'a body without cohort throws', {
    rule: restatus(500, 'body.wrap', 'body.object'),
  }),
  M('ch-description-name', 'w', PH, stays, 'description is a copy of name', {
    write: patch((p) => (p['description'] === undefined ? p : { ...p, description: p['name'] })),
  }),
  D(
    'ch-id-again',
    'w',
    [PH, CO1],
    'cohortId identifies the cohort',
    'ids come from a generator that was seeded again: every new cohort has the id of the last',
    {
      after: (v, c) => {
        const row = must(c.w.cohorts.find((x) => x.cohortId === v.target));
        row.cohortId = memo(c, 'same-id', () => row.cohortId);
        return v;
      },
    },
  ),
  M('ch-name-trim-lower', 'w', PH, 'name is that of the cohort', 'stored in lower case for the search', {
    write: patch((p) => ({ ...p, name: textOf(p['name']).toLowerCase() })),
  }),
  M('ch-empty-201', 'w', PH, 'the answer carries the cohort', '201 without a body', {
    reply: (r) => (r.status === 201 ? { status: 201, headers: { 'access-control-allow-origin': '*' } } : r),
  }),
  D('ch-slow-list', 'w', [PH, CO], stays, 'new cohorts come last, on a page that total does not know', {
    total: (v, c) =>
      v - (has(c, 'search') ? 0 : c.w.cohorts.filter((x) => x.createdAt > Date.now() - 3600000).length),
  }),
  M('ch-json-500', 'w', PH, bad, 'a body that is no JSON throws', {
    rule: (v) => (v.code === 'body.json' && v.fails ? fail(500) : v),
  }),
];

export const creationBugs: Bug[] = [...classes, ...cohorts];
