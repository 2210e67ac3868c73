import type { Context, Handler, PageQuirks } from './core.ts';
import {
  answerPage,
  bad,
  collate,
  fold,
  isObject,
  isUuid,
  merged,
  missing,
  nothing,
  one,
  paging,
  pathId,
  Refusal,
  reply,
} from './core.ts';
import type { Class, Cohort, Json, Row, Test, User, Year } from './types.ts';
import { currentYear } from './years.ts';

// --- what classes and cohorts have in common

function yearFilter(c: Context): string | undefined {
  const value = one(c.query, 'academicYearId');
  if (value === undefined || value === 'current') return value;
  if (!isUuid(value)) {
    if (c.on('cohorts-year-malformed-500') && c.path.endsWith('cohorts')) throw new TypeError('uuid');
    if (c.on('classes-year-malformed-accepted') && c.path.endsWith('classes')) return undefined;
    bad('academicYearId is neither a UUID nor current.');
  }
  return value.toLowerCase();
}

const yearIndex = (c: Context, id: string): number => c.db.years.findIndex((y) => y.academicYearId === id);

interface Named {
  name: string;
  description?: string;
  academicYearId: string;
}
function ordered<T extends Named>(c: Context, items: Iterable<T>, id: (item: T) => string): T[] {
  const list = [...items];
  if (c.on('m-rosters-as-created')) return list;
  const sign = c.on('m-rosters-oldest-year-first') ? -1 : 1;
  return list.sort(
    (a, b) =>
      sign * (yearIndex(c, b.academicYearId) - yearIndex(c, a.academicYearId)) ||
      collate(a.name, b.name) ||
      (id(a) < id(b) ? -1 : 1),
  );
}

function text(value: unknown, name: string, required: boolean): string | undefined {
  if (value === undefined || value === null) return required ? bad(`${name} is missing.`) : undefined;
  if (typeof value !== 'string') return bad(`${name} is not a string.`);
  if (required && value.trim() === '') bad(`${name} is blank.`);
  if (value.length > 200) bad(`${name} is longer than 200 characters.`);
  return value === '' ? undefined : value;
}

export function wrapped(c: Context, name: string): Record<string, unknown> {
  if (!isObject(c.body)) return bad('The body is not a JSON object.');
  const inner = c.body[name];
  if (!isObject(inner)) return bad(`The body has no object ${name}.`);
  return inner;
}

export function ids(c: Context, name: string, least: number, most: number): string[] {
  if (!isObject(c.body)) return bad('The body is not a JSON object.');
  const list = c.body[name];
  if (!Array.isArray(list)) return bad(`${name} is not an array.`);
  if (list.length < least || list.length > most)
    bad(`${name} holds ${list.length} items; ${least} to ${most} are allowed.`);
  for (const id of list) if (!isUuid(id)) bad(`${name} holds what is not a UUID.`);
  return [...new Set((list as string[]).map((id) => id.toLowerCase()))];
}

// --- classes

export function showClass(c: Context, item: Class): Row {
  const row: Row = { classId: item.classId, name: item.name };
  if (item.description !== undefined) row['description'] = item.description;
  row['academicYearId'] = item.academicYearId;
  if (c.on('m-class-counts')) {
    row['studentCount'] = item.students.size;
    row['teacherCount'] = item.teachers.size;
  }
  return row;
}

