import { type Break, type Fault, fault } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import {
  arrayFilterNames,
  type FilterName,
  filters,
  filtersOf,
  type UserFilters,
} from '../kit/user-filters.ts';

/** Faults of several long lists of values in one request (chapter Users). */
export const longLists: readonly Fault[] = [
  fault('list-users.filters-combine/long-lists!too-many', {
    on: ['listUsers'],
    story: 'A query takes forty values, and the list that would go beyond them is left out.',
    with: filters((sent) => {
      let count = 0;
      for (const [name, values] of [...sent]) {
        count += values.length;
        if (count > 40) sent.delete(name);
      }
    }),
  }),
  fault('list-users.filters-combine/long-lists!by-position', {
    on: ['listUsers'],
    deep: true,
    story: 'Lists of more than twenty values are joined as a table, whose rows hold the values at one place.',
    with: byPosition(20),
  }),
  fault('search-users.many-user-ids/beside-others!batches-alone', {
    on: ['searchUsers'],
    story: 'Who sends more than thirty values gets the users of these, and nothing else is looked at.',
    with: filters((sent) => {
      const [long] = longIn(sent, 30);
      if (long !== undefined) for (const name of [...sent.keys()]) if (name !== long) sent.delete(name);
    }),
  }),
  fault('search-users.many-user-ids/beside-others!second-cut', {
    on: ['searchUsers'],
    deep: true,
    story: 'Of the lists one alone may be longer than thirty, and others are cut there.',
    with: filters((sent) => {
      for (const name of longIn(sent, 30).slice(1)) sent.get(name)?.splice(30);
    }),
  }),
  fault('search-users.many-user-ids/beside-others!by-position', {
    on: ['searchUsers'],
    deep: true,
    story: 'Lists of more than thirty values are joined as a table, whose rows hold the values at one place.',
    with: byPosition(30),
  }),
  fault('search-users.many-user-ids/beside-others!last-batch', {
    on: ['searchUsers'],
    deep: true,
    story: 'The role stands in a query of thirty values, and batches beyond the first come without it.',
    with: filters((sent) => longIn(sent, 30).length > 0 && sent.delete('role')),
  }),
];

/** The filters with more values than this. */
function longIn(sent: UserFilters, most: number): readonly FilterName[] {
  return arrayFilterNames.filter((name) => (sent.get(name)?.length ?? 0) > most);
}

/** Of several lists that are longer than this, finds those alone whose values stand at the same place in each. */
function byPosition(most: number): Break {
  return async (request, service) => {
    const sent = await filtersOf(request);
    const long = longIn(sent, most);
    if (long.length < 2) return service(request);
    return onPage(request, service, (page) =>
      keep(
        page,
        (user) => new Set(long.map((name) => sent.get(name)?.indexOf(String(user[name])))).size === 1,
      ),
    );
  };
}
