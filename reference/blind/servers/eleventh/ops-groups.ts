// Academic years, classes, cohorts and tests: reading them.

import { fold } from './ground.ts';
import {
  type Answer,
  bad,
  type Ctx,
  type Doc,
  isUuid,
  missing,
  type Operation,
  Refusal,
  strictQuery,
} from './kernel.ts';
import { answerList, mark, pagingOfQuery, readPaging } from './paging.ts';
import { forget, once } from './query-lists.ts';
import { showClasses, showCohorts, showTests, showYears } from './show-groups.ts';
import { escapeMarkup } from './show-users.ts';
import type { Cohort, Klass, Year } from './world.ts';

/** A list whose order is nobody's business. */
function anyOrder<T extends { id: string }>(ctx: Ctx, rows: readonly T[]): readonly T[] {
  if (ctx.on('m-lists-shuffled')) return [...rows].sort((a, b) => (a.id.slice(9) < b.id.slice(9) ? -1 : 1));
  return ctx.on('m-lists-backwards') ? [...rows].reverse() : rows;
}

/** An id of the path. */
export function pathId(ctx: Ctx, name: string): string {
  const value = ctx.params[name] ?? '';
  if (isUuid(value)) return value.toLowerCase();
  if (ctx.f('bad-id-crash')) throw new Refusal(500, 'invalid input syntax for type uuid');
  if (ctx.on('m-bad-ids-not-found') || ctx.path.startsWith('/academic-years'))
    throw missing(`No such ${name}.`);
  throw bad(`${name} must be a UUID`);
}

/** The one thing, wrapped; or what goes wrong with it. */
function single<T>(ctx: Ctx, wrap: string, item: T | undefined, show: (item: T) => Doc | undefined): Answer {
  if (item === undefined) {
    if (ctx.f('unknown-null')) return { status: 200, body: { [wrap]: null } };
    if (ctx.f('unknown-crash')) throw new Refusal(500, 'Cannot read properties of undefined');
    if (ctx.f('unknown-400')) throw bad(`There is no such ${wrap}.`);
    if (ctx.f('unknown-204')) return { status: 204 };
    if (ctx.f('unknown-empty')) return { status: 200, body: {} };
    if (ctx.f('unknown-410')) throw new Refusal(410, `The ${wrap} is gone.`);
    throw missing(`There is no such ${wrap}.`);
  }
  const doc = show(item);
  if (ctx.f('bare')) return { status: 200, body: doc };
  if (ctx.f('as-data')) return { status: 200, body: { data: doc } };
  if (ctx.f('as-list')) return { status: 200, body: { [wrap]: [doc] } };
  if (ctx.f('lower-wrap'))
    return { status: 200, body: { [wrap.toLowerCase().replace('year', '_year')]: doc } };
  return { status: 200, body: { [wrap]: doc } };
}

const years: Operation = {
  id: 'GET /academic-years',
  tag: 'years',
  form: 'basic',
  restricted: true,
  reads: true,
  run: (ctx) => {
    strictQuery(ctx, []);
    let list: readonly Year[] = anyOrder(ctx, ctx.world.years);
    if (ctx.f('lose-past')) list = list.filter((one) => one.end > ctx.now);
    if (ctx.f('lose-later')) list = list.filter((one) => one.start < ctx.now);
    if (ctx.f('lose-current')) list = list.filter((one) => one.id !== ctx.world.currentYearId);
    if (ctx.f('twice')) list = [...list, ...list.slice(0, 1)];
    const docs = showYears(ctx, list);
    if (ctx.f('bare')) return { status: 200, body: docs };
    if (ctx.f('other-name')) return { status: 200, body: { academicYears: docs } };
    if (ctx.f('by-id'))
      return { status: 200, body: { data: Object.fromEntries(docs.map((doc, at) => [at, doc])) } };
    return { status: 200, body: { data: docs } };
  },
};