const listClasses: Handler = (c) => {
  const quirks: PageQuirks = {
    offsetOneBased: c.on('classes-offset-one-based'),
    nextOnLastFull: c.on('classes-next-on-full-last-page'),
    offsetWithCursor: c.on('classes-offset-beside-cursor'),
    limitShowsCount: c.on('classes-limit-shows-count'),
    previousFirst: c.on('classes-previous-is-always-first'),
    limitIgnoredWithCursor: c.on('classes-limit-ignored-with-cursor'),
    limitPlusOffset: c.on('classes-limit-is-an-end'),
    notBase64: c.on('classes-cursor-not-base64'),
  };
  if (c.on('classes-default-limit-20')) quirks.defaultLimit = 20;
  const page = paging(c, 'listClasses', 'query', quirks);
  const given: Row = {};
  let search = one(c.query, 'search');
  if (search !== undefined && c.on('classes-search-decoded-twice'))
    search = decodeURIComponent(search.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/\+/g, ' '));
  if (search !== undefined) given['search'] = search;
  const year = yearFilter(c);
  if (year !== undefined) given['academicYearId'] = year;
  const filters = merged(
    c,
    page,
    given,
    c.on('classes-cursor-forgets-year')
      ? ['academicYearId']
      : c.on('classes-cursor-forgets-search')
        ? ['search']
        : [],
  );
  const wanted = filters['search'] as string | undefined;
  const named = (item: Class): boolean => {
    if (wanted === undefined) return true;
    const name = item.name;
    if (c.on('classes-search-contains')) return fold(name).includes(fold(wanted));
    if (c.on('classes-search-case-sensitive')) return name === wanted;
    if (c.on('classes-search-ascii-case'))
      return (
        name.replace(/[A-Z]/g, (x) => x.toLowerCase()) === wanted.replace(/[A-Z]/g, (x) => x.toLowerCase())
      );
    if (c.on('classes-search-wildcards')) {
      return new RegExp(
        `^${fold(wanted)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/%/g, '.*')
          .replace(/_/g, '.')}$`,
        'u',
      ).test(fold(name));
    }
    if (c.on('classes-search-trims')) return fold(name) === fold(wanted.trim());
    if (c.on('classes-search-in-description') && fold(item.description ?? '') === fold(wanted)) return true;
    if (c.on('classes-search-accent-blind'))
      return (
        fold(name.normalize('NFD').replace(/\p{M}/gu, '')) ===
        fold(wanted.normalize('NFD').replace(/\p{M}/gu, ''))
      );
    if (c.on('classes-search-collapses-blanks'))
      return fold(name).replace(/\s+/g, ' ') === fold(wanted).replace(/\s+/g, ' ');
    return fold(name) === fold(wanted);
  };
  const wantedYear = filters['academicYearId'] as string | undefined;
  let yearId = wantedYear === 'current' ? (currentYear(c)?.academicYearId ?? 'none') : wantedYear;
  if (wantedYear === 'current' && c.on('classes-current-ignored')) yearId = undefined;
  if (wantedYear === 'current' && c.on('classes-current-is-the-last'))
    yearId = c.db.years.at(-1)?.academicYearId;
  if (yearId !== undefined && c.on('classes-unknown-year-is-all') && yearIndex(c, yearId) < 0)
    yearId = undefined;
  if (yearId === undefined && wanted !== undefined && c.on('classes-search-in-current-year'))
    yearId = currentYear(c)?.academicYearId;
  const ofYear = (item: Class): boolean => yearId === undefined || item.academicYearId === yearId;
  const all = ordered(c, c.db.classes.values(), (x) => x.classId);
  let items = all.filter((item) =>
    c.on('classes-search-or-year') && wanted !== undefined && yearId !== undefined
      ? named(item) || ofYear(item)
      : named(item) && ofYear(item),
  );
  if (c.on('classes-empty-hidden'))
    items = items.filter((item) => item.students.size + item.teachers.size > 0);
  if (c.on('classes-total-unfiltered')) quirks.totalOf = all.length;
  if (c.on('classes-total-of-current-year') && yearId !== undefined)
    quirks.totalOf = all.filter((x) => x.academicYearId === currentYear(c)?.academicYearId).length;
  if (c.on('classes-list-cached')) {
    const key = `classes ${c.query.toString()}`;
    const held = c.memory.get(key) as Class[] | undefined;
    if (held) items = held;
    else c.memory.set(key, items);
  }
  let carried: string | undefined;
  const response = answerPage(c, {
    operation: 'listClasses',
    items,
    filters,
    page,
    quirks,
    id: (x) => x.classId,
    show: (item) => {
      const row = showClass(c, item);
      if (c.on('classes-description-null') && item.description === undefined) row['description'] = null;
      if (c.on('classes-description-carried')) {
        if (item.description === undefined && carried !== undefined) row['description'] = carried;
        carried = item.description ?? carried;
      }
      if (c.on('classes-year-of-filter-missing') && yearId !== undefined) row['academicYearId'] = null;
      return row;
    },
  });
  return response;
};

export function yearForCreation(c: Context, value: unknown): Year {
  if (value === undefined || value === null)
    return currentYear(c) ?? bad('There is no current academic year.');
  if (!isUuid(value)) return bad('academicYearId is not a UUID.');
  const id = value.toLowerCase();
  return c.db.years.find((y) => y.academicYearId === id) ?? bad('There is no such academic year.');
}

