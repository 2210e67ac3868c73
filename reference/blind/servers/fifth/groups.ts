import { bad, one, uuid } from './http.ts';
import type { App, Call, UserRow } from './types.ts';
import { currentYear, latestYear, yearFilter } from './years.ts';

interface Group {
  name: string;
  academicYearId: string;
}

const fold = (s: string): string => s.toLowerCase();
const asciiFold = (s: string): string => s.replace(/[A-Z]/g, (c) => c.toLowerCase());

function nameMatches(
  app: App,
  kind: 'class' | 'cohort',
  name: string,
  search: string,
  withYear: boolean,
): boolean {
  if (kind === 'class') {
    if (app.on('class-search-case-sensitive')) return name === search;
    if (app.on('class-search-contains')) return fold(name).includes(fold(search));
    if (app.on('class-search-ascii-case')) return asciiFold(name) === asciiFold(search);
    if (app.on('class-search-percent-wildcard') && search.includes('%')) {
      return new RegExp(
        `^${search
          .split('%')
          .map((s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}$`,
        'i',
      ).test(name);
    }
    if (app.on('class-search-is-regex')) {
      try {
        return new RegExp(`^${search}$`, 'i').test(name);
      } catch {
        return false;
      }
    }
  } else {
    if (app.on('cohort-search-prefix')) return fold(name).startsWith(fold(search));
    if (app.on('cohort-search-case-with-year') && withYear) return name === search;
  }
  return fold(name) === fold(search);
}

/** The filters that the lists of classes and of cohorts share. */
export function filterGroups<T extends Group>(
  app: App,
  call: Call,
  kind: 'class' | 'cohort',
  all: readonly T[],
): T[] {
  const search = one(app, call, 'search');
  const yearText = one(app, call, 'academicYearId');
  let yearId: string | undefined;
  if (yearText !== undefined) {
    if (kind === 'class' && app.on('class-current-literal-refused'))
      yearId = uuid(yearText, 'academicYearId');
    else if (kind === 'class' && app.on('class-current-is-latest') && yearText === 'current')
      yearId = latestYear(app).academicYearId;
    else if (
      kind === 'class' &&
      app.on('class-bad-year-ignored') &&
      yearText !== 'current' &&
      yearText.length !== 36
    )
      yearId = undefined;
    else if (
      kind === 'cohort' &&
      app.on('cohort-bad-year-empty') &&
      yearText !== 'current' &&
      yearText.length !== 36
    )
      yearId = yearText;
    else yearId = yearFilter(app, yearText);
  }
  if (kind === 'cohort' && app.on('cohort-current-ignored') && yearText === 'current') yearId = undefined;
  if (kind === 'cohort' && app.on('cohort-year-ignored') && yearText !== 'current') yearId = undefined;
  if (kind === 'class' && app.on('class-search-drops-year') && search !== undefined) yearId = undefined;
  if (yearId !== undefined && !app.store.years.some((y) => y.academicYearId === yearId)) {
    if (kind === 'class' && app.on('class-unknown-year-gives-all')) yearId = undefined;
    else if (app.on('manner.unknown-year-filter-refused')) throw bad('There is no such academic year');
  }
  const searching = search !== undefined && !(search === '' && app.on('manner.empty-search-ignored'));
  let found = all.filter((g) => {
    const inYear = yearId === undefined || g.academicYearId === yearId;
    const named = !searching || nameMatches(app, kind, g.name, search, yearId !== undefined);
    if (kind === 'cohort' && app.on('cohort-search-or-year') && searching && yearId !== undefined)
      return inYear || named;
    return inYear && named;
  });
  if (kind === 'class' && app.on('class-search-first-only') && searching) found = found.slice(0, 1);
  if (kind === 'class' && app.on('class-search-no-match-all') && searching && found.length === 0)
    found = [...all];
  if (app.on('manner.groups-by-name')) found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return found;
}

/** The academic year of something to be created. */
export function yearForNew(app: App, given: string | undefined): string {
  if (given === undefined) return currentYear(app).academicYearId;
  const id = uuid(given, 'academicYearId');
  if (!app.store.years.some((y) => y.academicYearId === id)) throw bad('There is no such academic year');
  return id;
}

export function sameGroup(groups: readonly Group[], name: string, yearId: string): boolean {
  return groups.some((g) => g.academicYearId === yearId && fold(g.name) === fold(name));
}

/** All users of a list must exist and have the role; otherwise nothing is done. */
export function mustBe(app: App, ids: readonly string[], role: 'student' | 'teacher'): UserRow[] {
  return ids.map((id) => {
    const user = app.store.users.find((u) => u.userId === id);
    if (user === undefined || !user.roles.includes(role)) throw bad(`${id} is not a ${role}`);
    return user;
  });
}
