import type { FastifyInstance } from 'fastify';
import { places, type Row, type Sql, type Value } from './database.ts';
import { HttpError } from './errors.ts';
import { type Listing, type PageQuery, pageSchema, readPage } from './pages.ts';
import { moment } from './years.ts';

type Filters = Readonly<Record<string, unknown>>;

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const columns: Readonly<Record<string, string>> = { startDate: 'starts', endDate: 'ends' };
const span = (ms: number) => `PT${Math.floor(ms / 60_000)}M${Math.floor((ms % 60_000) / 1000)}S`;

function render(row: Row) {
  const { level, graded, starts, ends } = row;
  const took = Number(ends) - Number(starts);
  return {
    id: row['id'],
    status: row['status'],
    startDate: moment(starts),
    ...(ends === null ? {} : { endDate: moment(ends) }),
    learner: {
      userId: row['account'],
      username: row['username'],
      firstName: row['first_name'],
      ...(row['last_name'] ? { lastName: row['last_name'] } : {}),
    },
    assessment: {
      testId: row['test'],
      testVersionId: row['version'],
      title: row['name'],
      subject: row['subject'],
    },
    result: level === null ? null : { calculatedAt: moment(graded), grade: level, timeTaken: span(took) },
  };
}

const renderStudy = ({ id, account, subject, starts, ends }: Row) => ({
  id,
  learnerId: account,
  subject,
  startDate: moment(starts),
  endDate: moment(ends),
});

/** A moment in one of the two forms, in milliseconds. @throws HttpError for any other text */
function msOf(text: string): number {
  const ms = /^-?\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(ms)) throw new HttpError(400, 'a date cannot be read');
  return ms;
}

/** The conditions of the filters; `names` are those of the lists of values. */
function conditions(asked: Filters, names: readonly [string, string][]): Pick<Listing, 'where' | 'values'> {
  const where: string[] = [];
  const values: Value[] = [];
  for (const [name, column] of Object.entries(columns)) {
    const given = Object.entries(operators).filter(([word]) => asked[`${name}[${word}]`] !== undefined);
    const words = given.map(([word]) => word[0]);
    if (new Set(words).size < words.length) throw new HttpError(400, 'two operators exclude each other');
    for (const [word, sign] of given) {
      where.push(`${column} ${sign} ?`);
      values.push(msOf(String(asked[`${name}[${word}]`])));
    }
  }
  for (const [name, column] of names) {
    const wanted = asked[name];
    if (!Array.isArray(wanted)) continue;
    where.push(`${column} in ${places(wanted)}`);
    values.push(...wanted.map(String));
  }
  if (typeof asked['status'] !== 'string') return { where, values };
  return { where: [...where, 'status = ?'], values: [...values, asked['status']] };
}

const inQuery: [string, string][] = [
  ['userId', 'account'],
  ['testId', 'test'],
  ['subject', 'subject'],
];
const inBody: [string, string][] = [
  ['learners', 'account'],
  ['tests', 'test'],
  ['subjects', 'subject'],
];
const when = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', pattern: '^-?[0-9]+$' },
  ],
};
const ids = { type: 'string', format: 'uuid' };
const field = { type: 'string', enum: Object.keys(columns) };
const direction = { type: 'string', enum: ['asc', 'desc'] };
const status = { type: 'string', enum: ['in_progress', 'completed'] };
const dates = Object.fromEntries(
  Object.keys(columns).flatMap((name) => Object.keys(operators).map((word) => [`${name}[${word}]`, when])),
);
const lists = (names: readonly [string, string][], most: object) =>
  Object.fromEntries(
    names.map(([name, column]) => [
      name,
      { type: 'array', ...most, items: column === 'subject' ? { type: 'string' } : ids },
    ]),
  );

const querystring = {
  type: 'object',
  properties: {
    ...pageSchema,
    ...dates,
    ...lists(inQuery, { maxItems: 30 }),
    status,
    'sort[field]': field,
    'sort[direction]': direction,
  },
};
const search = { type: 'object', properties: { ...lists(inBody, {}), status } };
const body = {
  type: 'object',
  properties: { ...pageSchema, search, sort: { type: 'object', properties: { field, direction } } },
};

const from = `(select sitting.*, username, first_name, last_name, name, subject from sitting
  join account on account.id = account join test on test.id = test)`;
const order = (by = 'startDate', way = 'asc') => `${columns[by]} ${way}, id`;

/** The sessions of both kinds, their search, and the study sessions. */
export function sittingRoutes(app: FastifyInstance, db: Sql): void {
  for (const [path, kind] of [
    ['', undefined],
    ['/completed', 'completed'],
    ['/in-progress', 'in_progress'],
  ] as const) {
    app.get<{ Querystring: Filters & PageQuery }>(
      `/smart-ia/sessions${path}`,
      { schema: { querystring } },
      async ({ query }) => {
        const { where, values } = conditions({ ...query, ...(kind ? { status: kind } : {}) }, inQuery);
        const sorted = order(
          query['sort[field]'] as string | undefined,
          query['sort[direction]'] as string | undefined,
        );
        return readPage(db, { from, where, values, order: sorted }, query, render);
      },
    );
  }
  type Search = PageQuery & { search?: Filters; sort?: { field?: string; direction?: string } };
  app.post<{ Body: Search }>('/smart-ia/sessions/search', { schema: { body } }, async (request) => {
    const { search: asked = {}, sort = {}, ...page } = request.body;
    return readPage(
      db,
      { from, ...conditions(asked, inBody), order: order(sort.field, sort.direction) },
      page,
      render,
    );
  });
  app.get<{ Querystring: Filters & PageQuery }>(
    '/sessions/completed',
    { schema: { querystring } },
    async ({ query }) =>
      readPage(
        db,
        {
          from: 'study',
          ...conditions({ ...query, status: undefined }, [
            ['userId', 'account'],
            ['subject', 'subject'],
          ]),
          order: 'starts, id',
        },
        query,
        renderStudy,
      ),
  );
}
