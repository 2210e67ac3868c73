// Academic years, classes, cohorts and tests: their lists, and how they are made.
import { bad, type Ctx, isUuid, type Json, one, onlyKnown, Refusal, type Reply } from './core.ts';
import { askQuery, page } from './paging.ts';
import { classView, cohortView, testView, yearView } from './views.ts';
import { type Cohort, currentYear, type Klass, key, type Year } from './world.ts';

export function listAcademicYears(c: Ctx): Reply {
  let years = [...c.w.years.values()];
  if (c.on('years-last-lost')) years = years.slice(0, -1);
  const data = years.map((y) => yearView(c, y));
  return { status: 200, body: { data } };
}

export function getCurrentAcademicYear(c: Ctx): Reply {
  let year = currentYear(c.w);
  if (c.on('current-is-latest')) year = [...c.w.years.values()].at(-1);
  if (!year) throw new Refusal(404, 'No academic year is current.');
  return { status: 200, body: { academicYear: yearView(c, year) } };
}

export function getAcademicYear(c: Ctx): Reply {
  const id = c.params['academicYearId'] ?? '';
  const year = c.w.years.get(key(id));
  if (!year) {
    throw new Refusal(404, 'There is no such academic year.');
  }
  if (year.start > Date.now() && c.on('year-future-404'))
    throw new Refusal(404, 'There is no such academic year.');
  const view = yearView(c, c.on('year-by-id-is-current') ? (currentYear(c.w) ?? year) : year);
  return { status: 200, body: { academicYear: view } };
}

function wantedYear(c: Ctx): { id: string } | undefined {
  const asked = one(c, 'academicYearId');
  if (asked === undefined) return undefined;
  if (asked === 'current') {
    if (c.on('current-literal-latest')) return [...c.w.years.values()].at(-1);
    return currentYear(c.w) ?? { id: 'none' };
  }
  if (!isUuid(asked)) {
    if (c.on('year-filter-word-accepted') && c.op === 'listClasses') return { id: 'none' };
    throw bad(c, 'academicYearId is a UUID, or current.');
  }
  if (c.on('year-filter-ignored') && c.op === 'listClasses' && c.query.has('search')) return undefined;
  const year = c.w.years.get(key(asked));
  if (!year && c.s.unknownYear === 'refused') throw bad(c, 'There is no such academic year.');
  if (!year && c.on('year-filter-unknown-all')) return undefined;
  return year ?? { id: 'none' };
}

const plainLetters = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function matches(c: Ctx, g: Klass, search: string): boolean {
  const name = g.name.toLowerCase();
  const asked = search.toLowerCase();
  const classes = c.op === 'listClasses';
  if (!classes && c.on('cohort-search-case')) return g.name === search;
  if (c.on('class-search-prefix') && classes && asked.length > 3) return name.startsWith(asked);
  if (c.on('search-diacritics')) return plainLetters(name) === plainLetters(asked);
  if (c.on('search-wildcard') && /[%_]/.test(asked)) {
    const source = asked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${source.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(name);
  }
  if (c.on('search-ascii-case')) {
    const low = (t: string): string => t.replace(/[A-Z]/g, (x) => x.toLowerCase());
    return low(g.name) === low(search);
  }
  if (c.on('search-apostrophe-lost') && asked.includes("'")) return false;
  if (c.on('search-ampersand-escaped')) return name.replaceAll('&', '&amp;') === asked;
  return name === asked;
}

function sorted<T extends Klass>(c: Ctx, groups: Iterable<T>): T[] {
  const all = [...groups];
  if (c.s.classOrder === 'name')
    all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.made - b.made));
  if (c.s.classOrder === 'id') all.sort((a, b) => (a.id < b.id ? -1 : 1));
  return all;
}

function list<T extends Klass>(c: Ctx, groups: Map<string, T>, view: (g: T) => Json): Reply {
  const ask = askQuery(c);
  onlyKnown(c, ['search', 'academicYearId', 'limit', 'offset', 'cursor']);
  const search = one(c, 'search');
  if (search === '' && c.s.emptySearch === 'refused') throw bad(c, 'search is empty.');
  const year = wantedYear(c);
  const all = sorted(c, groups.values()).filter((g) => {
    const named = search === undefined || matches(c, g, search);
    if (search !== undefined && year && c.on('search-or-year')) return named || g.yearId === year.id;
    return named && (!year || g.yearId === year.id);
  });
  if (c.on('list-of-current-hides-new') && one(c, 'academicYearId') === 'current') {
    return page(
      c,
      all.filter((g) => g.made < 1000),
      (g) => g.id,
      view,
      ask,
    );
  }
  if (c.on('list-needs-description') && year && search === undefined) {
    return page(
      c,
      all.filter((g) => g.description !== undefined),
      (g) => g.id,
      view,
      ask,
    );
  }
  return page(c, all, (g) => g.id, view, ask);
}