const createClass: Handler = (c) => {
  const given = wrapped(c, 'class');
  if (c.on('create-class-bare-name-500') && given['name'] === undefined) throw new TypeError('name');
  let name = text(given['name'], 'name', true) as string;
  const description = text(given['description'], 'description', false);
  let year: Year;
  if (
    c.on('create-class-unknown-year-is-current') &&
    isUuid(given['academicYearId']) &&
    yearIndex(c, given['academicYearId'].toLowerCase()) < 0
  )
    year = currentYear(c) as Year;
  else year = yearForCreation(c, given['academicYearId']);
  if (c.on('create-class-year-ignored')) year = currentYear(c) as Year;
  if (c.on('create-class-defaults-to-last-year') && (given['academicYearId'] ?? null) === null)
    year = c.db.years.at(-1) as Year;
  if (c.on('create-class-escapes'))
    name = name.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, '&#39;');
  if (c.on('create-class-cuts-name')) name = name.slice(0, 40);
  const same = [...c.db.classes.values()].find(
    (x) => fold(x.name) === fold(name) && x.academicYearId === year.academicYearId,
  );
  if (same && c.on('create-class-existing-returned')) return reply(201, { class: showClass(c, same) });
  if (same && c.on('create-class-existing-400')) bad('The class exists.');
  if (same && c.on('create-class-existing-merges')) {
    if (description !== undefined) same.description = description;
    throw new Refusal(409, 'A class of this name exists in the academic year.');
  }
  if (same && !c.on('create-class-duplicates'))
    throw new Refusal(409, 'A class of this name exists in the academic year.');
  if (
    c.on('create-class-name-once-over-years') &&
    [...c.db.classes.values()].some(
      (x) =>
        fold(x.name) === fold(name) &&
        yearIndex(c, x.academicYearId) === yearIndex(c, year.academicYearId) - 1,
    )
  ) {
    // the name stays free, yet the class of the year before is taken over
    const before = [...c.db.classes.values()].find(
      (x) =>
        fold(x.name) === fold(name) &&
        yearIndex(c, x.academicYearId) === yearIndex(c, year.academicYearId) - 1,
    ) as Class;
    before.academicYearId = year.academicYearId;
    return reply(201, { class: showClass(c, before) });
  }
  const item: Class = {
    classId: crypto.randomUUID(),
    name,
    academicYearId: year.academicYearId,
    students: new Set(),
    teachers: new Set(),
  };
  if (description !== undefined && !c.on('create-class-description-lost')) item.description = description;
  if (!c.on('create-class-not-stored')) c.db.classes.set(item.classId, item);
  const row = showClass(c, item);
  if (c.on('create-class-description-null') && description === undefined) row['description'] = null;
  if (c.on('create-class-other-id')) row['classId'] = crypto.randomUUID();
  const response = reply(
    c.on('create-class-200') ? 200 : 201,
    c.on('create-class-answer-unwrapped') ? row : { class: row },
  );
  if (c.on('m-location-of-created')) response.headers.set('location', `/api/v1/classes/${item.classId}`);
  return response;
};

const classAt = (c: Context): Class => {
  if (c.on('m-malformed-ids-404') && !isUuid(c.params['classId'])) missing('Class');
  return c.db.classes.get(pathId(c, 'classId')) ?? missing('Class');
};

