import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Row, Sql } from './database.ts';
import { HttpError } from './errors.ts';
import { type PageQuery, pageSchema, readPage } from './pages.ts';
import { currentYear } from './years.ts';

/** A kind of group: where it lives, and what its properties are called. */
export interface Kind {
  readonly kind: 'class' | 'cohort';
  readonly path: string;
  readonly id: string;
}

/** The two kinds. */
export const kinds: readonly Kind[] = [
  { kind: 'class', path: '/classes', id: 'classId' },
  { kind: 'cohort', path: '/smart-ia/cohorts', id: 'cohortId' },
];

interface ListQuery extends PageQuery {
  readonly search?: string;
  readonly academicYearId?: string;
}

const inYear = { anyOf: [{ type: 'string', format: 'uuid' }, { const: 'current' }] };
const listSchema = {
  querystring: {
    type: 'object',
    properties: { ...pageSchema, search: { type: 'string' }, academicYearId: inYear },
  },
};

interface NewGroup {
  readonly title: string;
  readonly about?: string;
  readonly academicYearId?: string;
}

const newGroup = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 120 },
    about: { type: 'string', maxLength: 500 },
    academicYearId: { type: 'string', format: 'uuid' },
  },
};

/** A group by its id. @throws HttpError where there is none */
export function groupOf(db: Sql, kind: Kind['kind'], id: string): Row {
  const group = db.one('select * from grp where kind = ? and id = ?', [kind, id]);
  if (!group) throw new HttpError(404, `There is no such ${kind}.`);
  return group;
}

function render(db: Sql, { kind, id }: Kind, row: Row) {
  const tests = kind === 'class' ? [] : testsOf(db, row);
  return {
    [id]: row['id'],
    name: row['name'],
    ...(row['description'] ? { description: row['description'] } : {}),
    academicYearId: row['year'],
    ...(tests.length > 0 ? { tests } : {}),
  };
}

function testsOf(db: Sql, { id }: Row) {
  const rows = db.all(
    'select * from cohort_test join test on test.id = test where cohort = ? order by name',
    [id ?? ''],
  );
  return rows.map(({ test, version, name, subject, state }) => ({
    testId: test,
    testVersionId: version,
    name,
    subject,
    activationStatus: state,
  }));
}

function create(db: Sql, kind: Kind, { title, about, academicYearId }: NewGroup) {
  const year = academicYearId ?? String(currentYear(db)['id']);
  if (!db.one('select 1 from year where id = ?', [year]))
    throw new HttpError(400, 'There is no such academic year.');
  const id = randomUUID();
  const values = [id, kind.kind, title, about ?? null, year, Date.now()];
  // The index says whether the name is free, also where two ask at once.
  if (db.run('insert or ignore into grp values (?, ?, ?, ?, ?, ?)', values) === 0)
    throw new HttpError(409, `This ${kind.kind} exists already.`);
  return render(db, kind, groupOf(db, kind.kind, id));
}

/** Classes, cohorts and tests. */
export function groupRoutes(app: FastifyInstance, db: Sql): void {
  for (const kind of kinds) {
    app.get<{ Querystring: ListQuery }>(kind.path, { schema: listSchema }, async ({ query }) => {
      const { search, academicYearId } = query;
      const year = academicYearId === 'current' ? currentYear(db)['id'] : academicYearId;
      const where = [
        'kind = ?',
        ...(search === undefined ? [] : ['fold(name) = fold(?)']),
        ...(year ? ['year = ?'] : []),
      ];
      const values = [kind.kind, ...(search === undefined ? [] : [search]), ...(year ? [year] : [])];
      return readPage(db, { from: 'grp', where, values, order: 'fold(name), id' }, query, (row) =>
        render(db, kind, row),
      );
    });
    const body = { type: 'object', required: [kind.kind], properties: { [kind.kind]: newGroup } };
    app.post<{ Body: Record<string, NewGroup> }>(kind.path, { schema: { body } }, async (request, reply) => {
      const made = request.body[kind.kind];
      return reply.code(201).send({ [kind.kind]: create(db, kind, made ?? { title: '' }) });
    });
    app.get<{ Params: { id: string } }>(`${kind.path}/:id`, async ({ params }) => ({
      [kind.kind]: render(db, kind, groupOf(db, kind.kind, params.id)),
    }));
  }
  app.get('/smart-ia/tests', async () => {
    const tests = db.all('select * from test order by name');
    return { data: tests.map(({ id, name, subject }) => ({ testId: id, name, subject })) };
  });
}