export function listClasses(c: Ctx): Reply {
  let classes = c.w.classes;
  if (c.on('class-list-stale')) {
    classes = (c.app.stale.get('classes') as Map<string, Klass> | undefined) ?? new Map(classes);
    c.app.stale.set('classes', classes);
  }
  return list(c, classes, (k) => classView(c, k));
}

export const listCohorts = (c: Ctx): Reply => list(c, c.w.cohorts, (h) => cohortView(c, h));

export function classOf(c: Ctx): Klass {
  const id = c.params['classId'] ?? '';
  if (!isUuid(id)) {
    throw new Refusal(c.s.badId, 'classId is no UUID.');
  }
  const k = c.w.classes.get(key(id));
  if (!k) {
    if (c.on('class-unknown-400') && c.method === 'GET') throw new Refusal(400, 'There is no such class.');
    throw new Refusal(404, 'There is no such class.');
  }
  return k;
}

export function cohortOf(c: Ctx): Cohort {
  const id = c.params['cohortId'] ?? '';
  if (!isUuid(id)) {
    throw new Refusal(c.s.badId, 'cohortId is no UUID.');
  }
  const h = c.w.cohorts.get(key(id));
  if (!h) {
    if (c.on('cohort-unknown-409') && c.method === 'DELETE')
      throw new Refusal(409, 'There is no such cohort.');
    throw new Refusal(404, 'There is no such cohort.');
  }
  return h;
}

export function getClass(c: Ctx): Reply {
  const k = classOf(c);
  const past = (c.w.years.get(key(k.yearId))?.end ?? 0) < Date.now();
  if (past && c.on('class-of-past-404')) throw new Refusal(404, 'There is no such class.');
  if (c.on('class-twin') && k.made < 1000) {
    const twin = [...c.w.classes.values()].find((x) => x.name === k.name);
    return { status: 200, body: { class: classView(c, twin ?? k) } };
  }
  return { status: 200, body: { class: classView(c, k) } };
}

export function getCohort(c: Ctx): Reply {
  const h = cohortOf(c);
  if (h.tests.length === 0 && c.on('cohort-without-tests-404'))
    throw new Refusal(404, 'There is no such cohort.');
  if (c.on('cohort-key')) return { status: 200, body: { smartIaCohort: cohortView(c, h) } };
  return { status: 200, body: { cohort: cohortView(c, h) } };
}

export function listTests(c: Ctx): Reply {
  let tests = [...c.w.tests.values()];
  if (c.on('tests-only-english'))
    tests = tests.filter((t) => t.subject === 'English' || t.subject === 'Maths');
  const data = tests.map((t) => testView(c, t));
  return { status: 200, body: { data } };
}

/** A text of a body that has to be there, or may. */
export function text(c: Ctx, body: Json, name: string, required: boolean): string | undefined {
  const value = body[c.s.fieldNames[name] ?? name];
  if (value === undefined || (value === null && !required && c.s.unknownMembers === 'ignored')) {
    if (required) throw bad(c, `${name} is missing.`);
    return undefined;
  }
  if (typeof value !== 'string' || value.trim() === '') throw bad(c, `${name} is no text.`);
  if ([...value].length > c.s.maxLength) throw bad(c, `${name} is too long.`);
  if (c.s.pattern !== undefined && !new RegExp(c.s.pattern, 'u').test(value))
    throw bad(c, `${name} has another form.`);
  return c.s.trims ? value.trim() : value;
}

export function yearFor(c: Ctx, given: unknown): Year {
  const cohort = c.op === 'createCohort';
  if (given === undefined) {
    if (c.on('new-class-latest-year') && !cohort) return [...c.w.years.values()].at(-1) as Year;
    if (c.on('new-cohort-first-year') && cohort) return [...c.w.years.values()][0] as Year;
    if (c.on('new-cohort-year-required') && cohort) throw bad(c, 'academicYearId is missing.');
    const now = currentYear(c.w);
    if (!now) throw bad(c, 'No academic year is current.');
    return now;
  }
  if (!isUuid(given)) {
    if (c.on('new-class-bad-year') && typeof given === 'string' && !cohort) return currentYear(c.w) as Year;
    throw bad(c, 'academicYearId is no UUID.');
  }
  const year = c.w.years.get(key(given));
  if (!year) {
    if (c.on('new-cohort-unknown-year') && cohort) return currentYear(c.w) as Year;
    throw bad(c, 'There is no such academic year.');
  }
  if (c.on('new-class-year-ignored') && !cohort) return currentYear(c.w) ?? year;
  return year;
}
