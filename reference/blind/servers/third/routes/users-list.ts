import { HttpError } from '../errors.ts';
import type { PageRequest } from '../paging.ts';
import {
  openCursor,
  pageFromBody,
  pageFromQuery,
  refuseOffsetWithCursor,
  sameOrFromCursor,
  sealCursor,
} from '../paging.ts';
import { isObject } from '../params.ts';
import { memberJson } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';
import type { Flags, JsonObject, UserRow } from '../types.ts';
import type { UserFilter, UserSort } from './users-query.ts';
import {
  filterFromBody,
  filterFromQuery,
  runFilter,
  sortFromBody,
  sortFromQuery,
  sortOf,
  sortValue,
} from './users-query.ts';

/** A place in an ordered list: the sort value and the id of a user. */
type Place = { value: string; id: string };

function comparePlaces(a: Place, b: Place, sort: UserSort, flags: Flags): number {
  let order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  if (order === 0) {
    order = a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
    if (flags.on('manner.ties-other-way')) order = -order;
  }
  return sort.descending ? -order : order;
}

function placeOf(row: UserRow, sort: UserSort): Place {
  return { value: sortValue(row, sort.field), id: row.id };
}

function ordered(rows: readonly UserRow[], sort: UserSort, flags: Flags): UserRow[] {
  return [...rows].sort((a, b) => comparePlaces(placeOf(a, sort), placeOf(b, sort), sort, flags));
}

const hasFilter = (filter: UserFilter): boolean => Object.keys(filter).length > 0;

/** Sorted keys, so that the same filters give the same text. */
function canonical(filter: UserFilter): string {
  const entries = Object.entries(filter).map(
    ([key, value]) => [key, Array.isArray(value) ? [...value].sort() : value] as const,
  );
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries));
}

type Remembered = { place: Place | 'end'; back: boolean; filter: string; sort: string };

function readCursor(
  list: string,
  page: PageRequest,
  filter: UserFilter,
  sort: UserSort | undefined,
): Remembered | undefined {
  if (page.cursor === undefined) return undefined;
  const sealed = openCursor(list, page.cursor);
  const place = sealed['p'];
  let where: Place | 'end';
  if (place === 'end') where = 'end';
  else if (Array.isArray(place) && typeof place[0] === 'string' && typeof place[1] === 'string') {
    where = { value: place[0], id: place[1] };
  } else throw new HttpError(400, 'cursor is not one of this list');
  return {
    place: where,
    back: sealed['b'] === true,
    filter: sameOrFromCursor(hasFilter(filter) ? canonical(filter) : undefined, sealed['f']),
    sort: sameOrFromCursor(sort === undefined ? undefined : JSON.stringify(sort), sealed['s']),
  };
}

function listUsers(context: Context): Answer {
  const { query, flags, store } = context;
  const page = pageFromQuery(query, flags);
  refuseOffsetWithCursor(query);
  let filter = filterFromQuery(context);
  const ownSort = sortFromQuery(context);
  const cursor = readCursor('users', page, filter, ownSort);
  let sort = ownSort ?? sortOf(undefined, undefined);
  if (flags.on('users-default-order-ascending') && ownSort === undefined)
    sort = { field: 'createdAt', descending: false };
  if (cursor !== undefined) {
    filter = JSON.parse(cursor.filter) as UserFilter;
    sort = JSON.parse(cursor.sort) as UserSort;
    if (flags.on('users-cursor-loses-role')) delete filter.role;
  }
  const signature = cursor?.filter ?? canonical(filter);
  const rows = ordered(runFilter(context, filter), sort, flags);

  let from = page.offset;
  let to = from + page.limit;
  if (cursor !== undefined) {
    const { place } = cursor;
    if (!cursor.back) {
      from = rows.findIndex((row) => {
        const own = placeOf(row, sort);
        if (place === 'end') return false;
        if (flags.on('users-cursor-skips-ties'))
          return sort.descending ? own.value < place.value : own.value > place.value;
        return comparePlaces(own, place, sort, flags) > 0;
      });
      if (from < 0) from = rows.length;
      to = from + page.limit;
    } else {
      to =
        place === 'end'
          ? rows.length
          : rows.findIndex((row) => comparePlaces(placeOf(row, sort), place, sort, flags) >= 0);
      if (to < 0) to = rows.length;
      from = Math.max(0, to - page.limit);
    }
  }
  if (flags.on('users-page-one-too-many')) to += 1;
  let slice = rows.slice(from, to);
  if (flags.on('users-previous-page-reversed') && cursor?.back === true) slice = [...slice].reverse();

  const seal = (place: Place | 'end', back: boolean): string =>
    sealCursor(
      'users',
      {
        f: signature,
        s: JSON.stringify(sort),
        p: place === 'end' ? 'end' : [place.value, place.id],
        ...(back ? { b: true } : {}),
      },
      flags,
    );
  const lastRow = rows[Math.min(to, rows.length) - 1];
  let nextCursor = to < rows.length && lastRow !== undefined ? seal(placeOf(lastRow, sort), false) : null;
  if (flags.on('users-last-next-empty') && nextCursor === null) nextCursor = '';
  let previousCursor: string | null = null;
  const firstRow = rows[from];
  if (from > 0 && rows.length > 0)
    previousCursor = seal(firstRow === undefined ? 'end' : placeOf(firstRow, sort), true);

  let total = rows.length;
  if (flags.on('users-total-capped') && total > 100) total = 100;

  const data = slice.map((row) => {
    const json = memberJson(row, store, flags);
    if (flags.on('users-birth-as-date-time') && row.birth !== undefined)
      json['dateOfBirth'] = `${row.birth}T00:00:00.000Z`;
    if (flags.on('users-classids-students-only') && !row.roles.includes('student')) delete json['classIds'];
    if (flags.on('users-cohortids-missing')) delete json['cohortIds'];
    return json;
  });
  return {
    status: 200,
    body: {
      data,
      pagination: {
        total,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor,
        nextCursor,
      },
    },
  };
}

