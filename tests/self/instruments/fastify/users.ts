import type { FastifyInstance } from 'fastify';
import { places, type Row, type Sql, type Value } from './database.ts';
import { HttpError } from './errors.ts';
import { type PageQuery, pageSchema, readPage } from './pages.ts';
import { moment } from './years.ts';

/** The roles of this college. */
export const roles = ['Learner', 'Tutor', 'Manager'];

/** A user as answers show one; what is empty is left out. */
export function renderUser(db: Sql, row: Row) {
  const inGroups = (kind: string) =>
    db
      .all(
        'select distinct grp from member join grp on grp.id = member.grp where account = ? and kind = ? order by grp',
        [row['id'] ?? '', kind],
      )
      .map(({ grp }) => grp);
  const { first_name: firstName, last_name: lastName } = row;
  const all = {
    userId: row['id'],
    username: row['username'],
    upn: row['upn'],
    roles: JSON.parse(String(row['roles'])),
    externalId: row['external_id'],
    fullName: [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    emails: JSON.parse(String(row['emails'])),
    gender: row['gender'],
    dateOfBirth: row['born'],
    createdAt: moment(row['created']),
    updatedAt: moment(row['updated']),
    suspended: row['active'] ? undefined : true,
    classIds: inGroups('class'),
    cohortIds: inGroups('cohort'),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value && (!Array.isArray(value) || value.length > 0)),
  );
}

/** An account by its id. @throws HttpError where there is none, or none with that role */
export function accountOf(db: Sql, id: string, role?: string): Row {
  const account = db.one('select * from account where id = ?', [id]);
  if (account && (!role || JSON.parse(String(account['roles'])).includes(role))) return account;
  throw new HttpError(404, 'There is no such user.');
}

/** The filters of users: by the name in the query, the column, and the name in the search. */
const filters = [
  { one: 'userId', many: 'userIds', column: 'id' },
  { one: 'upn', many: 'upns', column: 'upn' },
  { one: 'externalId', many: 'externalIds', column: 'external_id' },
  { one: 'username', many: 'usernames', column: 'username' },
] as const;

interface Filters {
  readonly [name: string]: readonly string[] | string | undefined;
}

interface Sort {
  readonly field?: string;
  readonly direction?: string;
}

const columns: Readonly<Record<string, string>> = { createdAt: 'created', familyName: 'fold(last_name)' };

function listing(asked: Filters, name: 'one' | 'many', sort: Sort) {
  const where: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, ...bound: Value[]) => {
    where.push(condition);
    values.push(...bound);
  };
  for (const filter of filters) {
    const wanted = asked[filter[name]];
    if (Array.isArray(wanted)) add(`${filter.column} in ${places(wanted)}`, ...wanted);
  }
  const { email, name: named, role } = asked as Readonly<Record<string, string | undefined>>;
  if (email) add('exists (select 1 from json_each(emails) where value = ? collate nocase)', email);
  if (role) add('exists (select 1 from json_each(roles) where value = ?)', role);
  if (named) {
    const fields = ['first_name', 'last_name', "first_name || ' ' || coalesce(last_name, '')"];
    add(
      `(${fields.map((field) => `substr(fold(${field}), 1, length(fold(?))) = fold(?)`).join(' or ')})`,
      ...fields.flatMap(() => [named, named]),
    );
  }
  const { field = 'createdAt', direction = 'desc' } = sort;
  return { from: 'account', where, values, order: `${columns[field]} ${direction}, id ${direction}` };
}

const field = { type: 'string', enum: Object.keys(columns) };
const direction = { type: 'string', enum: ['asc', 'desc'] };
const texts = (most: object, format: object) => ({
  type: 'array',
  items: { type: 'string', ...format },
  ...most,
});
const single = {
  email: { type: 'string' },
  name: { type: 'string', minLength: 1 },
  role: { type: 'string', enum: roles },
};
const several = (name: 'one' | 'many', most: object) =>
  filters.map((filter) => [filter[name], texts(most, filter.column === 'id' ? { format: 'uuid' } : {})]);

const querystring = {
  type: 'object',
  properties: {
    ...pageSchema,
    ...single,
    ...Object.fromEntries(several('one', { minItems: 1, maxItems: 30 })),
    'sort[field]': field,
    'sort[direction]': direction,
  },
};

const body = {
  type: 'object',
  properties: {
    ...pageSchema,
    search: { type: 'object', properties: { ...single, ...Object.fromEntries(several('many', {})) } },
    sort: { type: 'object', properties: { field, direction } },
  },
};

/** The list of users and its search. */
export function userRoutes(app: FastifyInstance, db: Sql): void {
  const render = (row: Row) => renderUser(db, row);
  app.get<{ Querystring: Filters & PageQuery }>('/users', { schema: { querystring } }, async ({ query }) => {
    const sort = { field: query['sort[field]'], direction: query['sort[direction]'] } as Sort;
    return readPage(db, listing(query, 'one', sort), query, render);
  });
  app.post<{ Body: PageQuery & { search?: Filters; sort?: Sort } }>(
    '/users/search',
    { schema: { body } },
    async (request) => {
      const { search = {}, sort = {}, ...page } = request.body;
      return readPage(db, listing(search, 'many', sort), page, render);
    },
  );
}