const currentYear: Operation = {
  id: 'GET /academic-years/current',
  tag: 'current',
  form: 'problem',
  restricted: true,
  reads: true,
  run: (ctx) => {
    strictQuery(ctx, []);
    let year = ctx.world.years.find((one) => one.id === ctx.world.currentYearId);
    if (ctx.f('next')) year = ctx.world.years.find((one) => one.start > ctx.now) ?? year;
    if (ctx.f('first')) year = ctx.world.years[0] ?? year;
    return single(ctx, 'academicYear', year, (one) => showYears(ctx, [one])[0]);
  },
};

const year: Operation = {
  id: 'GET /academic-years/{academicYearId}',
  tag: 'year',
  form: 'basic',
  restricted: true,
  reads: true,
  run: (ctx) => {
    strictQuery(ctx, []);
    const id = pathId(ctx, 'academicYearId');
    let found = ctx.world.years.find((one) => one.id === id);
    if (found && ctx.f('past-404') && found.end < ctx.now) found = undefined;
    if (found && ctx.f('later-404') && found.start > ctx.now) found = undefined;
    if (found && ctx.f('always-current'))
      found = ctx.world.years.find((one) => one.id === ctx.world.currentYearId);
    if (!found && ctx.f('unknown-current'))
      found = ctx.world.years.find((one) => one.id === ctx.world.currentYearId);
    return single(ctx, 'academicYear', found, (one) => showYears(ctx, [one])[0]);
  },
};

interface Filters {
  search?: string | undefined;
  academicYearId?: string | undefined;
}

function readYear(ctx: Ctx, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const { years: all, currentYearId } = ctx.world;
  if (value === 'current') {
    if (ctx.f('current-refused')) throw bad('academicYearId must be a UUID');
    if (ctx.f('current-all')) return undefined;
    if (ctx.f('current-last')) return all[all.length - 1]?.id ?? '';
    if (ctx.f('current-first')) return all[0]?.id ?? '';
    return currentYearId ?? '';
  }
  if (!isUuid(value)) {
    if (ctx.f('year-crash')) throw new Refusal(500, 'invalid input syntax for type uuid');
    if (ctx.f('year-bad')) return undefined;
    if (ctx.f('year-bad-none')) return '';
    throw bad('academicYearId must be a UUID or current');
  }
  const id = value.toLowerCase();
  const known = all.find((one) => one.id === id);
  if (!known) {
    if (ctx.f('year-unknown-404')) throw missing('There is no such academic year.');
    if (ctx.f('year-unknown-all')) return undefined;
    if (ctx.f('year-unknown-current')) return currentYearId;
    if (ctx.on('m-unknown-year-refused')) throw bad('There is no such academic year.');
  } else {
    if (ctx.f('year-past') && known.end < ctx.now) return undefined;
    if (ctx.f('year-later') && known.start > ctx.now) return currentYearId;
    if (ctx.f('year-ignored')) return undefined;
  }
  return id;
}

const marks = (value: string): string => fold(value).normalize('NFD').replace(/\p{M}/gu, '');
const asciiFold = (value: string): string => value.replace(/[A-Z]/g, (char) => char.toLowerCase());
const likeTest = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'i',
  );

function regexTest(pattern: string): (name: string) => boolean {
  try {
    const regex = new RegExp(`^${pattern}$`, 'i');
    return (name) => regex.test(name);
  } catch {
    return () => false;
  }
}

