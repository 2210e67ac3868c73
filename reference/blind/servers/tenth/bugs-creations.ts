// Bugs of creations.

import * as k from './kit.ts';
import {
  CC,
  CG,
  CL,
  deep,
  filter,
  G,
  HC,
  HG,
  HL,
  item,
  lax,
  on,
  plain,
  reply,
  single,
  str,
  success,
} from './kit.ts';
import { isObject } from './parse.ts';
import type { Def } from './switches.ts';
import { ApiError, type Ctx } from './switches.ts';
import type { Group, Obj } from './types.ts';

const DEFAULT = 'academicYearId defaults to the current year';
const GIVEN = 'the class or cohort belongs to the year that was given';
const EXISTS = '409 is for a class or cohort that exists already, and for no other';
const CREATED = 'what was created is read as it was created';
const STATUS = 'a creation gives 201';
const BODY = 'the body is required, and wraps its payload';
const KEPT = 'the answer shows what was sent';

const FOUND = 'filters find what was created';

const group = (ops: k.Ops, fn: (g: Group, c: Ctx) => void) =>
  on('change', ops, (ch, c) => {
    if (ch.group) fn(ch.group, c);
  });

const sent = (c: Ctx, wrap: string): Obj => {
  const v = c.body[wrap];
  return isObject(v) ? v : {};
};
/** Rows that stood in the table at first are those of index below their number. */
const SEEDED = { classes: 20, cohorts: 12, users: 209 };
const fresh = (row: { seq: number }, table: keyof typeof SEEDED): boolean => row.seq >= SEEDED[table];

