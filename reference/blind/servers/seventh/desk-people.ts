import {
  type Ask,
  bodyOffset,
  type Desk,
  type Dict,
  dictOf,
  idList,
  integer,
  isDict,
  MOST,
  type Reply,
  refuse,
  words,
} from './kit.ts';
import { fullName, groupIds, portrait, ROLES } from './portrait.ts';
import { cell, type House } from './store.ts';

type Filter = (row: number) => boolean;
type Order = { field: string; direction: string };

/** POST /users/search: the body is compiled into tests that every row of the table runs through. */
export function peopleDesk(house: House): Desk {
  const { on, db, seals } = house;
  const { users } = db;
  let kept: Dict = {};

  const oneOf = (wish: Dict, name: string, column: readonly (string | undefined)[]): Filter[] => {
    if (wish[name] === undefined) return [];
    let values = name === 'userIds' ? idList(wish[name], name) : words(wish[name], name);
    if (on('people-over-30-refused') && values.length > 30) return refuse(400, `${name}: at most 30`);
    if (on('people-cut-at-100') && values.length > 100) values = values.slice(0, 100);
    const set = new Set(values);
    if (
      on('people-unknown-ids-find-all') &&
      name === 'userIds' &&
      !values.some((value) => db.userRow.has(value))
    )
      return [];
    return [
      (row) => {
        const value = column[row];
        return value !== undefined && set.has(value);
      },
    ];
  };

  const text = (wish: Dict, name: string): string | undefined => {
    const value = wish[name];
    if (value === undefined || typeof value === 'string') return value;
    return refuse(400, `${name} must be a string`);
  };

  const compile = (wish: Dict): Filter[] => {
    const filters = [...oneOf(wish, 'userIds', users.id), ...oneOf(wish, 'externalIds', users.externalId)];
    const upns = oneOf(wish, 'upns', users.upn);
    const names = oneOf(wish, 'usernames', users.username);
    if (on('people-upn-or-username') && upns.length > 0 && names.length > 0) {
      filters.push((row) => [...upns, ...names].some((fits) => fits(row)));
    } else filters.push(...upns, ...names);
    const email = text(wish, 'email');
    if (email !== undefined) {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) refuse(400, 'email is no email address');
      const needle = email.toLowerCase();
      filters.push((row) => cell(users.emails, row).some((each) => each.toLowerCase() === needle));
    }
    const name = text(wish, 'name');
    if (name === '') refuse(400, 'name must not be empty');
    if (name !== undefined) {
      const needle = name.toLowerCase();
      const space = on('name-from-word-start') ? ' ' : '';
      filters.push((row) => `${space}${fullName(house, row).toLowerCase()}`.includes(space + needle));
    }
    const role = text(wish, 'role');
    if (role !== undefined && !ROLES.includes(role)) refuse(400, 'no such role');
    if (role !== undefined && !on('people-role-ignored'))
      filters.push((row) => cell(users.roles, row).includes(role));
    return filters;
  };

  const orderOf = (value: unknown): Order => {
    if (value === undefined)
      return { field: 'createdAt', direction: on('people-oldest-first') ? 'asc' : 'desc' };
    if (!isDict(value)) return refuse(400, 'sort must be an object');
    const { field = 'createdAt', direction } = value;
    const otherwise = on('sort-field-alone-ascends') && value['field'] !== undefined ? 'asc' : 'desc';
    const way = direction ?? otherwise;
    if (typeof field !== 'string' || !/^(createdAt|updatedAt|lastName|firstName|username)$/.test(field)) {
      return refuse(400, 'sort.field is unknown');
    }
    if (way !== 'asc' && way !== 'desc') return refuse(400, 'sort.direction is asc or desc');
    if (on('people-sort-ignored')) return { field: 'createdAt', direction: 'desc' };
    return { field, direction: way };
  };

  const keyOf = (field: string, row: number): string | number | undefined => {
    const fold = (value: string | undefined): string | undefined =>
      on('users-sort-by-code-unit') ? value : value?.toLowerCase();
    if (field === 'createdAt') return users.created[row];
    if (field === 'updatedAt') return users.updated[row];
    if (field === 'lastName') return fold(users.last[row]);
    return fold(field === 'firstName' ? users.first[row] : users.username[row]);
  };

  const ordered = (rows: number[], { field, direction }: Order): number[] => {
    const decorated = rows.map((row) => ({ row, key: keyOf(field, row) }));
    const present = decorated.filter(({ key }) => key !== undefined);
    const absent = decorated.filter(({ key }) => key === undefined);
    const tie = on('user-ties-last-first') ? -1 : 1;
    const sign = direction === 'asc' ? 1 : -1;
    present.sort((a, b) => {
      if (a.key === b.key || a.key === undefined || b.key === undefined) return tie * (a.row - b.row);
      return a.key < b.key ? -sign : sign;
    });
    absent.sort((a, b) => tie * (a.row - b.row));
    const all = on('users-without-value-first') ? [...absent, ...present] : [...present, ...absent];
    return all.map(({ row }) => row);
  };

  const draw = (row: number): Dict => {
    const card = portrait(house, row);
    const { classIds, cohortIds } = groupIds(house, row);
    const empty = on('empty-group-ids-shown');
    if ((empty || classIds.length > 0) && !on('people-class-ids-missing')) card['classIds'] = classIds;
    if (empty || cohortIds.length > 0) card['cohortIds'] = cohortIds;
    if (on('people-upn-null') && users.upn[row] === undefined) card['upn'] = null;
    return card;
  };

  const search = async (ask: Ask): Promise<Reply> => {
    const body = await dictOf(ask);
    const limit = integer(body['limit'], 'limit', 1, MOST, 100);
    const offset = bodyOffset(body['offset']);
    const given = body['cursor'];
    if (given === null && on('people-null-cursor-refused')) return refuse(400, 'cursor must be a string');
    const cursor = given ?? undefined;
    if (cursor !== undefined && typeof cursor !== 'string') return refuse(400, 'cursor must be a string');
    if (cursor !== undefined && body['offset'] !== undefined) {
      return refuse(400, 'offset and cursor exclude each other');
    }
    const mark = cursor === undefined ? undefined : seals.open('p', cursor);
    const before: unknown = mark === undefined ? {} : JSON.parse(mark.rest);
    const asked: Dict = { ...(isDict(before) ? before : {}) };
    if (body['search'] !== undefined) asked['search'] = body['search'];
    if (body['sort'] !== undefined) asked['sort'] = body['sort'];
    let wish: unknown = asked['search'] ?? {};
    if (!isDict(wish)) return refuse(400, 'search must be an object');
    if (on('people-filters-kept')) {
      kept = { ...kept, ...wish };
      wish = kept;
    }
    const filters = compile(
      mark !== undefined && on('people-cursor-loses-search') ? {} : isDict(wish) ? wish : {},
    );
    const order = orderOf(asked['sort']);
    const fitting = users.id.map((_, row) => row).filter((row) => filters.every((fits) => fits(row)));
    const rows = ordered(fitting, order);
    const spot = Number(mark?.spot ?? offset);
    const start = mark?.way === 'upto' ? Math.max(0, spot - limit) : spot;
    const stop = mark?.way === 'upto' ? spot : spot + limit;
    const rest = JSON.stringify(asked);
    const pagination = {
      total: on('people-total-of-all') ? users.id.length : rows.length,
      limit,
      offset: mark === undefined ? offset : 0,
      previousCursor:
        start > 0 && rows.length > 0 ? seals.seal('p', 'upto', Math.min(start, rows.length), rest) : null,
      nextCursor: stop < rows.length ? seals.seal('p', 'from', stop, rest) : null,
    };
    const data = rows.slice(start, stop).map(draw);
    return { status: on('people-is-201') ? 201 : 200, body: { data, pagination } };
  };

  return { searchUsers: search };
}
