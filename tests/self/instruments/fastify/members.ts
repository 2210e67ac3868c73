import type { FastifyInstance } from 'fastify';
import type { Sql } from './database.ts';
import { places } from './database.ts';
import { HttpError } from './errors.ts';
import { groupOf, kinds } from './groups.ts';

const uuids = (bounds: object) => ({ type: 'array', items: { type: 'string', format: 'uuid' }, ...bounds });
const bounded = { minItems: 1, maxItems: 100 };

/** The lists of a group: where, what they take, and how many at a time. */
const lists = [
  { of: 'class', part: 'student', add: bounded, remove: {} },
  { of: 'class', part: 'teacher', add: bounded, remove: bounded },
  { of: 'cohort', part: 'cohort', add: {}, remove: {} },
] as const;

/** All of the ids name a row. @throws HttpError otherwise */
export function refuseUnknown(
  db: Sql,
  table: 'account' | 'test' | 'grp',
  ids: readonly string[],
  kind?: string,
): void {
  const wanted = [...new Set(ids)];
  const among = `select count(*) as n from ${table} where id in ${places(wanted)}${kind ? ' and kind = ?' : ''}`;
  const found = db.one(among, kind ? [...wanted, kind] : wanted)?.['n'];
  if (found !== wanted.length) throw new HttpError(404, 'One of the ids names nothing.');
}

/** Puts accounts into groups, or takes them out. */
export function assign(
  db: Sql,
  accounts: readonly string[],
  groups: readonly string[],
  part: string,
  out: boolean,
): void {
  const statement = out
    ? 'delete from member where account = ? and grp = ? and part = ?'
    : 'insert or ignore into member values (?, ?, ?)';
  for (const account of accounts) for (const group of groups) db.run(statement, [account, group, part]);
}

/** The students and teachers of a class, the students and tests of a cohort. */
export function memberRoutes(app: FastifyInstance, db: Sql): void {
  for (const { of, part, add, remove } of lists) {
    const { path = '' } = kinds.find(({ kind }) => kind === of) ?? {};
    const url = `${path}/:id/${part === 'teacher' ? 'teachers' : 'students'}`;
    for (const [method, bounds] of [
      ['POST', add],
      ['DELETE', remove],
    ] as const) {
      const body = { type: 'object', required: ['userIds'], properties: { userIds: uuids(bounds) } };
      app.route<{ Params: { id: string }; Body: { userIds: string[] } }>({
        method,
        url,
        schema: { body },
        handler: async ({ params, body: { userIds } }, reply) => {
          groupOf(db, of, params.id);
          refuseUnknown(db, 'account', userIds);
          assign(db, userIds, [params.id], part, method === 'DELETE');
          return reply.code(204).send();
        },
      });
    }
  }
  testRoutes(app, db);
}

function testRoutes(app: FastifyInstance, db: Sql): void {
  const body = { type: 'object', required: ['testIds'], properties: { testIds: uuids({}) } };
  for (const method of ['POST', 'DELETE'] as const) {
    const statement =
      method === 'POST'
        ? "insert or ignore into cohort_test values (?, ?, 'open')"
        : 'delete from cohort_test where cohort = ? and test = ?';
    app.route<{ Params: { id: string }; Body: { testIds: string[] } }>({
      method,
      url: '/smart-ia/cohorts/:id/tests',
      schema: { body },
      handler: async ({ params, body: { testIds } }, reply) => {
        groupOf(db, 'cohort', params.id);
        refuseUnknown(db, 'test', testIds);
        for (const test of testIds) db.run(statement, [params.id, test]);
        return reply.code(204).send();
      },
    });
  }
}
