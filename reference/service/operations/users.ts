import type { UserSortKey } from '../choices.ts';
import { asks, type Call, type Operation, sends } from '../http/operation.ts';
import { okPage, type Reply } from '../http/reply.ts';
import { textOf } from '../render/kept.ts';
import { renderUser } from '../render/render.ts';
import { pageOf } from '../rules/listing.ts';
import { type PageRequest, pageOfBody, pageOfQuery } from '../rules/paging.ts';
import { object } from '../rules/property.ts';
import { objectOf } from '../rules/query.ts';
import { readSort, type Sort } from '../rules/sorting.ts';
import {
  type UserFilters,
  userChooser,
  userFiltersOfQuery,
  userFiltersOfSearch,
} from '../rules/user-filters.ts';
import type { UserRow } from '../store/rows.ts';

const usualSort: Sort<UserSortKey> = { key: 'createdAt', direction: 'desc' };

/** The user list and its twin, the search. */
export const users: readonly Operation[] = [
  asks('listUsers', 'GET /users', 'users', (call) => {
    const { query, shapes } = call;
    const sort = readSort(objectOf(query, 'sort'), shapes.userSort, usualSort);
    return answerUsers(call, pageOfQuery(query, shapes), userFiltersOfQuery(query, shapes), sort);
  }),
  sends('searchUsers', 'POST /users/search', 'users', (call) => {
    const { body, shapes } = call;
    const sort = readSort(object(body, 'sort'), shapes.userSort, usualSort);
    const filters = userFiltersOfSearch(object(body, 'search') ?? {}, shapes);
    return answerUsers(call, pageOfBody(body, shapes), filters, sort);
  }),
];

function answerUsers(
  { store, shapes }: Call,
  page: PageRequest,
  filters: UserFilters,
  sort: Sort<UserSortKey>,
): Reply {
  const { rows, pagination } = pageOf<UserRow, UserFilters, UserSortKey>(
    {
      name: 'users',
      rows: store.users.list(),
      chooses: (chosen) => userChooser(chosen, shapes),
      valueBy: (user, key) => user[key],
    },
    page,
    { filters, sort },
  );
  const items = rows.map((user) => textOf(user, undefined, shapes, () => renderUser(user, shapes)));
  return okPage(items, pagination);
}
