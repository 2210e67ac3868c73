import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Sql, Value } from './database.ts';
import { assign, refuseUnknown } from './members.ts';
import { accountOf, renderUser } from './users.ts';

const text = { type: 'string', minLength: 1, maxLength: 100 };
const date = { type: 'string', format: 'date' };
const gender = { type: 'string', enum: ['F', 'M', 'X'] };
const email = { type: 'string', format: 'email' };
const password = { type: 'string', minLength: 10, maxLength: 64 };
const wrapped = (name: string, properties: object, required: readonly string[], more: object = {}) => ({
  body: {
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'object', required, properties, ...more } },
  },
});

interface NewPerson {
  readonly givenName: string;
  readonly familyName: string;
  readonly login?: string;
  readonly upn?: string;
  readonly externalId?: string;
  readonly mail?: string;
  readonly born?: string;
  readonly gender?: string;
}

const person = {
  givenName: text,
  familyName: text,
  login: text,
  upn: text,
  externalId: text,
  mail: email,
  born: date,
  gender,
  password,
};

function create(db: Sql, role: string, made: NewPerson) {
  const id = randomUUID();
  const now = Date.now();
  db.run('insert into account values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)', [
    id,
    made.login ?? `user-${id}`,
    made.upn ?? null,
    JSON.stringify([role]),
    made.externalId ?? null,
    made.givenName,
    made.familyName,
    JSON.stringify(made.mail ? [made.mail] : []),
    made.gender ?? null,
    made.born ?? null,
    now,
    now,
  ]);
  return renderUser(db, accountOf(db, id));
}

function update(db: Sql, id: string, changes: Readonly<Record<string, Value>>, role?: string) {
  accountOf(db, id, role);
  const columns = Object.keys(changes).map((column) => `${column} = ?`);
  db.run(`update account set ${[...columns, 'updated = ?'].join(', ')} where id = ?`, [
    ...Object.values(changes),
    Date.now(),
    id,
  ]);
  return { user: renderUser(db, accountOf(db, id)) };
}

type Body = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** The updates: the route, the schema of its body, and what it sets. */
const updates = [
  {
    method: 'PATCH',
    url: '/students/:id/details',
    role: 'Learner',
    schema: wrapped('details', { born: date, gender }, [], { minProperties: 1 }),
    sets: ({ details }: Body) => ({
      ...(details?.['born'] ? { born: details['born'] } : {}),
      ...(details?.['gender'] ? { gender: details['gender'] } : {}),
    }),
  },
  {
    method: 'PUT',
    url: '/users/:id/name',
    schema: wrapped('name', { givenName: text, familyName: text }, ['givenName', 'familyName']),
    sets: ({ name }: Body) => ({
      first_name: name?.['givenName'] ?? '',
      last_name: name?.['familyName'] ?? '',
    }),
  },
  {
    method: 'PUT',
    url: '/users/:id/password',
    schema: wrapped('password', { value: password }, ['value']),
    sets: () => ({}),
  },
  {
    method: 'PUT',
    url: '/users/:id/emails/primary',
    schema: wrapped('email', { address: email }, ['address']),
    sets: ({ email: given }: Body) => ({ emails: JSON.stringify([given?.['address']]) }),
  },
  {
    method: 'PUT',
    url: '/users/:id/external-id',
    schema: wrapped('identifier', { externalId: text }, ['externalId']),
    sets: ({ identifier }: Body) => ({ external_id: identifier?.['externalId'] ?? '' }),
  },
] as const;

/** Accounts: creating and changing them, and the groups of one. */
export function accountRoutes(app: FastifyInstance, db: Sql): void {
  for (const [path, name, role] of [
    ['/students', 'student', 'Learner'],
    ['/teachers', 'teacher', 'Tutor'],
  ] as const) {
    const schema = wrapped(name, person, ['givenName', 'familyName']);
    app.post<{ Body: Record<string, NewPerson> }>(path, { schema }, async ({ body }, reply) =>
      reply.code(201).send({ user: create(db, role, body[name] ?? { givenName: '', familyName: '' }) }),
    );
    groupsOf(app, db, `${path}/:id`, role, name);
  }
  for (const { method, url, schema, sets, ...rest } of updates) {
    const role = 'role' in rest ? rest.role : undefined;
    app.route<{ Params: { id: string }; Body: Body }>({
      method,
      url,
      schema,
      handler: async ({ params, body }) => update(db, params.id, sets(body), role),
    });
  }
  for (const [word, active] of [
    ['enable', 1],
    ['disable', 0],
  ] as const)
    app.post<{ Params: { id: string } }>(`/users/:id/${word}`, async ({ params }) =>
      update(db, params.id, { active }),
    );
}

function groupsOf(app: FastifyInstance, db: Sql, path: string, role: string, part: string): void {
  const routes = [
    ['POST', 'class'],
    ['DELETE', 'class'],
    ...(role === 'Learner' ? [['POST', 'cohort']] : []),
  ];
  for (const [method = '', kind = ''] of routes) {
    const words = kind === 'class' ? 'classes' : 'cohorts';
    const ids = { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } };
    app.route<{ Params: { id: string }; Body: Record<string, string[]> }>({
      method: method as 'POST' | 'DELETE',
      url: `${path}/${words}`,
      schema: { body: { type: 'object', required: [words], properties: { [words]: ids } } },
      handler: async ({ params, body }) => {
        const groups = body[words] ?? [];
        accountOf(db, params.id, role);
        refuseUnknown(db, 'grp', groups, kind);
        assign(db, [params.id], groups, kind === 'class' ? part : 'cohort', method === 'DELETE');
        return { user: renderUser(db, accountOf(db, params.id)) };
      },
    });
  }
}