export const creationBugs: readonly Def[] = [
  // Classes
  plain(
    'create.class.year-latest',
    DEFAULT,
    'without a year a class belongs to the latest',
    group(CC, (g, c) => {
      if (!sent(c, 'class')['academicYearId']) g.yearId = c.world.years.rows.at(-1)?.id ?? '';
    }),
  ),
  deep(
    'create.class.year-ignored',
    GIVEN,
    'a past year is replaced by the current one',
    group(CC, (g, c) => {
      const y = c.world.years.get(g.yearId);
      if (y && y.end < c.world.now()) g.yearId = c.world.currentYear()?.id ?? '';
    }),
  ),
  deep(
    'create.class.description-lost',
    KEPT,
    'the description is lost where a year is given',
    group(CC, (g, c) => {
      if (sent(c, 'class')['academicYearId']) delete g.description;
    }),
  ),
  plain('create.class.twice', EXISTS, 'a class that exists is created again', lax(CC, 'exists')),
  deep(
    'create.class.twice-with-year',
    EXISTS,
    'a class that exists is created again where its year is given',
    lax(CC, 'exists', (c) => sent(c, 'class')['academicYearId'] !== undefined),
  ),
  deep(
    'create.class.exists-200',
    EXISTS,
    'a class that exists gives 200 and the class',
    reply(CC, (r, c) => {
      if (r.status !== 409) return;
      const name = str(sent(c, 'class'), 'name').toLowerCase();
      const row = c.world.classes.rows.find((g) => g.name.toLowerCase() === name);
      if (row) {
        r.status = 200;
        r.body = { class: { classId: row.id, name: row.name, academicYearId: row.yearId } };
      }
    }),
  ),
  deep(
    'create.class.exists-as-cohort',
    EXISTS,
    'the name of a cohort of the same year is taken',
    on('change', CC, (ch, c) => {
      if (c.world.cohorts.rows.some((h) => h.name === ch.group?.name && h.yearId === ch.group.yearId))
        throw new ApiError(409, 'exists', 'A class of this name exists already');
    }),
  ),
  plain(
    'create.class.status',
    STATUS,
    'a class that was created gives 200',
    reply(CC, (r) => {
      if (r.status === 201) r.status = 200;
    }),
  ),
  deep(
    'create.class.name-cut',
    KEPT,
    'a name ends after 30 characters',
    group(CC, (g) => {
      g.name = g.name.slice(0, 30);
    }),
  ),
  deep(
    'create.class.name-ascii',
    KEPT,
    'diacritics of a name are lost',
    group(CC, (g) => {
      g.name = g.name.normalize('NFD').replace(/[̀-ͯ]/g, '');
    }),
  ),
  deep(
    'create.class.name-escaped',
    KEPT,
    'an ampersand in a name becomes an entity',
    group(CC, (g) => {
      g.name = g.name.replaceAll('&', '&amp;');
    }),
  ),
  deep(
    'create.class.name-apostrophe',
    CREATED,
    'an apostrophe is doubled once it is stored',
    item(CL, (j, row) => {
      if (fresh(row, 'classes')) j['name'] = str(j, 'name').replaceAll("'", "''");
    }),
  ),
  deep(
    'create.class.unlisted',
    CREATED,
    'a class without description is not listed',
    on('all', CL, (ok, row) => ok && !(fresh(row, 'classes') && !G(row).description)),
  ),
  deep(
    'create.class.not-found',
    FOUND,
    'search does not find a new class in other letters',
    filter(CL, 'search', (ok, row, a) => ok && !(fresh(row, 'classes') && G(row).name !== a.f.search)),
  ),
  deep(
    'create.class.list-stale',
    CREATED,
    'a list of a year that was read before lacks new classes',
    on('rows', CL, (rows, a, c) => {
      if (!a.f.academicYearId) return rows;
      const key = `stale|${a.f.academicYearId}`;
      const was = c.world.memo.get(key);
      if (typeof was !== 'number') {
        c.world.memo.set(key, c.world.classes.rows.length);
        return rows;
      }
      return rows.filter((r) => r.seq < was);
    }),
  ),
  deep(
    'create.class.id-other',
    CREATED,
    'the id in the answer is that of nothing',
    single(CC, (j, row) => {
      j['classId'] = `${row.id.slice(0, -4)}ffff`;
    }),
  ),
  deep(
    'create.class.empty-body',
    BODY,
    'an empty body creates a class',
    on('body', CC, (b, c) => {
      if (b['class'] === undefined) b['class'] = { name: `Class ${c.world.requests}` };
    }),
  ),
  deep(
    'create.class.year-any-text',
    'academicYearId is a UUID',
    'a year that is no UUID counts as none',
    on('body', CC, (_b, c) => {
      const w = sent(c, 'class');
      if (!/^[0-9a-f-]{36}$/i.test(str(w, 'academicYearId'))) delete w['academicYearId'];
    }),
  ),
  deep(
    'create.class.year-read-other',
    CREATED,
    'a single read shows the current year for a class of another year',
    single(CG, (j, row, c) => {
      if (fresh(row, 'classes')) j['academicYearId'] = c.world.currentYear()?.id ?? '';
    }),
  ),
  plain(
    'create.class.bare',
    'a single response wraps the resource in its name',
    'the new class is bare',
    success(CC, (b, r) => {
      r.body = b['class'] ?? null;
    }),
  ),
  // Cohorts
  plain(
    'create.cohort.year-first',
    DEFAULT,
    'without a year a cohort belongs to the oldest',
    group(HC, (g, c) => {
      if (!sent(c, 'cohort')['academicYearId']) g.yearId = c.world.years.rows[0]?.id ?? '';
    }),
  ),
  deep(
    'create.cohort.year-next-lost',
    GIVEN,
    'a year to come is replaced by the current one',
    group(HC, (g, c) => {
      if ((c.world.years.get(g.yearId)?.start ?? 0) > c.world.now())
        g.yearId = c.world.currentYear()?.id ?? '';
    }),
  ),
  deep(
    'create.cohort.twice-once-seeded',
    EXISTS,
    'a cohort that was there from the start is created again',
    lax(HC, 'exists', (c) =>
      c.world.cohorts.rows.slice(0, 12).some((h) => h.name === sent(c, 'cohort')['name']),
    ),
  ),
  deep(
    'create.cohort.twice-fresh',
    EXISTS,
    'a cohort that was just created is created again',
    lax(HC, 'exists', (c) => c.world.cohorts.rows.at(-1)?.name === sent(c, 'cohort')['name']),
  ),
  deep(
    'create.cohort.exists-in-part',
    EXISTS,
    'a name that begins with that of another cohort is taken',
    on('change', HC, (ch, c) => {
      if (c.world.cohorts.rows.some((h) => ch.group?.name.startsWith(h.name) && h.name.length > 6))
        throw new ApiError(409, 'exists', 'Exists');
    }),
  ),
  deep(
    'create.cohort.status-202',
    STATUS,
    'a cohort with description gives 202',
    reply(HC, (r, c) => {
      if (r.status === 201 && sent(c, 'cohort')['description']) r.status = 202;
    }),
  ),
  deep(
    'create.cohort.description-as-name',
    KEPT,
    'a name longer than its description takes its place',
    group(HC, (g) => {
      if (g.description && g.description.length < g.name.length) g.description = g.name;
    }),
  ),
  deep(
    'create.cohort.unfiltered',
    FOUND,
    'academicYearId current does not find new cohorts',
    filter(
      HL,
      'academicYearId',
      (ok, row, a) => ok && !(fresh(row, 'cohorts') && a.f.academicYearId === 'current'),
    ),
  ),
  deep(
    'create.cohort.total-stale',
    'total is the number of all results',
    'total does not count new cohorts',
    k.pageIf(
      HL,
      () => true,
      (w) => {
        w.total = w.rows.filter((r) => !fresh(r, 'cohorts')).length;
      },
    ),
  ),
  deep(
    'create.cohort.old-tests',
    'tests are those assigned to the cohort',
    'a new cohort has the tests of the one before',
    group(HC, (g, c) => {
      g.tests = [...(c.world.cohorts.rows.find((h) => h.yearId === g.yearId)?.tests ?? [])];
    }),
  ),
  deep(
    'create.cohort.read-404',
    CREATED,
    'a new cohort of a past year is not found',
    on('ids', HG, (ids, c) => {
      const row = c.world.cohorts.get(ids.get('cohortId') ?? '');
      if (row && fresh(row, 'cohorts') && (c.world.years.get(row.yearId)?.end ?? 0) < c.world.now())
        ids.set('cohortId', '');
    }),
  ),
];