const getClass: Handler = (c) => {
  if (c.on('class-malformed-500') && !isUuid(c.params['classId'])) throw new TypeError('uuid');
  const known = c.db.classes.get((c.params['classId'] as string).toLowerCase());
  if (!known && isUuid(c.params['classId'])) {
    if (c.on('class-unknown-200-null')) return reply(200, { class: null });
    if (c.on('class-unknown-410')) throw new Refusal(410, 'Class not found.');
  }
  const item = classAt(c);
  const current = currentYear(c)?.academicYearId;
  if (c.on('class-of-other-year-404') && item.academicYearId !== current) missing('Class');
  let shown = item;
  if (c.on('class-found-by-name'))
    shown =
      ordered(c, c.db.classes.values(), (x) => x.classId).find((x) => fold(x.name) === fold(item.name)) ??
      item;
  const row = showClass(c, shown);
  if (c.on('class-year-always-current') && current !== undefined) row['academicYearId'] = current;
  if (c.on('class-description-null') && item.description === undefined) row['description'] = null;
  if (c.on('class-description-is-name') && item.description === undefined) row['description'] = item.name;
  if (c.on('class-name-escaped')) row['name'] = item.name.replace(/&/g, '&amp;').replace(/'/g, '&#39;');
  if (c.on('class-name-cut')) row['name'] = item.name.slice(0, 32);
  if (c.on('class-name-ascii')) row['name'] = item.name.replace(/[^\x20-\x7e]/g, '?');
  if (c.on('class-unwrapped')) return reply(200, row);
  const response = reply(200, { class: row });
  if (c.on('class-content-type')) response.headers.set('content-type', 'text/html');
  return response;
};

// --- members

function members(c: Context, list: readonly string[], role: string): User[] {
  return list.map((id) => {
    const user = c.db.users.get(id);
    if (!user?.roles.includes(role)) {
      if (c.on('m-unknown-members-404')) missing(`The ${role.toLowerCase()} ${id}`);
      return bad(`There is no ${role.toLowerCase()} ${id}.`);
    }
    return user;
  });
}
const knownUsers = (c: Context, list: readonly string[]): void => {
  for (const id of list)
    if (!c.db.users.has(id)) (c.on('m-unknown-members-404') ? missing : bad)(`There is no user ${id}.`);
};
const touch = (c: Context, list: readonly string[]): void => {
  if (c.on('m-membership-updates-user'))
    for (const id of list) (c.db.users.get(id) as User).updatedAt = Date.now();
};

const addClassStudents: Handler = (c) => {
  const most = c.on('class-students-99') ? 99 : c.on('class-students-unbounded') ? 10_000 : 100;
  const item = classAt(c);
  const list = ids(c, 'userIds', c.on('class-students-none-accepted') ? 0 : 1, most);
  if (c.on('class-students-half-done'))
    for (const id of list) {
      members(c, [id], 'Student');
      item.students.add(id);
    }
  if (!c.on('class-students-any-user')) members(c, list, 'Student');
  if (c.on('class-students-first-50')) list.splice(50);
  if (c.on('class-students-replaces')) item.students.clear();
  if (c.on('class-students-moves'))
    for (const other of c.db.classes.values())
      if (other.academicYearId === item.academicYearId) for (const id of list) other.students.delete(id);
  for (const id of list) {
    if (c.on('class-students-toggles') && item.students.has(id)) item.students.delete(id);
    else if (!(c.on('class-students-disabled-skipped') && !c.db.users.get(id)?.isActive))
      item.students.add(id);
  }
  touch(c, list);
  return c.on('class-students-200') ? reply(200, { class: showClass(c, item) }) : nothing();
};

const removeClassStudents: Handler = (c) => {
  const item = classAt(c);
  const list = ids(c, 'userIds', c.on('m-removal-needs-an-item') ? 1 : 0, 100_000);
  if (c.on('class-students-removal-half-done'))
    for (const id of list) {
      knownUsers(c, [id]);
      item.students.delete(id);
    }
  knownUsers(c, list);
  if (c.on('class-students-removal-all')) item.students.clear();
  if (c.on('class-students-removal-first')) list.splice(1);
  if (c.on('class-students-removal-everywhere'))
    for (const other of c.db.classes.values()) for (const id of list) other.students.delete(id);
  if (c.on('class-students-removal-of-teachers-too')) for (const id of list) item.teachers.delete(id);
  if (c.on('class-students-removal-404-without') && list.some((id) => !item.students.has(id)))
    return reply(500, { status: 500, message: 'Not a member.' });
  for (const id of list) item.students.delete(id);
  touch(c, list);
  return nothing();
};

const addClassTeachers: Handler = (c) => {
  const item = classAt(c);
  const list = ids(c, 'userIds', 1, c.on('class-teachers-101') ? 101 : 100);
  if (c.on('class-teachers-half-done'))
    for (const id of list) {
      members(c, [id], 'Teacher');
      item.teachers.add(id);
    }
  members(c, list, 'Teacher');
  if (c.on('class-teachers-one-only')) item.teachers.clear();
  if (c.on('class-teachers-last-lost') && list.length > 1) list.pop();
  if (c.on('class-teachers-as-students')) for (const id of list) item.students.add(id);
  else for (const id of list) item.teachers.add(id);
  if (c.on('class-teachers-touches-roles'))
    for (const id of list) (c.db.users.get(id) as User).roles = ['Teacher'];
  touch(c, list);
  return c.on('class-teachers-201') ? reply(201, { userIds: list }) : nothing();
};

const removeClassTeachers: Handler = (c) => {
  const item = classAt(c);
  const list = ids(
    c,
    'userIds',
    c.on('class-teachers-removal-none-accepted') ? 0 : 1,
    c.on('class-teachers-removal-unbounded') ? 10_000 : 100,
  );
  if (c.on('class-teachers-removal-half-done'))
    for (const id of list) {
      knownUsers(c, [id]);
      item.teachers.delete(id);
    }
  knownUsers(c, list);
  if (c.on('class-teachers-removal-keeps-last') && item.teachers.size === 1) return nothing();
  if (c.on('class-teachers-removal-students-leave')) item.students.clear();
  for (const id of list) item.teachers.delete(id);
  if (c.on('class-teachers-removal-none-done')) for (const id of list) item.teachers.add(id);
  touch(c, list);
  return nothing();
};

// --- cohorts

const cohortTest = (test: Test): Row => ({
  testId: test.testId,
  testVersionId: test.testVersionId,
  name: test.name,
  subject: test.subject,
  activationStatus: test.activationStatus,
});

export function showCohort(c: Context, item: Cohort): Row {
  const row: Row = { cohortId: item.cohortId, name: item.name };
  if (item.description !== undefined) row['description'] = item.description;
  row['academicYearId'] = item.academicYearId;
  const tests = item.tests.map((id) => cohortTest(c.db.tests.get(id) as Test));
  if (c.on('m-cohort-tests-by-name')) tests.sort((a, b) => collate(String(a['name']), String(b['name'])));
  if (tests.length) row['tests'] = tests;
  if (c.on('m-cohort-counts')) row['studentCount'] = item.students.size;
  return row;
}

const listCohorts: Handler = (c) => {
  const quirks: PageQuirks = {
    extraItem: c.on('cohorts-one-more-than-limit'),
    totalOfPage: c.on('cohorts-total-of-page'),
    previousNullOnSecond: c.on('cohorts-no-previous-on-second-page'),
    offsetShown: c.on('cohorts-offset-shown-with-cursor'),
    totalString: c.on('cohorts-total-string'),
    lastPageDropped: c.on('cohorts-last-page-dropped'),
    nullLeftOut: c.on('cohorts-null-cursors-left-out'),
    beyondEnd: c.on('cohorts-beyond-the-end'),
    offsetIgnored: c.on('cohorts-offset-ignored'),
  };
  if (c.on('cohorts-next-skips-one')) quirks.nextSkips = 1;
  const page = paging(c, 'listCohorts', 'query', quirks);
  const given: Row = {};
  const search = one(c.query, 'search');
  if (search !== undefined) given['search'] = search;
  const year = yearFilter(c);
  if (year !== undefined) given['academicYearId'] = year;
  const filters = merged(
    c,
    page,
    given,
    c.on('cohorts-cursor-forgets-filters') ? ['search', 'academicYearId'] : [],
  );
  const wanted = filters['search'] as string | undefined;
  const wantedYear = filters['academicYearId'] as string | undefined;
  let yearId = wantedYear === 'current' ? (currentYear(c)?.academicYearId ?? 'none') : wantedYear;
  const at = c.db.years.findIndex((y) => y.academicYearId === yearId);
  if (wantedYear === 'current' && c.on('cohorts-current-is-previous'))
    yearId = c.db.years[at - 1]?.academicYearId;
  if (wantedYear === 'current' && c.on('cohorts-current-is-empty')) yearId = 'current';
  const named = (item: Cohort): boolean => {
    if (wanted === undefined) return true;
    if (c.on('cohorts-search-prefix')) return fold(item.name).startsWith(fold(wanted));
    if (c.on('cohorts-search-lowers-one-side')) return item.name === wanted.toLowerCase();
    if (c.on('cohorts-search-stops-at-dash'))
      return fold(item.name.split(' – ')[0] as string) === fold(wanted.split(' – ')[0] as string);
    if (c.on('cohorts-search-underscore'))
      return new RegExp(
        `^${fold(wanted)
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/_/g, '.')}$`,
        'u',
      ).test(fold(item.name));
    if (c.on('cohorts-search-by-id') && item.cohortId === wanted) return true;
    if (c.on('cohorts-search-without-punctuation'))
      return fold(item.name).replace(/[^\p{L}\p{N} ]/gu, '') === fold(wanted).replace(/[^\p{L}\p{N} ]/gu, '');
    return fold(item.name) === fold(wanted);
  };
  let items = ordered(c, c.db.cohorts.values(), (x) => x.cohortId).filter((item) => {
    if (c.on('cohorts-search-ignored-with-year') && yearId !== undefined)
      return item.academicYearId === yearId;
    if (c.on('cohorts-year-ignored-with-search') && wanted !== undefined) return named(item);
    if (c.on('cohorts-year-and-older') && yearId !== undefined)
      return named(item) && yearIndex(c, item.academicYearId) <= at;
    return named(item) && (yearId === undefined || item.academicYearId === yearId);
  });
  if (c.on('cohorts-without-tests-hidden')) items = items.filter((x) => x.tests.length > 0);
  if (c.on('cohorts-same-name-once'))
    items = items.filter((x, i) => items.findIndex((y) => fold(y.name) === fold(x.name)) === i);
  return answerPage(c, {
    operation: 'listCohorts',
    items,
    filters,
    page,
    quirks,
    id: (x) => x.cohortId,
    show: (item) => {
      const row = showCohort(c, item);
      const tests = item.tests.map((id) => c.db.tests.get(id) as Test);
      if (c.on('cohorts-inactive-tests-hidden'))
        row['tests'] = tests.filter((t) => t.activationStatus !== 'Inactive').map(cohortTest);
      if (c.on('cohorts-first-test-only') && tests.length) row['tests'] = [cohortTest(tests[0] as Test)];
      if (c.on('cohorts-version-is-test') && tests.length)
        row['tests'] = tests.map((t) => ({ ...cohortTest(t), testVersionId: t.testId }));
      if (c.on('cohorts-tests-null') && !tests.length) row['tests'] = null;
      if (c.on('cohorts-description-empty') && item.description === undefined) row['description'] = '';
      if (c.on('cohorts-tests-left-out')) delete row['tests'];
      return row;
    },
  });
};

const createCohort: Handler = (c) => {
  const given = wrapped(c, 'cohort');
  let name = text(given['name'], 'name', true) as string;
  const description = text(given['description'], 'description', false);
  let year = yearForCreation(c, given['academicYearId']);
  if (c.on('create-cohort-previous-year') && (given['academicYearId'] ?? null) === null)
    year = c.db.years[c.db.years.indexOf(year) - 1] as Year;
  if (c.on('create-cohort-lowercases')) name = name.toLowerCase();
  const existing = [...c.db.cohorts.values()].filter((x) => fold(x.name) === fold(name));
  const same = existing.find((x) => x.academicYearId === year.academicYearId);
  if (same && c.on('create-cohort-existing-200')) return reply(200, { cohort: showCohort(c, same) });
  if (same && c.on('create-cohort-existing-422')) throw new Refusal(422, 'A cohort of this name exists.');
  if (same && c.on('create-cohort-replaces')) {
    same.students.clear();
    same.tests = [];
  }
  if (same && !c.on('create-cohort-duplicates'))
    throw new Refusal(409, 'A cohort of this name exists in the academic year.');
  const item: Cohort = {
    cohortId: crypto.randomUUID(),
    name,
    academicYearId: year.academicYearId,
    students: new Set(),
    tests: [],
  };
  if (description !== undefined)
    item.description = c.on('create-cohort-description-is-name') ? name : description;
  if (c.on('create-cohort-copies-tests'))
    item.tests = [...([...c.db.cohorts.values()].find((x) => fold(x.name) === fold(name))?.tests ?? [])];
  c.db.cohorts.set(item.cohortId, item);
  if (c.on('create-cohort-stored-twice')) {
    const twin = crypto.randomUUID();
    c.db.cohorts.set(twin, { ...item, cohortId: twin, students: new Set(), tests: [] });
  }
  const row = showCohort(c, item);
  if (c.on('create-cohort-year-name')) row['academicYearId'] = year.name;
  const response = reply(201, c.on('create-cohort-answer-in-data') ? { data: row } : { cohort: row });
  if (c.on('m-location-of-created'))
    response.headers.set('location', `/api/v1/smart-ia/cohorts/${item.cohortId}`);
  return response;
};

const cohortAt = (c: Context): Cohort => {
  if (c.on('m-malformed-ids-404') && !isUuid(c.params['cohortId'])) missing('Cohort');
  return c.db.cohorts.get(pathId(c, 'cohortId')) ?? missing('Cohort');
};

const getCohort: Handler = (c) => {
  const known = c.db.cohorts.get((c.params['cohortId'] as string).toLowerCase());
  if (!known && isUuid(c.params['cohortId'])) {
    if (c.on('cohort-unknown-html'))
      return new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } });
    if (c.on('cohort-unknown-204')) return nothing();
    if (c.on('cohort-unknown-empty')) return reply(200, { cohort: {} });
  }
  if (c.on('cohort-malformed-accepted') && !isUuid(c.params['cohortId'])) return reply(200, { cohort: null });
  const item = cohortAt(c);
  if (
    c.on('cohort-previous-years-404') &&
    yearIndex(c, item.academicYearId) < yearIndex(c, currentYear(c)?.academicYearId ?? '')
  )
    missing('Cohort');
  const row = showCohort(c, item);
  const tests = item.tests.map((id) => c.db.tests.get(id) as Test);
  if (c.on('cohort-tests-of-namesake')) {
    const other = [...c.db.cohorts.values()].find(
      (x) => fold(x.name) === fold(item.name) && x.tests.length > 0,
    );
    if (other) row['tests'] = other.tests.map((id) => cohortTest(c.db.tests.get(id) as Test));
  }
  if (c.on('cohort-tests-ids-only') && tests.length) row['tests'] = [...item.tests];
  if (c.on('cohort-tests-null') && !tests.length) row['tests'] = null;
  if (c.on('cohort-description-null') && item.description === undefined) row['description'] = null;
  if (c.on('cohort-test-subject-of-first') && tests.length)
    row['tests'] = tests.map((t) => ({ ...cohortTest(t), subject: (tests[0] as Test).subject }));
  if (c.on('cohort-tests-three') && tests.length) row['tests'] = tests.slice(0, 3).map(cohortTest);
  if (c.on('cohort-test-old-version') && tests.length)
    row['tests'] = tests.map((t) => ({
      ...cohortTest(t),
      testVersionId: t.oldVersionId ? `v1-${t.oldVersionId}` : t.testVersionId,
    }));
  if (c.on('cohort-year-next'))
    row['academicYearId'] = (
      c.db.years[yearIndex(c, item.academicYearId) + 1] ?? (c.db.years[0] as Year)
    ).academicYearId;
  if (c.on('cohort-name-lowercase')) row['name'] = item.name.toLowerCase();
  if (c.on('cohort-wrapped-as-class')) return reply(200, { class: row });
  return reply(200, { cohort: row });
};