/** Searches that go wrong: kind, and what it makes of the search. */
const SEARCHES: Readonly<Record<string, (search: string) => (one: Klass) => boolean>> = {
  'search-part': (search) => (one) => fold(one.name).includes(fold(search)),
  'search-start': (search) => (one) => fold(one.name).startsWith(fold(search)),
  'search-end': (search) => (one) => fold(one.name).endsWith(fold(search)),
  'search-case': (search) => (one) => one.name === search,
  'search-case-marks': (search) => (one) => asciiFold(one.name) === asciiFold(search),
  'search-upper-none': (search) => (one) => one.name === search || fold(one.name) === search,
  'search-trim': (search) => (one) => fold(one.name) === fold(search.trim()),
  'search-like': (search) => (one) => likeTest(search).test(one.name),
  'search-quote': (search) => (one) => fold(one.name) === fold(search) && !search.includes("'"),
  'search-description': (search) => (one) =>
    [one.name, one.description ?? one.name].some((text) => fold(text) === fold(search)),
  'search-marks': (search) => (one) => marks(one.name) === marks(search),
  'search-collapse': (search) => (one) =>
    fold(one.name).replace(/ +/g, ' ') === fold(search).replace(/ +/g, ' '),
  'search-cut': (search) => (one) => fold(one.name).slice(0, 50) === fold(search).slice(0, 50),
  'search-long': (search) => (one) => fold(one.name) === fold(search) && search.length <= 100,
  'search-plus': (search) => (one) => fold(one.name) === fold(search.replaceAll('+', ' ')),
  'search-digits': (search) => (one) => fold(one.name) === fold(search) && !/^\d+$/.test(search),
  'search-escaped': (search) => (one) => fold(one.name) === fold(String(escapeMarkup(search))),
  'search-regex': (search) => (one) => regexTest(search)(one.name),
  'search-words': (search) => (one) =>
    fold(one.name).split(' ').includes(fold(search)) || fold(one.name) === fold(search),
  'search-script': (search) => (one) => fold(one.name) === fold(search) && !/[^\u0020-\u024f]/u.test(search),
  'search-slash': (search) => (one) => fold(one.name) === fold(search) && !search.includes('/'),
  'search-percent': (search) => (one) => fold(one.name) === fold(search) && !search.includes('%'),
  'search-ascii': (search) => (one) =>
    fold(one.name).replace(/[^ -~]/g, '') === fold(search).replace(/[^ -~]/g, ''),
};

function searchTest(ctx: Ctx, search: string, index: Map<string, Set<string>>): (one: Klass) => boolean {
  for (const [kind, make] of Object.entries(SEARCHES)) if (ctx.f(kind)) return make(search);
  if (ctx.on('m-search-full-folding')) {
    const wanted = fold(search.toUpperCase());
    return (one) => fold(one.name.toUpperCase()) === wanted;
  }
  const ids = index.get(fold(search));
  return (one) => ids?.has(one.id) === true;
}

function listGroups<T extends Klass>(
  ctx: Ctx,
  rows: readonly T[],
  index: Map<string, Set<string>>,
  show: (rows: readonly T[]) => Doc[],
) {
  strictQuery(ctx, ['search', 'academicYearId', 'limit', 'offset', 'cursor']);
  let search = once(ctx.query, 'search');
  if (search === '' && ctx.on('m-empty-search-no-filter')) search = undefined;
  if (search !== undefined && ctx.f('search-ignored')) search = undefined;
  const filters: Filters = { search, academicYearId: readYear(ctx, once(ctx.query, 'academicYearId')) };
  const raw = pagingOfQuery(ctx.query);
  const beside = ['limit', 'offset', 'cursor'].filter((name) => raw[name] !== undefined);
  if (ctx.query.get('academicYearId') === 'current') beside.push('current');
  forget(ctx, filters, beside);
  const filtered = filters.search !== undefined || filters.academicYearId !== undefined;
  const asked = mark(ctx, { paging: raw, ...filters });
  const paging = readPaging(ctx, raw, ctx.op.tag, asked, filtered);
  const either = ctx.f('any-of');
  const oneOnly = ctx.f('search-one');
  const half = ctx.key === 'restricted' && ctx.on('m-restricted-sees-half');
  return answerList<T>(ctx, paging, {
    all: () => (half ? anyOrder(ctx, rows).filter((one) => seenByRestricted(one)) : anyOrder(ctx, rows)),
    filtered,
    filter: (all) => {
      const tests: ((one: Klass) => boolean)[] = [];
      if (filters.search !== undefined) tests.push(searchTest(ctx, filters.search, index));
      if (filters.academicYearId !== undefined) tests.push((one) => one.yearId === filters.academicYearId);
      const found = all.filter((one) =>
        either && tests.length > 1 ? tests.some((test) => test(one)) : tests.every((test) => test(one)),
      );
      return oneOnly && filters.search !== undefined ? found.slice(0, 1) : found;
    },
    sorted: false,
    sort: (found) => found,
    key: (one) => one.yearId,
    show,
    family: ctx.op.tag,
    asked,
  });
}

