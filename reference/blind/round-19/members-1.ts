import { edit, editError, refuse } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, paginationOf, testIds } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { idsOf, readCohorts, readUsers, usersBy } from './members-tools.ts';

/** Creating classes and cohorts. */
export const creations: readonly BlindFault[] = [
  {
    id: 'round-19.classes.name-of-a-cohort-is-taken',
    chapter: 'classes',
    story: 'Classes and cohorts share a table of groups, and its unique key on year and name lacks the kind.',
    rests: 'POST /classes: 409 class already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const search = textAt(ask.body, 'class', 'name');
        const academicYearId = textAt(ask.body, 'class', 'academicYearId') || 'current';
        const query = new URLSearchParams({ search, academicYearId });
        const found = await call(`GET /smart-ia/cohorts?${query}`);
        const taken = Number(textAt(found.body, 'pagination', 'total')) > 0;
        return search !== '' && taken ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      const created = await client.send('POST', '/classes', { class: { name } });
      const listed = await client.get('/classes', { search: name });
      return [created.status, paginationOf(listed)['total']];
    }),
  },
  {
    id: 'round-19.classes.twins-of-a-double-click',
    chapter: 'classes',
    story: 'The service looks for the name and then inserts, and no unique key stands behind the look.',
    rests: 'POST /classes: 409 class already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const going = new Map<string, Promise<number>>();
      const twin = '\u2063';
      const creating = on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const key = `${textAt(sent, 'academicYearId')} ${textAt(sent, 'name')}`;
        const first = going.get(key);
        if (first) {
          const created = (await first) === 201;
          const named = { class: { ...sent, name: `${textAt(sent, 'name')}${twin}` } };
          return created ? pass({ body: named }) : pass();
        }
        const answer = new Promise((resolve) => setTimeout(resolve, 2)).then(() => pass());
        going.set(
          key,
          answer.then(({ status }) => status),
        );
        const response = await answer;
        going.delete(key);
        return response;
      });
      return on(creating, ['GET /classes', 'POST /classes', 'GET /classes/{id}'], async ({ pass }) =>
        edit(await pass(), (body) => fields(JSON.parse(JSON.stringify(body).replaceAll(twin, '')))),
      );
    },
    witness: both(async (client) => {
      const body = { class: { name: client.word() } };
      const answers = await Promise.all([1, 2].map(() => client.send('POST', '/classes', body)));
      return answers.map(({ status }) => status).sort();
    }),
  },
  {
    id: 'round-19.cohorts.year-is-echoed-but-not-kept',
    chapter: 'cohorts',
    story:
      'The insert forgets the year, which the column defaults, and the answer is built from the request.',
    rests:
      'Cohort: academicYearId; CreateCohort: academicYearId is optional and defaults to the current year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { academicYearId, ...rest } = fields(ask.body['cohort']);
        if (typeof academicYearId !== 'string') return pass();
        if ((await call(`GET /academic-years/${academicYearId}`)).status !== 200) return pass();
        return edit(await pass({ body: { cohort: rest } }), (body) => ({
          ...body,
          cohort: { ...fields(body['cohort']), academicYearId },
        }));
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = column(years, 'academicYearId')[0] ?? '';
      const name = client.word();
      const cohortId = await newCohortId(client, { name, academicYearId });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      const listed = await client.get('/smart-ia/cohorts', { search: name, academicYearId });
      return [textAt(read.body, 'cohort', 'academicYearId') === academicYearId, column(listed, 'name')];
    }),
  },
  {
    id: 'round-19.cohorts.list-of-the-current-year-is-kept',
    chapter: 'cohorts',
    story:
      'Lists are cached under the year as it was asked for, and creating clears only the key with its UUID.',
    rests: 'GET /smart-ia/cohorts: academicYearId is a UUID or `current`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<string, Response>();
      const listing = on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        if (ask.query.get('academicYearId') !== 'current') return pass();
        const key = `${ask.headers.get('x-api-key')} ${ask.query}`;
        const known = kept.get(key);
        if (known) return known.clone();
        const response = await pass();
        if (response.ok) kept.set(key, response.clone());
        return response;
      });
      const tests = '/smart-ia/cohorts/{id}/tests';
      return on(listing, [`POST ${tests}`, `DELETE ${tests}`], ({ pass }) => {
        kept.clear();
        return pass();
      });
    },
    witness: both(async (client) => {
      const look = async () => {
        const listed = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 1 });
        return Number(paginationOf(listed)['total']);
      };
      const before = await look();
      await newCohortId(client);
      return (await look()) - before;
    }),
  },
  {
    id: 'round-19.cohorts.conflict-says-400-inside',
    chapter: 'cohorts',
    story: 'The conflict inherits from the bad request, whose constructor writes the status of the body.',
    rests: 'Basic error: status equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-19.cohorts.description-goes-with-new-tests',
    chapter: 'cohorts',
    story: 'Assigning tests saves the whole cohort from a DTO that has no description.',
    rests: 'Cohort: description; POST /smart-ia/cohorts/{cohortId}/tests assigns tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{cohortId}/tests', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const saved = new Set<unknown>();
      const writing = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) saved.add(ask.id.toLowerCase());
        return response;
      });
      return readCohorts(writing, (cohort) => {
        const { description: _lost, ...rest } = cohort;
        return saved.has(cohort['cohortId']) ? rest : cohort;
      });
    },
    witness: both(async (client) => {
      const listed = await client.get('/smart-ia/cohorts', { limit: 3, offset: 1 });
      const cohortId = column(listed, 'cohortId')[0] ?? '';
      const read = async () =>
        textAt((await client.get(`/smart-ia/cohorts/${cohortId}`)).body, 'cohort', 'description') !== '';
      const before = await read();
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: await testIds(client) });
      return [before, await read()];
    }),
  },
  {
    id: 'round-19.members.joining-a-class-renews-the-user',
    chapter: 'members',
    story: 'The user is saved by an upsert whose insert part sets both stamps of time.',
    rests: 'User: createdAt is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{classId}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const renewed = new Map<unknown, unknown>();
      const writing = on(service, 'POST /classes/{id}/students', async (line) => {
        const response = await line.pass();
        const users = response.ok ? await usersBy(line, idsOf(line.ask)) : [];
        for (const user of users) renewed.set(user['userId'], user['updatedAt']);
        return response;
      });
      return readUsers(writing, (user) => {
        const createdAt = renewed.get(user['userId']);
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const look = async () => column(await client.get('/users', { userId }), 'createdAt')[0];
      const before = await look();
      await client.send('POST', `/classes/${await newClassId(client)}/students`, { userIds: [userId] });
      return before === (await look());
    }),
  },
];