const addCohortStudents: Handler = (c) => {
  const item = cohortAt(c);
  const list = ids(c, 'userIds', 0, 100_000);
  if (c.on('cohort-students-half-done'))
    for (const id of list) {
      members(c, [id], 'Student');
      item.students.add(id);
    }
  members(c, list, 'Student');
  if (c.on('cohort-students-replaces')) item.students.clear();
  if (c.on('cohort-students-one-cohort'))
    for (const other of c.db.cohorts.values()) for (const id of list) other.students.delete(id);
  if (c.on('cohort-students-namesake')) {
    const namesake = [...c.db.cohorts.values()].find((x) => fold(x.name) === fold(item.name)) as Cohort;
    for (const id of list) namesake.students.add(id);
  } else for (const id of list) item.students.add(id);
  touch(c, list);
  return c.on('cohort-students-200') ? reply(200, { status: 'ok' }) : nothing();
};

const removeCohortStudents: Handler = (c) => {
  if (
    c.on('cohort-students-removal-unknown-cohort') &&
    !c.db.cohorts.has((c.params['cohortId'] as string).toLowerCase())
  )
    return nothing();
  const item = cohortAt(c);
  const list = ids(c, 'userIds', c.on('m-removal-needs-an-item') ? 1 : 0, 100_000);
  knownUsers(c, list);
  if (c.on('cohort-students-removal-nothing')) return nothing();
  if (c.on('cohort-students-removal-from-classes'))
    for (const other of c.db.classes.values()) for (const id of list) other.students.delete(id);
  if (c.on('cohort-students-removal-of-year'))
    for (const other of c.db.cohorts.values())
      if (other.academicYearId === item.academicYearId) for (const id of list) other.students.delete(id);
  for (const id of list) item.students.delete(id);
  touch(c, list);
  return nothing();
};