export const seenByRestricted = (one: Klass): boolean => '02468ace'.includes(one.id.charAt(0));

const classes: Operation = {
  id: 'GET /classes',
  tag: 'classes',
  form: 'problem',
  restricted: true,
  reads: true,
  run: (ctx) => listGroups(ctx, ctx.world.classes, ctx.views.classesByName, (rows) => showClasses(ctx, rows)),
};

const cohorts: Operation = {
  id: 'GET /smart-ia/cohorts',
  tag: 'cohorts',
  form: 'basic',
  restricted: false,
  reads: true,
  run: (ctx) =>
    listGroups<Cohort>(ctx, ctx.world.cohorts, ctx.views.cohortsByName, (rows) => showCohorts(ctx, rows)),
};

/** Rows that a single read does not find, though the list has them. */
function hidden(ctx: Ctx, one: Klass): boolean {
  const found = ctx.world.years.find((candidate) => candidate.id === one.yearId);
  if (ctx.f('past-404') && found && found.end < ctx.now) return true;
  if (ctx.f('later-404') && found && found.start > ctx.now) return true;
  return ctx.f('bare-404') && one.description === undefined;
}

const klass: Operation = {
  id: 'GET /classes/{classId}',
  tag: 'class',
  form: 'problem',
  restricted: true,
  reads: true,
  run: (ctx) => {
    strictQuery(ctx, []);
    const found = ctx.views.classById.get(pathId(ctx, 'classId'));
    if (found && ctx.key === 'restricted' && ctx.on('m-restricted-sees-half') && !seenByRestricted(found)) {
      throw new Refusal(403, 'This class belongs to another school.');
    }
    return single(
      ctx,
      'class',
      found && hidden(ctx, found) ? undefined : found,
      (one) => showClasses(ctx, [one])[0],
    );
  },
};

const cohort: Operation = {
  id: 'GET /smart-ia/cohorts/{cohortId}',
  tag: 'cohort',
  form: 'basic',
  reads: true,
  run: (ctx) => {
    strictQuery(ctx, []);
    let found = ctx.views.cohortById.get(pathId(ctx, 'cohortId'));
    if (found && (hidden(ctx, found) || (ctx.f('no-tests-404') && found.tests.length === 0)))
      found = undefined;
    return single(ctx, 'cohort', found, (one) => showCohorts(ctx, [one])[0]);
  },
};

const tests: Operation = {
  id: 'GET /smart-ia/tests',
  tag: 'tests',
  form: 'problem',
  restricted: true,
  reads: true,
  run: (ctx) => {
    if (!ctx.f('paged')) strictQuery(ctx, []);
    let list = anyOrder(ctx, ctx.world.tests);
    if (ctx.f('paged')) list = list.slice(0, Number(ctx.query.get('limit') ?? 100));
    if (ctx.f('lose-esol')) list = list.filter((one) => one.subject !== 'ESOL');
    if (ctx.f('lose-last')) list = list.slice(0, -1);
    if (ctx.f('one-a-subject'))
      list = list.filter((one, at) => list.findIndex((o) => o.subject === one.subject) === at);
    if (ctx.f('twice')) list = [...list, ...list.slice(0, 1)];
    const docs = showTests(ctx, list);
    if (ctx.f('bare')) return { status: 200, body: docs };
    if (ctx.f('other-name')) return { status: 200, body: { tests: docs } };
    return { status: 200, body: { data: docs } };
  },
};

export const groupOperations: Operation[] = [
  years,
  currentYear,
  year,
  classes,
  klass,
  cohorts,
  cohort,
  tests,
];
