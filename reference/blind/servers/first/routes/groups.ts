/** What classes and cohorts have in common. */
import { type App, badRequest, type Context, notFound } from '../app.ts';
import { currentYear, type GroupRow, type UserRow } from '../db/tables.ts';
import { isUuid, single, textOf, unwrap, uuid } from '../http/input.ts';
import { type Order, type PageRequest, queryPage } from '../http/pages.ts';

export const fold = (text: string): string =>
  text.normalize('NFC').toLocaleLowerCase('en').replaceAll('ß', 'ss');

export const byName: Order<GroupRow> = {
  name: 'name',
  direction: 'asc',
  key: (row) => fold(row.name),
  id: (row) => row.id,
};
export const byId: Order<GroupRow> = {
  name: 'id',
  direction: 'asc',
  key: (row) => row.id,
  id: (row) => row.id,
};

export interface GroupQuery {
  search: string | undefined;
  year: string | undefined;
  page: PageRequest;
}

export function groupQuery({ query, db, bugs }: Context, where: string): GroupQuery {
  const raw = single(query, 'academicYearId');
  let year: string | undefined;
  if (raw === 'current') {
    year = currentYear(db)?.id ?? 'none';
  } else if (raw !== undefined) {
    year = uuid(raw, 'academicYearId');
  }
  const search = single(query, 'search');
  return { search: search === '' ? undefined : search, year, page: queryPage(query, bugs, where) };
}

export interface NewGroup {
  name: string;
  description: string | null;
  year: string;
}

export function newGroup({ app, body, db, bugs }: Context, wrapper: string): NewGroup {
  const payload = unwrap(body, wrapper);
  const name = textOf(payload, 'name', { required: true, max: 120 }) as string;
  const description = textOf(payload, 'description', { max: 1000 }) ?? null;
  const given = payload['academicYearId'];
  if (given !== undefined && given !== null) {
    const year = uuid(given, 'academicYearId');
    if (!db.years.has(year)) throw badRequest('academicYearId is not known');
    if (bugs.has('cohort-year-ignored') && wrapper === 'cohort')
      return { name, description, year: currentYear(db)?.id ?? year };
    return { name, description, year };
  }
  const year =
    bugs.has('class-default-year-first') && wrapper === 'class'
      ? [...app.db.years.values()][0]
      : currentYear(db);
  if (year === undefined) throw badRequest('there is no current academic year');
  return { name, description, year: year.id };
}

export function insertGroup(app: App, table: Map<string, GroupRow>, group: NewGroup): GroupRow {
  const row: GroupRow = {
    id: app.rng.uuid(),
    name: group.name,
    description: group.description === '' ? null : group.description,
    academic_year_id: group.year,
  };
  table.set(row.id, row);
  return row;
}

export function exists(table: Map<string, GroupRow>, group: NewGroup): boolean {
  return [...table.values()].some(
    (row) => row.academic_year_id === group.year && fold(row.name) === fold(group.name),
  );
}

export function groupOf(
  context: Context,
  table: Map<string, GroupRow>,
  param: string,
  what: string,
): GroupRow {
  const raw = context.params[param] as string;
  if (!isUuid(raw)) throw badRequest(`${param} must be a UUID`);
  const row = table.get(raw.toLowerCase());
  if (row === undefined) throw notFound(`${what} not found`);
  return row;
}

/** All the users, or none: an unknown one, or one without the role, is an invalid request. */
export function usersFor({ db, bugs }: Context, ids: readonly string[], role: string): UserRow[] {
  return [...new Set(ids)].map((id) => {
    const user = db.users.get(id);
    if (user === undefined && bugs.has('manner.unknown-user-404')) throw notFound(`User ${id} not found`);
    if (user === undefined) throw badRequest(`user ${id} is not known`);
    if (!user.roles.includes(role)) throw badRequest(`user ${id} does not have the role ${role}`);
    return user;
  });
}
