import { allOf, edit, refuse } from '../answers.ts';
import { both, newClassId, newCohortId, newUserId, paginationOf, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';

const cohortPath = '/smart-ia/cohorts';
const cohortTests = `${cohortPath}/{id}/tests`;

async function yearOfBody({ call }: Line, payload: Fields): Promise<string> {
  const sent = textAt(payload, 'academicYearId');
  if (sent !== '') return sent;
  return textAt((await call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}

/** Whether a name of the same year matches this one, read as a pattern of SQL. */
async function matchesPattern(line: Line): Promise<boolean> {
  const payload = fields(line.ask.body['class']);
  const name = textAt(payload, 'name');
  if (!name.includes('_')) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.');
  const pattern = new RegExp(`^${escaped}$`, 'i');
  const academicYearId = await yearOfBody(line, payload);
  const known = await allOf(line, '/classes', new URLSearchParams({ academicYearId }));
  return known.some((one) => pattern.test(textAt(one, 'name')));
}

async function testsOf({ ask, call }: Line): Promise<readonly unknown[]> {
  return list(fields((await call(`GET ${cohortPath}/${ask.id}`)).body['cohort'])['tests']);
}

/** Creations and their conflicts, and counts. */
const creations: readonly BlindFault[] = [
  {
    id: 'round-15.classes.underscore-matches-any-letter',
    chapter: 'classes',
    story: 'The search for a class of that name uses ILIKE for its letter case and escapes nothing.',
    rests: 'POST /classes: 409 class already exists; otherwise 201 { class: Class }.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) =>
        (await matchesPattern(line)) ? refuse(line.ask, 409, 'Already exists') : line.pass(),
      ),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      const made = await client.send('POST', '/classes', { class: { name: name.replace(' ', '_') } });
      return String(made.status);
    }),
  },
  {
    id: 'round-15.cohorts.a-class-has-taken-the-name',
    chapter: 'cohorts',
    story: 'Classes and cohorts are rows of one table of groups, whose unique index forgot the kind.',
    rests: 'POST /smart-ia/cohorts: 409 cohort already exists; otherwise 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, `POST ${cohortPath}`, async (line) => {
        const payload = fields(line.ask.body['cohort']);
        const academicYearId = await yearOfBody(line, payload);
        const search = textAt(payload, 'name');
        const known = await line.call(`GET /classes?${new URLSearchParams({ search, academicYearId })}`);
        const taken = search !== '' && list(known.body['data']).length > 0;
        return taken ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return String((await client.send('POST', cohortPath, { cohort: { name } })).status);
    }),
  },
  {
    id: 'round-15.pagination.total-of-users-before-the-teacher',
    chapter: 'pagination',
    story: 'Counts are cached for each query, and only the creation of a student clears the cache.',
    rests: 'pagination.total: total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /teachers'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, ['GET /users', 'POST /students'], async ({ ask, pass }) => {
        if (ask.method === 'POST') totals.clear();
        const response = await pass();
        if (ask.method === 'POST' || ask.query.has('cursor')) return response;
        const query = new URLSearchParams(ask.query);
        for (const name of ['limit', 'offset']) query.delete(name);
        return edit(response, (body) => {
          const pagination = fields(body['pagination']);
          const total = totals.get(String(query)) ?? pagination['total'];
          totals.set(String(query), total);
          return { ...body, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const total = async () =>
        paginationOf(await client.get('/users', { role: 'teacher', limit: 1 }))['total'];
      const before = await total();
      await newUserId(client, 'teacher');
      return [before, await total()];
    }),
  },
  {
    id: 'round-15.classes.past-years-take-nobody',
    chapter: 'classes',
    story: 'A default scope of the model adds the current year to every look-up but that of the read.',
    rests: 'POST /classes/{classId}/students: 204; 404 is for a class not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'], async (line) => {
        const known = await line.call(`GET /classes/${line.ask.id}`);
        const past = textAt(known.body, 'class', 'academicYearId') !== (await yearOfBody(line, {}));
        return known.status === 200 && past ? refuse(line.ask, 404, 'Not found') : line.pass();
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const classId = await newClassId(client, { academicYearId });
      const userIds = [await newUserId(client, 'student')];
      return String((await client.send('POST', `/classes/${classId}/students`, { userIds })).status);
    }),
  },
];

