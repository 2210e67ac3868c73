import type { Call } from './call.ts';
import { compareKeys, sorted } from './collate.ts';
import { bad } from './errors.ts';
import { type Order, pageRequest, paginate, settle } from './page.ts';
import { isObject, single } from './params.ts';
import type { Key, Reply, UserRow } from './types.ts';
import { showUser } from './user-dto.ts';
import { filtersOfBody, filtersOfQuery, filterUsers, type UserFilters } from './user-filters.ts';

const FIELDS = ['createdAt', 'updatedAt', 'lastName', 'firstName', 'username'];
const usual: Order = { field: 'createdAt', asc: false };

/** `sort`, from the query or from the body of a search. */
export function sortOrder(c: Call, fields: readonly string[], by: Order): Order {
  let field: unknown;
  let direction: unknown;
  if (isObject(c.body)) {
    const { sort } = c.body;
    if (sort === undefined) return by;
    if (!isObject(sort)) throw bad('"sort" must be an object.');
    field = sort['field'];
    direction = sort['direction'];
  } else {
    field = single(c, 'sort[field]');
    direction = single(c, 'sort[direction]');
    if (c.query.has('sort')) throw bad('"sort" takes a field and a direction.');
  }
  if (field !== undefined && (typeof field !== 'string' || !fields.includes(field))) {
    throw bad(`"sort[field]" must be one of ${fields.join(', ')}.`);
  }
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw bad('"sort[direction]" must be asc or desc.');
  }
  return { field: field ?? by.field, asc: direction === undefined ? by.asc : direction === 'asc' };
}

function slippedOrder(c: Call, asked: Order, plain: boolean): Order {
  let order = asked;
  const users = c.ep === 'users';
  if (users) {
    if (plain && c.on('users-default-asc')) order = { ...order, asc: true };
    if (order.field === 'updatedAt' && c.on('users-sort-updated-as-created'))
      order = { ...order, field: 'createdAt' };
    if (order.field === 'lastName' && !order.asc && c.on('users-sort-lastname-always-asc'))
      order = { ...order, asc: true };
    if (order.field === 'firstName' && c.on('users-sort-firstname-as-lastname'))
      order = { ...order, field: 'lastName' };
  } else {
    if (!plain && c.on('usearch-sort-ignored')) order = usual;
    if (order.asc && c.on('usearch-sort-asc-ignored')) order = { ...order, asc: false };
    if (order.field === 'username' && c.on('usearch-sort-username-as-created'))
      order = { ...order, field: 'createdAt' };
    if (plain && c.on('usearch-default-updated')) order = { field: 'updatedAt', asc: false };
  }
  return order;
}

function keyOf(c: Call, order: Order): (row: UserRow) => Key {
  const users = c.ep === 'users';
  if (order.field === 'createdAt') {
    if (users && c.on('users-sort-created-by-minute')) return (row) => Math.floor(row.createdAt / 60_000);
    if (!users && c.on('usearch-sort-created-by-day')) return (row) => Math.floor(row.createdAt / 86_400_000);
    return (row) => row.createdAt;
  }
  if (order.field === 'updatedAt') {
    if (!users && c.on('usearch-sort-updated-by-month'))
      return (row) => new Date(row.updatedAt).toISOString().slice(5, 23);
    return (row) => row.updatedAt;
  }
  const field = order.field as 'lastName' | 'firstName' | 'username';
  return (row) => row[field] ?? null;
}

function list(c: Call, given: UserFilters): Reply {
  const page = pageRequest(c);
  const asked = sortOrder(c, FIELDS, usual);
  const plain = isObject(c.body)
    ? c.body['sort'] === undefined
    : !c.query.has('sort[field]') && !c.query.has('sort[direction]');
  const { filters, order: settled } = settle(c, page, given, asked, usual);
  const order = slippedOrder(c, settled, plain && !page.cursor);
  const key = keyOf(c, order);
  let rows = sorted(c, filterUsers(c, filters), order, key);
  const named = order.field === 'lastName' || order.field === 'firstName';
  const kept = order.field as 'lastName' | 'firstName' | 'username';
  if (named && c.ep === 'users' && c.on('users-sort-drops-nameless'))
    rows = rows.filter((row) => row[kept] !== undefined);
  if (order.field === 'username' && c.ep === 'usearch' && c.on('usearch-sort-drops-nameless')) {
    rows = rows.filter((row) => row.username !== undefined);
  }
  if (rows.length > 0 && filters.role !== undefined && c.ep === 'users' && c.on('users-twice-by-email')) {
    rows = rows.flatMap((row) => (row.emails.length > 2 ? [row, row] : [row]));
  }
  if (filters.userIds && c.ep === 'usearch' && c.on('usearch-twice-by-id')) {
    const twice = new Set(filters.userIds.filter((id, i, all) => all.indexOf(id) !== i));
    rows = rows.flatMap((row) => (twice.has(row.id) ? [row, row] : [row]));
  }
  if (filters.name !== undefined && c.ep === 'usearch' && c.on('usearch-twice-by-class')) {
    rows = rows.flatMap((row) => (row.classIds.size > 1 ? [row, row] : [row]));
  }
  const role = filters.role !== undefined && rows.length < c.db.users.length;
  const total = role && c.ep === 'users' && c.on('users-total-ignores-role') ? c.db.users.length : undefined;
  const body = paginate(
    c,
    page,
    {
      rows,
      order,
      filters,
      position: (row) => ({ key: key(row), seq: row.seq }),
      compare: compareKeys(c),
      show: (row) => showUser(c, row),
    },
    total,
  );
  const data = body['data'];
  if (
    Array.isArray(data) &&
    !plain &&
    !order.asc &&
    c.ep === 'usearch' &&
    c.on('usearch-sort-page-backwards')
  )
    data.reverse();
  if (rows.length === 0 && c.ep === 'usearch' && c.on('usearch-none-without-data')) delete body['data'];
  if (rows.length === 1 && filters.userIds && c.ep === 'users' && c.on('users-one-as-object'))
    body['data'] = showUser(c, rows[0] as UserRow);
  return { status: 200, body };
}

export const listUsers = (c: Call): Reply => list(c, filtersOfQuery(c));
export const searchUsers = (c: Call): Reply => list(c, filtersOfBody(c));