const testList = (c: Context, item: Cohort): string[] => {
  const list = ids(c, 'testIds', 0, 100_000);
  if (c.on('cohort-tests-half-done') && c.request.method === 'POST')
    for (const id of list) {
      if (!c.db.tests.has(id)) bad(`There is no test ${id}.`);
      if (!item.tests.includes(id)) item.tests.push(id);
    }
  for (const id of list)
    if (!c.db.tests.has(id)) (c.on('m-unknown-members-404') ? missing : bad)(`There is no test ${id}.`);
  return list;
};

const addCohortTests: Handler = (c) => {
  const item = cohortAt(c);
  const list = testList(c, item);
  if (c.on('cohort-tests-replaces')) item.tests = [];
  for (const id of list) if (c.on('cohort-tests-twice') || !item.tests.includes(id)) item.tests.push(id);
  if (c.on('cohort-tests-inactive-skipped'))
    item.tests = item.tests.filter(
      (id) => !list.includes(id) || c.db.tests.get(id)?.activationStatus === 'Active',
    );
  if (c.on('cohort-tests-activates'))
    for (const id of list) (c.db.tests.get(id) as Test).activationStatus = 'Active';
  if (c.on('cohort-tests-in-all-years'))
    for (const other of c.db.cohorts.values())
      if (fold(other.name) === fold(item.name))
        for (const id of list) if (!other.tests.includes(id)) other.tests.push(id);
  return nothing();
};