/** Tests of cohorts. */
const tests: readonly BlindFault[] = [
  {
    id: 'round-15.tests.second-assignment-makes-a-second-row',
    chapter: 'tests',
    story: 'The table of assignments has a key of its own and no unique index over cohort and test.',
    rests: 'CohortTest.testId is unique per test; tests holds the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`POST ${cohortTests}`, `GET ${cohortPath}/{id}`],
    wrap: (service) => {
      const again = new Map<string, string[]>();
      return on(
        service,
        [`POST ${cohortTests}`, `DELETE ${cohortTests}`, `GET ${cohortPath}/{id}`],
        async (line) => {
          const { ask, pass } = line;
          if (ask.method === 'DELETE') again.delete(ask.id);
          if (ask.method === 'POST') {
            const had = new Set((await testsOf(line)).map((test) => textAt(test, 'testId')));
            again.set(
              ask.id,
              texts(ask.body['testIds']).filter((id) => had.has(id)),
            );
          }
          const twice = again.get(ask.id) ?? [];
          return edit(await pass(), ({ cohort }) => {
            const rows = list(fields(cohort)['tests']);
            const more = rows.filter((row) => twice.includes(textAt(row, 'testId')));
            return { cohort: more.length === 0 ? cohort : { ...fields(cohort), tests: [...rows, ...more] } };
          });
        },
      );
    },
    witness: both(async (client) => {
      const path = `${cohortPath}/${await newCohortId(client)}`;
      const ids = (await testIds(client)).slice(0, 1);
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.send('POST', `${path}/tests`, { testIds: ids });
      return list(fields((await client.get(path)).body['cohort'])['tests']).map((row) => textAt(row, 'name'));
    }),
  },
  {
    id: 'round-15.tests.removal-takes-the-subject',
    chapter: 'tests',
    story: 'The deletion joins the tests through their subject, which the assignments were keyed by once.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests has testIds; Cohort.tests: tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`DELETE ${cohortTests}`],
    wrap: (service) =>
      on(service, `DELETE ${cohortTests}`, async ({ ask, pass, call }) => {
        const all = list((await call('GET /smart-ia/tests')).body['data']).map(fields);
        const sent = texts(ask.body['testIds']);
        const subjects = new Set(
          all.filter((test) => sent.includes(textAt(test, 'testId'))).map((test) => test['subject']),
        );
        const wide = all
          .filter((test) => subjects.has(test['subject']))
          .map((test) => textAt(test, 'testId'));
        return wide.length === 0 ? pass() : pass({ body: { testIds: [...new Set([...sent, ...wide])] } });
      }),
    witness: both(async (client) => {
      const path = `${cohortPath}/${await newCohortId(client)}`;
      const ids = await testIds(client);
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(0, 1) });
      return String(list(fields((await client.get(path)).body['cohort'])['tests']).length);
    }),
  },
  {
    id: 'round-15.tests.first-look-comes-from-the-replica',
    chapter: 'tests',
    story: 'Reads go to a replica that lags; the first read behind a write still sees the row before it.',
    rests: 'GET /smart-ia/cohorts/{cohortId} answers a Cohort whose tests are those assigned to it.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`POST ${cohortTests}`, `GET ${cohortPath}/{id}`],
    wrap: (service) => {
      const stale = new Map<string, readonly unknown[]>();
      return on(service, [`POST ${cohortTests}`, `GET ${cohortPath}/{id}`], async (line) => {
        const { ask, pass } = line;
        const former = ask.method === 'POST' ? await testsOf(line) : stale.get(ask.id);
        const response = await pass();
        if (ask.method === 'POST' && former && response.ok) stale.set(ask.id, former);
        if (ask.method === 'POST' || !former) return response;
        stale.delete(ask.id);
        const kept = former.length === 0 ? undefined : former;
        return edit(response, ({ cohort }) => ({ cohort: { ...fields(cohort), tests: kept } }));
      });
    },
    witness: both(async (client) => {
      const path = `${cohortPath}/${await newCohortId(client)}`;
      await client.send('POST', `${path}/tests`, { testIds: (await testIds(client)).slice(0, 2) });
      return String(list(fields((await client.get(path)).body['cohort'])['tests']).length);
    }),
  },
];

/** Faults of classes, cohorts and tests that need a certain value or a second request. */
export const rosters: readonly BlindFault[] = [...creations, ...tests];
