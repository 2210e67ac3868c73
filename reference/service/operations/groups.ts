import type { Call } from '../http/operation.ts';
import { noContent, okPage, type Reply } from '../http/reply.ts';
import type { Fields } from '../render/fields.ts';
import { textOf } from '../render/kept.ts';
import { type GroupFilters, groupChooser, groupFiltersOfQuery } from '../rules/group-filters.ts';
import { known, pathId } from '../rules/known.ts';
import { pageOf } from '../rules/listing.ts';
import {
  changeMembership,
  idList,
  type ListBounds,
  type Membership,
  usersWithRole,
} from '../rules/members.ts';
import { pageOfQuery } from '../rules/paging.ts';
import type { GroupRow, Role } from '../store/rows.ts';
import type { Table } from '../store/table.ts';

/** One page of classes or cohorts in the order of their creation: `{ data, pagination }`. */
export function listGroups<Row extends GroupRow>(
  call: Call,
  name: string,
  table: Table<Row>,
  render: (row: Row) => Fields,
): Reply {
  const page = pageOfQuery(call.query, call.shapes);
  const { rows, pagination } = pageOf<Row, GroupFilters, 'order'>(
    { name, rows: table.list(), chooses: groupChooser, valueBy: (row) => row.order },
    page,
    { filters: groupFiltersOfQuery(call.query, call.store), sort: { key: 'order', direction: 'asc' } },
  );
  const items = rows.map((row) => textOf(row, undefined, call.shapes, () => render(row)));
  return okPage(items, pagination);
}

/** How the members of a class or cohort change: who, in which capacity, and how many at a time. */
export interface MemberChange {
  readonly what: 'class' | 'cohort';
  readonly membership: Membership;
  readonly role: Role;
  readonly bounds: ListBounds;
}

/** Adds or removes the users of `userIds`, all or none of them: 204. */
export function changeMembers(
  { store, shapes, id, body }: Call,
  { what, membership, role, bounds }: MemberChange,
  action: 'add' | 'remove',
): Reply {
  pathId(id, what, shapes);
  const ids = idList(body, 'userIds', bounds);
  const table: Pick<Table<GroupRow>, 'get'> = membership === 'classIds' ? store.classes : store.cohorts;
  const group = known(table, id, what, shapes);
  const users = usersWithRole(store, ids, role, shapes);
  const change = action === 'add' ? { add: [group.id] } : { remove: [group.id] };
  for (const user of users) changeMembership(store, user, membership, change);
  return noContent;
}