/** The same list with its query in a body; written apart since it grew later. */
function searchUsers(context: Context): Answer {
  const { flags, store } = context;
  const body: JsonObject = isObject(context.body) ? context.body : {};
  if (!isObject(context.body)) throw new HttpError(400, 'The body must be a JSON object');
  if (flags.on('search-null-cursor-refused') && body['cursor'] === null)
    throw new HttpError(400, 'cursor must be a string');
  const page = pageFromBody(body, flags);
  if (page.cursor !== undefined && body['offset'] !== undefined && body['offset'] !== null) {
    throw new HttpError(400, 'offset cannot be combined with cursor');
  }
  if (flags.on('search-limit-ignored')) page.limit = 100;
  let filter = filterFromBody(body['search'], context);
  const ownSort = sortFromBody(body);
  const cursor = readCursor('users-search', page, filter, ownSort);
  let sort = ownSort ?? sortOf(undefined, undefined);
  if (cursor !== undefined) {
    filter = JSON.parse(cursor.filter) as UserFilter;
    sort = JSON.parse(cursor.sort) as UserSort;
  }
  const rows = ordered(runFilter(context, filter), sort, flags);
  const after = (row: UserRow, place: Place): boolean =>
    comparePlaces(placeOf(row, sort), place, sort, flags) > 0;
  const before = (row: UserRow, place: Place): boolean =>
    comparePlaces(placeOf(row, sort), place, sort, flags) < 0;

  let skipped = Math.min(page.offset, rows.length);
  let slice: UserRow[];
  if (cursor === undefined) slice = rows.slice(skipped, skipped + page.limit);
  else if (cursor.back) {
    const { place } = cursor;
    const earlier = place === 'end' ? rows : rows.filter((row) => before(row, place));
    slice = earlier.slice(-page.limit);
    skipped = earlier.length - slice.length;
  } else {
    const { place } = cursor;
    const later = place === 'end' ? [] : rows.filter((row) => after(row, place));
    slice = later.slice(0, page.limit);
    skipped = rows.length - later.length;
  }
  const seal = (place: Place | 'end', back: boolean): string =>
    sealCursor(
      'users-search',
      {
        f: cursor?.filter ?? canonical(filter),
        s: JSON.stringify(sort),
        p: place === 'end' ? 'end' : [place.value, place.id],
        ...(back ? { b: true } : {}),
      },
      flags,
    );
  const first = slice[0];
  const last = slice[slice.length - 1];
  const more = skipped + slice.length < rows.length;
  let previousCursor: string | null = null;
  if (skipped > 0) previousCursor = seal(first === undefined ? 'end' : placeOf(first, sort), true);
  return {
    status: 200,
    body: {
      data: slice.map((row) => {
        const json = memberJson(row, store, flags);
        if (flags.on('search-memberships-missing')) {
          delete json['classIds'];
          delete json['cohortIds'];
        }
        return json;
      }),
      pagination: {
        total: rows.length,
        limit: page.limit,
        offset: page.cursor === undefined ? page.offset : 0,
        previousCursor,
        nextCursor: more && last !== undefined ? seal(placeOf(last, sort), false) : null,
      },
    },
  };
}

export const userListRoutes: Route[] = [
  route('GET', '/users', 'read', 'problem', listUsers),
  route('POST', '/users/search', 'read', 'problem', searchUsers),
];
