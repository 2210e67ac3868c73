import type { Shapes } from '../choices.ts';
import { invalid, notFound } from '../http/refusal.ts';
import type { Role, UserRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Table } from '../store/table.ts';
import { isUuid } from './formats.ts';

/** An id of a path in lower case; throws a Refusal with 400, or 404 where that was chosen, if malformed. */
export function pathId(id: string, what: string, { malformedId }: Shapes): string {
  if (isUuid(id)) return id.toLowerCase();
  throw malformedId === 404 ? notFound(what) : invalid(`The id of the ${what} must be a UUID.`);
}

/** The row with the id of a path; throws a Refusal with 404 when there is none, 400 for a malformed id. */
export function known<Row extends { readonly id: string }>(
  table: Pick<Table<Row>, 'get'>,
  id: string,
  what: string,
  shapes: Shapes,
): Row {
  const row = table.get(pathId(id, what, shapes));
  if (!row) throw notFound(what);
  return row;
}

/** The user with the id of a path, who must have the role if one is given; else a Refusal with 404. */
export function knownUser(store: Store, id: string, shapes: Shapes, role?: Role): UserRow {
  const user = known(store.users, id, role ?? 'user', shapes);
  if (role && !user.roles.includes(role)) throw notFound(role);
  return user;
}
