import { isUtf8 } from 'node:buffer';
import { edit, editItems, editUsers, nothing, withBody, withText } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, nobody, testIds, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';

const byYear = 'GET /academic-years/{id}';
const current = 'GET /academic-years/current';
const byCohort = 'GET /smart-ia/cohorts/{id}';

/** Every list of initial-assessment sessions. */
export const sessionLists: readonly string[] = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
];

/** Years, cohorts, tests and the plain form of users and sessions. */
export const faultsOne: readonly BlindFault[] = [
  {
    id: 'round-18.academic-years.whole-seconds-lose-their-milliseconds',
    chapter: 'academic-years',
    story: "The team moves to Java's Instant.toString, which leaves out a fraction that is zero.",
    rests: 'Conventions 2: A date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years', current, byYear],
    wrap: (service) =>
      on(service, ['GET /academic-years', current, byYear], async ({ pass }) => {
        const response = await pass();
        return withText(response, (await response.text()).replaceAll('.000Z"', 'Z"'));
      }),
    witness: both(async (client) => (await client.get('/academic-years/current')).body['academicYear']),
  },
  {
    id: 'round-18.cohorts.unknown-cohort-is-no-content',
    chapter: 'cohorts',
    story: 'The controller returns the null that the repository found, and ASP.NET makes 204 of a null.',
    rests: 'GET `/smart-ia/cohorts/{cohortId}`: 404; Errors: 404 academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [byCohort],
    wrap: (service) =>
      on(service, byCohort, async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => (await client.get(`/smart-ia/cohorts/${nobody}`)).status),
  },
  {
    id: 'round-18.sessions.coalesced-level-gives-open-sessions-a-result',
    chapter: 'sessions',
    story:
      "A COALESCE(level, 'NA') in the view lets the mapper find a result where the left join found none.",
    rests: 'Session: An In Progress session has no `endDate` and no result (`result` is `null` when empty).',
    breaks: 'explicit',
    depth: 'shallow',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (session) =>
          session['result'] === null ? { ...session, result: { level: 'NA' } } : session,
        ),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 3 })).map(({ result }) => result),
    ),
  },
  {
    id: 'round-18.versioning.search-has-no-cohort-ids',
    chapter: 'versioning',
    story: 'Cohorts were added to the mapper of the list, and the search has a mapper of its own.',
    rests: 'Versioning 6: `classIds` and `cohortIds` were added to user responses of POST `/users/search`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) => user),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [userId] });
      const found = await client.send('POST', '/users/search', { search: { userIds: [userId] } });
      return itemsOf(found).map(({ cohortIds }) => list(cohortIds).length);
    }),
  },
  {
    id: 'round-18.tests.list-is-written-in-latin-1',
    chapter: 'tests',
    story:
      'The test list writes to the servlet writer itself, whose encoding is ISO 8859-1 unless it is told.',
    rests: 'Conventions 1: Responses are `application/json`, which is UTF-8.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) => {
        const response = await pass();
        const narrow = [...(await response.text())].map((sign) => (sign > '\u00ff' ? '?' : sign)).join('');
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        return new Response(Buffer.from(narrow, 'latin1'), { status: response.status, headers });
      }),
    witness: both(async (client) => (isUtf8(await client.bytes('/smart-ia/tests')) ? 'UTF-8' : 'not UTF-8')),
  },
  {
    id: 'round-18.academic-years.current-is-the-year-that-was-read-last',
    chapter: 'academic-years',
    story: 'Both reads of one year share a cache slot that is named after the controller without the id.',
    rests: 'GET `/academic-years/current`: 200 `{ academicYear: AcademicYear }`, the current academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: [current],
    wrap: (service) => {
      let slot: Fields | undefined;
      return on(service, [current, byYear], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 200) return response;
        if (ask.path.endsWith('/current')) return slot ? withBody(response, slot) : response;
        slot = (await readAnswer(response.clone())).body;
        return response;
      });
    },
    witness: both(async (client) => {
      const name = async () =>
        textAt((await client.get('/academic-years/current')).body, 'academicYear', 'name');
      const before = await name();
      const [oldest] = column(await client.get('/academic-years'), 'academicYearId');
      await client.get(`/academic-years/${oldest}`);
      return [before, await name()];
    }),
  },
  {
    id: 'round-18.academic-years.nil-id-stands-for-no-id',
    chapter: 'academic-years',
    story: 'The handler takes Guid.Empty for an id that was left out and falls back to the current year.',
    rests: 'GET `/academic-years/{academicYearId}`: 404; Errors: 404 academic year not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: [byYear],
    wrap: (service) =>
      on(service, byYear, ({ ask, pass }) =>
        /^[0-]+$/.test(ask.id) ? pass({ path: '/academic-years/current' }) : pass(),
      ),
    witness: both(
      async (client) => (await client.get('/academic-years/00000000-0000-0000-0000-000000000000')).status,
    ),
  },
  {
    id: 'round-18.cohorts.only-test-is-no-list',
    chapter: 'cohorts',
    story:
      'Single cohorts come from an older XML back end, and the converter makes lists of repeated elements only.',
    rests: 'Cohort: `tests` is an array of CohortTest.',
    breaks: 'explicit',
    depth: 'medium',
    at: [byCohort],
    wrap: (service) =>
      on(service, byCohort, async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const tests = list(cohort['tests']);
          return tests.length === 1 ? { cohort: { ...cohort, tests: tests[0] } } : body;
        }),
      ),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const some = (await testIds(client)).slice(0, 1);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: some });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return Array.isArray(at(body, 'cohort', 'tests')) ? 'a list' : 'no list';
    }),
  },
  {
    id: 'round-18.users.reading-one-user-moves-updated-at',
    chapter: 'users',
    story: 'The profile read notes when it was last looked at, and the ORM bumps updated_at with every save.',
    rests: 'User: `updatedAt`: When the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const reads = new Map<string, number>();
      return on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user, _index, items) => {
          const userId = textAt(user, 'userId');
          const before = reads.get(userId) ?? 0;
          if (items.length === 1) reads.set(userId, before + 1);
          const updatedAt = new Date(Date.parse(textAt(user, 'updatedAt')) + before * 1000).toISOString();
          return { ...user, updatedAt };
        }),
      );
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const first = await userOf(client, userId);
      const second = await userOf(client, userId);
      return first['updatedAt'] === second['updatedAt'] ? 'stays' : 'moves';
    }),
  },
];
