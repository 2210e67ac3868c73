import { edit, editPagination, json, refuse, withBody } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { answerOf, one, summary, wantedOf } from './write-shared.ts';

const chapter = 'creation';

/** Creating classes and cohorts. */
export const creation: readonly BlindFault[] = [
  {
    id: 'round-2.creation.answered-id-is-not-the-stored-one',
    chapter,
    story: 'The mapper makes an id for the answer and the database makes its own on insert.',
    rests: 'POST cohorts answers the created Cohort, whose cohortId is its identifier (Cohorts; Cohort)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const id = textAt(cohort, 'cohortId');
          const other = id.slice(0, -12) + [...id.slice(-12)].reverse().join('');
          return { ...body, cohort: { ...cohort, cohortId: other } };
        }),
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      return (await client.get(`/smart-ia/cohorts/${id}`)).status;
    }),
  },
  {
    id: 'round-2.creation.total-of-before',
    chapter,
    story: 'The count of the whole table is kept in memory and creations forget to refresh it.',
    rests: 'pagination.total is the total number of results (Pagination)',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      let created = 0;
      const counting = on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        if (response.status === 201) created += 1;
        return response;
      });
      return on(counting, 'GET /classes', async ({ ask, pass }) => {
        const filtered = ['search', 'academicYearId', 'cursor'].some((name) => ask.query.has(name));
        const response = await pass();
        if (filtered) return response;
        return editPagination(response, ({ total }) => ({ total: Number(total) - created }));
      });
    },
    witness: both(async (client) => {
      await newClassId(client);
      const all = await client.get('/classes', { limit: 1000 });
      return textAt(all.body, 'pagination', 'total') === String(itemsOf(all).length);
    }),
  },
  {
    id: 'round-2.creation.cohort-name-taken-by-class',
    chapter,
    story: 'Classes and cohorts share one table of groups, and its unique index leaves out the kind.',
    rests: '409 is for creating a cohort when it already exists; a class is none (Status codes)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { name, academicYearId } = wantedOf(ask, 'cohort');
        if (name === '') return pass();
        const query = new URLSearchParams({ search: name, academicYearId: academicYearId || 'current' });
        const found = await call(`GET /classes?${query}`);
        return list(found.body['data']).length > 0 ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-2.creation.repeat-with-year-is-created',
    chapter,
    story: 'The path with a given year was written for imports and inserts with ON CONFLICT DO NOTHING.',
    rests: 'POST /classes is 409 when the class already exists (Classes; Status codes)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        const { name, academicYearId } = wantedOf(ask, 'class');
        if (response.status !== 409 || academicYearId === '') return response;
        const found = await call(`GET /classes?${new URLSearchParams({ search: name, academicYearId })}`);
        return json(201, { class: one(found) });
      }),
    witness: both(async (client) => {
      const [academicYearId] = column(await client.get('/academic-years'), 'academicYearId');
      const payload = { class: { name: client.word(), academicYearId } };
      const first = await client.send('POST', '/classes', payload);
      return [first.status, (await client.send('POST', '/classes', payload)).status];
    }),
  },
  {
    id: 'round-2.creation.description-of-the-refused',
    chapter,
    story: 'One builder object serves all requests and is reset after success, but not after a refusal.',
    rests: 'empty fields are omitted from a response (Conventions 3)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      let left: unknown;
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const filled = left !== undefined && 'name' in sent && !('description' in sent);
        const body: Fields = { ...ask.body, class: { ...sent, description: left } };
        const response = await (filled ? pass({ body }) : pass());
        const { description } = sent;
        if (response.status === 400 && typeof description === 'string') left = description;
        else if (response.ok) left = undefined;
        return response;
      });
    },
    witness: both(async (client) => {
      const bad = { name: client.word(), description: 'of the first', academicYearId: 'none' };
      const refused = await client.send('POST', '/classes', { class: bad });
      const created = await client.send('POST', '/classes', { class: { name: client.word() } });
      return [refused.status, created.status, textAt(created.body, 'class', 'description')];
    }),
  },
  {
    id: 'round-2.creation.conflict-clears-tests',
    chapter,
    story: 'The children are deleted for a replace before the conflict is found, with no rollback.',
    rests: 'a refused creation is 409, and tests are the tests assigned to the cohort (Cohort)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 409) return response;
        const { name, academicYearId } = wantedOf(ask, 'cohort');
        const query = new URLSearchParams({ search: name, academicYearId: academicYearId || 'current' });
        const cohort = one(await call(`GET /smart-ia/cohorts?${query}`));
        const assigned = list(cohort['tests']).map((test) => textAt(test, 'testId'));
        const path = `/smart-ia/cohorts/${textAt(cohort, 'cohortId')}/tests`;
        if (assigned.length > 0) await call(`DELETE ${path}`, { testIds: assigned });
        return response;
      }),
    witness: both(async (client) => {
      const name = client.word();
      const id = await newCohortId(client, { name });
      const some = (await testIds(client)).slice(0, 3);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: some });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return [again.status, list(fields(body['cohort'])['tests']).length];
    }),
  },
  {
    id: 'round-2.creation.name-composed-behind-the-answer',
    chapter,
    story:
      'The database composes accents on insert, the answer echoes the request, the search compares bytes.',
    rests: 'search on GET /classes is an exact match on the class name, which the 201 showed (Classes)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const name = sent['name'];
        if (typeof name !== 'string' || name === name.normalize('NFC')) return pass();
        const kept = { ...ask.body, class: { ...sent, name: name.normalize('NFC') } };
        return edit(await pass({ body: kept }), (body) => ({
          ...body,
          class: { ...fields(body['class']), name },
        }));
      }),
    witness: both(async (client) => {
      const name = `${client.word()} Ame\u0301lie`;
      const created = await client.send('POST', '/classes', { class: { name } });
      const search = textAt(created.body, 'class', 'name');
      return itemsOf(await client.get('/classes', { search })).length;
    }),
  },
  {
    id: 'round-2.creation.current-list-kept',
    chapter,
    story: 'Creations drop the cached list of the year they name: the current one is cached as "current".',
    rests: 'GET /classes with academicYearId current lists the classes of the current year (Classes)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      const forgetting = on(service, 'POST /classes', async ({ ask, pass }) => {
        if (wantedOf(ask, 'class').academicYearId === '') kept.clear();
        return pass();
      });
      return on(forgetting, 'GET /classes', async ({ ask, pass }) => {
        if (ask.query.get('academicYearId') !== 'current' || ask.query.has('cursor')) return pass();
        const key = `${ask.headers.get('x-api-key')} ${ask.query}`;
        const known = kept.get(key);
        if (known) return json(200, known);
        const response = await pass();
        if (!response.ok) return response;
        const { body } = await readAnswer(response);
        kept.set(key, body);
        return withBody(response, body);
      });
    },
    witness: both(async (client) => {
      const look = async () => summary(await client.get('/classes', { academicYearId: 'current' }));
      await look();
      const year = await client.get('/academic-years/current');
      const academicYearId = textAt(answerOf(year, 'academicYear'), 'academicYearId');
      await newClassId(client, { academicYearId });
      return look();
    }),
  },
];