const removeCohortTests: Handler = (c) => {
  const item = cohortAt(c);
  const list = testList(c, item);
  if (c.on('cohort-tests-removal-all')) item.tests = [];
  if (c.on('cohort-tests-removal-by-subject')) {
    const subjects = new Set(list.map((id) => (c.db.tests.get(id) as Test).subject));
    item.tests = item.tests.filter((id) => !subjects.has((c.db.tests.get(id) as Test).subject));
  }
  if (c.on('cohort-tests-removal-last-stays') && item.tests.length === 1) return nothing();
  item.tests = item.tests.filter((id) => !list.includes(id));
  if (c.on('cohort-tests-removal-deletes-test'))
    for (const id of list) {
      const test = c.db.tests.get(id);
      if (test && ![...c.db.cohorts.values()].some((x) => x.tests.includes(id)))
        test.name = `${test.name} (removed)`;
    }
  return c.on('cohort-tests-removal-200') ? reply(200, { cohort: showCohort(c, item) }) : nothing();
};

const listTests: Handler = (c) => {
  let tests = [...c.db.tests.values()];
  if (!c.on('m-tests-as-stored')) tests.sort((a, b) => collate(a.name, b.name));
  if (c.on('tests-first-ten')) tests = tests.slice(0, 10);
  if (c.on('tests-limit-honoured') && c.query.has('limit'))
    tests = tests.slice(0, Number(c.query.get('limit')));
  if (c.on('tests-per-version')) tests = tests.flatMap((t) => (t.oldVersionId ? [t, t] : [t]));
  if (c.on('tests-one-per-subject'))
    tests = tests.filter((t, i) => i < 9 || tests.findIndex((x) => x.subject === t.subject) === i);
  const data: Json[] = tests.map((t, i) => {
    const row: Row = { testId: t.testId, name: t.name, subject: t.subject };
    if (c.on('m-tests-tell-more')) row['activationStatus'] = t.activationStatus;
    if (c.on('tests-version-as-id')) row['testId'] = t.testVersionId;
    if (c.on('tests-subject-array')) row['subject'] = [t.subject];
    if (c.on('tests-subject-cut')) row['subject'] = t.subject.split(/[ &]/)[0] as string;
    if (c.on('tests-name-of-neighbour') && t.activationStatus !== 'Active')
      row['name'] = (tests[i + 1] ?? t).name;
    return row;
  });
  const response = reply(
    200,
    c.on('tests-wrapped-by-name')
      ? { tests: data }
      : c.on('tests-paginated')
        ? {
            data: data.slice(0, 10),
            pagination: {
              total: data.length,
              limit: 10,
              offset: 0,
              previousCursor: null,
              nextCursor: 'MTA=',
            },
          }
        : { data },
  );
  if (c.on('tests-content-type')) response.headers.set('content-type', 'text/plain');
  return response;
};

export const rosters: Record<string, Handler> = {
  listClasses,
  createClass,
  getClass,
  addClassStudents,
  removeClassStudents,
  addClassTeachers,
  removeClassTeachers,
  listCohorts,
  createCohort,
  getCohort,
  addCohortStudents,
  removeCohortStudents,
  addCohortTests,
  removeCohortTests,
  listTests,
};
