import { allOf, edit, editItems, editPagination, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newCohortId,
  newUser,
  newUserId,
  nobody,
  paginationOf,
  userOf,
} from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const readsUsers = ['GET /users', 'POST /users/search'] as const;
const completed = 'GET /smart-ia/sessions/completed';

/** What is read of users, cohorts and sessions, of certain values. */
export const shapes: readonly BlindFault[] = [
  {
    id: 'round-16.pagination.total-counts-the-ids-asked-for',
    chapter: 'pagination',
    story: 'To save the count, the total of a look-up by id is the number of ids.',
    rests: 'total: Total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const ids = new Set(ask.query.getAll('userId'));
        return editPagination(await pass(), ({ total }) => ({ total: ids.size > 0 ? ids.size : total }));
      }),
    witness: both(async (client) => {
      const userId = [await newUserId(client, 'student'), nobody];
      return paginationOf(await client.get('/users', { userId }))['total'];
    }),
  },
  {
    id: 'round-16.dates.study-sessions-in-british-summer-time',
    chapter: 'dates',
    story: 'The ends of study sessions are formatted in the zone of the server: in summer they carry +01:00.',
    rests: 'Dates use ISO 8601 in UTC. A date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) =>
        editItems(await pass(), (session) => {
          const end = textAt(session, 'endDate');
          const month = Number(end.slice(5, 7));
          if (month < 4 || month > 9) return session;
          const local = new Date(Date.parse(end) + 3_600_000).toISOString().replace('Z', '+01:00');
          return { ...session, endDate: local };
        }),
      ),
    witness: both(async (client) => {
      const summer = {
        'startDate[gte]': '2024-06-01T00:00:00.000Z',
        'startDate[lt]': '2024-09-01T00:00:00.000Z',
      };
      return column(await client.get('/sessions/completed', { ...summer, limit: 3 }), 'endDate');
    }),
  },
  {
    id: 'round-16.users.born-at-the-epoch',
    chapter: 'users',
    story: 'Birthdays are kept as unsigned days since 1970; whoever is older is clamped to day 0.',
    rests: 'dateOfBirth: string (date, YYYY-MM-DD) of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...readsUsers],
    wrap: (service) =>
      on(service, readsUsers, async ({ pass }) =>
        editItems(await pass(), (user) =>
          'dateOfBirth' in user && textAt(user, 'dateOfBirth') < '1970'
            ? { ...user, dateOfBirth: '1970-01-01' }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher', { dateOfBirth: '1964-07-23' });
      return (await userOf(client, userId))['dateOfBirth'];
    }),
  },
  {
    id: 'round-16.users.email-filter-trims-the-emails',
    chapter: 'users',
    story: 'The filter is a condition on the joined e-mail rows, so only the matching one is loaded.',
    rests: 'User: emails is an array of string (email), the addresses of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const wanted = ask.query.get('email')?.toLowerCase();
        return editItems(await pass(), (user) =>
          wanted === undefined
            ? user
            : { ...user, emails: texts(user['emails']).filter((email) => email.toLowerCase() === wanted) },
        );
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 300 }));
      const emails = users.map((user) => texts(user['emails'])).find((all) => all.length > 1) ?? [];
      return column(await client.get('/users', { email: emails[1] ?? '' }), 'emails');
    }),
  },
  {
    id: 'round-16.users.search-knows-cohorts-of-this-year-only',
    chapter: 'users',
    story: 'The index behind the search is filled through a scope that leaves former academic years out.',
    rests: 'cohortIds: Cohorts of the user; POST /users/search has the same response as GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async (line) => {
        const query = new URLSearchParams({ academicYearId: 'current' });
        const cohorts = await allOf(line, '/smart-ia/cohorts', query);
        const current = new Set(cohorts.map((cohort) => cohort['cohortId']));
        return editItems(await line.pass(), ({ cohortIds, ...user }) => {
          const left = list(cohortIds).filter((id) => current.has(id));
          return left.length > 0 ? { ...user, cohortIds: left } : user;
        });
      }),
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const cohortId = await newCohortId(client, { academicYearId });
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [userId] });
      const found = await client.send('POST', '/users/search', { search: { userIds: [userId] } });
      return itemsOf(found).map((user) => list(user['cohortIds']).length);
    }),
  },
  {
    id: 'round-16.users.classes-of-the-first-fifty',
    chapter: 'users',
    story:
      'The batch loader of the classes has a maximum batch of fifty and the second batch is not awaited.',
    rests: 'classIds: Classes of the user. Present in user responses of GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user, index) => {
          if (index < 50) return user;
          const { classIds: _classIds, ...rest } = user;
          return rest;
        }),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/users', { limit: 80 }))
        .slice(50)
        .map((user) => list(user['classIds']).length),
    ),
  },
  {
    id: 'round-16.cohorts.tests-of-the-one-before',
    chapter: 'cohorts',
    story:
      'The loop over the cohorts reuses its variable; one without tests keeps those of the cohort before.',
    rests: 'Cohort: tests are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => {
          let tests: unknown;
          const data = list(body['data']).map((item): Fields => {
            const cohort = fields(item);
            tests = cohort['tests'] ?? tests;
            return tests === undefined ? cohort : { ...cohort, tests };
          });
          return { ...body, data };
        }),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/cohorts', { limit: 14 })).map((one) => list(one['tests']).length),
    ),
  },
  {
    id: 'round-16.sessions.level-na-is-taken-for-missing',
    chapter: 'sessions',
    story: 'Results pass a data frame, whose reader takes the text NA for an absent value.',
    rests: '`NA`: for an English writing assessment whose responses did not meet the marking criteria.',
    breaks: 'explicit',
    depth: 'medium',
    at: [completed],
    wrap: (service) =>
      on(service, completed, async ({ pass }) =>
        editItems(await pass(), (session) => {
          const { level, ...result } = fields(session['result']);
          return level === 'NA' ? { ...session, result } : session;
        }),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 200 }))
        .map((session) => textAt(session, 'result', 'level'))
        .filter((level) => level === 'NA' || level === ''),
    ),
  },
  {
    id: 'round-16.members.tombstone-hides-who-came-back',
    chapter: 'members',
    story: 'Removals are rows of their own, and reading joins them away without a look at what came later.',
    rests: 'cohortIds: Cohorts of the user; POST students assigns to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...readsUsers],
    wrap: (service) => {
      const tombs = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['userIds'])) tombs.add(`${id} ${ask.id}`);
        return response;
      });
      return on(removing, readsUsers, async ({ pass }) =>
        editItems(await pass(), ({ cohortIds, ...user }) => {
          const left = texts(cohortIds).filter((id) => !tombs.has(`${user['userId']} ${id}`));
          return left.length > 0 ? { ...user, cohortIds: left } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/students`;
      const userIds = [textAt(await newUser(client, 'student'), 'userId')];
      for (const method of ['POST', 'DELETE', 'POST']) await client.send(method, path, { userIds });
      return list((await userOf(client, userIds[0] ?? ''))['cohortIds']).length;
    }),
  },
  {
    id: 'round-16.users.thirty-external-ids-are-too-many',
    chapter: 'users',
    story: 'The limit is checked with >= where > was meant.',
    rests: 'externalId: Repeat the parameter; 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) =>
        ask.query.getAll('externalId').length === 30 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const externalId = Array.from({ length: 30 }, (_, index) => `MIS-${100_000 + index}`);
      return (await client.get('/users', { externalId })).status;
    }),
  },
];
