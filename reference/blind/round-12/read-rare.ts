import { edit, editItems, editPagination, withBody } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, paginationOf, testIds, userOf } from '../client.ts';
import { type Answer, at, type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';

const sessions = '/smart-ia/sessions';
const cohorts = '/smart-ia/cohorts';

/** Faults that need rare data, a combination, or something that happened before. */
export const rare: readonly BlindFault[] = [
  {
    id: 'round-12.users.external-id-of-digits',
    chapter: 'users',
    story: 'The list is read from a spreadsheet-like export that makes numbers of texts that look like them.',
    rests: 'User: `externalId` is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) =>
          /^\d{1,15}$/.test(textAt(user, 'externalId'))
            ? { ...user, externalId: Number(user['externalId']) }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { externalId: '004512' });
      return JSON.stringify((await userOf(client, userId))['externalId']);
    }),
  },
  {
    id: 'round-12.users.renamed-but-not-indexed',
    chapter: 'users',
    story: 'The search asks an index by name, and a new name gets there with the next full build only.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const indexed = new Map<string, string>();
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const before = await call(`GET /users?userId=${ask.id}`);
        const response = await pass();
        const name = textAt(before.body, 'data', 0, 'fullName').toLowerCase();
        if (response.ok && !indexed.has(ask.id)) indexed.set(ask.id, name);
        return response;
      });
      return on(renaming, 'POST /users/search', async ({ ask, pass }) => {
        const name = textAt(ask.body, 'search', 'name').toLowerCase();
        const response = await pass();
        if (name === '') return response;
        return edit(response, (body) => {
          const found = list(body['data']);
          const data = found.filter((user) => indexed.get(textAt(user, 'userId'))?.includes(name) !== false);
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (found.length - data.length);
          return { ...body, data, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const lastName = `Renamed ${client.word()}`;
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName: 'Ada', lastName } });
      const listed = await client.get('/users', { name: lastName });
      const searched = await client.send('POST', '/users/search', { search: { name: lastName } });
      return [itemsOf(listed).length, itemsOf(searched).length];
    }),
  },
  {
    id: 'round-12.sessions.sort-of-the-one-before',
    chapter: 'sessions',
    story: 'The sort that is sent is assigned into the object of the defaults, which all requests share.',
    rests: 'GET /smart-ia/sessions: the default is `sort[field]=startDate&sort[direction]=asc`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const usual = new Map<string, string>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const names = ['sort[field]', 'sort[direction]'];
        for (const name of names) {
          const kept = usual.get(name);
          if (!query.has(name) && !query.has('cursor') && kept !== undefined) query.set(name, kept);
        }
        const response = await pass({ query });
        for (const name of names) {
          const sent = query.get(name);
          if (response.ok && sent !== null) usual.set(name, sent);
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const first = column(await client.get(sessions, { limit: 3 }), 'startDate');
      await client.get(sessions, { limit: 3, 'sort[field]': 'startDate', 'sort[direction]': 'desc' });
      const again = column(await client.get(sessions, { limit: 3 }), 'startDate');
      return [rises(first), again.join() === first.join()];
    }),
  },
  {
    id: 'round-12.sessions.between-takes-the-borders-in',
    chapter: 'sessions',
    story: 'Two bounds of one date become BETWEEN, whichever operators they came with.',
    rests: 'Date filtering 1 and 2: operators may be combined into a range, and gt is not gte.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const { above, below } = { above: query.get('startDate[gt]'), below: query.get('startDate[lt]') };
      const lower = above ?? query.get('startDate[gte]');
      const upper = below ?? query.get('startDate[lte]');
      if (lower === null || upper === null) return;
      if (above !== null && !query.has('startDate[gte]')) {
        query.delete('startDate[gt]');
        query.set('startDate[gte]', above);
      }
      if (below !== null && !query.has('startDate[lte]')) {
        query.delete('startDate[lt]');
        query.set('startDate[lte]', below);
      }
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gt]': '2024-02-29T00:00:00.000Z',
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
      };
      const starts = column(await client.get(sessions, range), 'startDate');
      return [...new Set(starts)];
    }),
  },
  {
    id: 'round-12.sessions.learner-by-learner',
    chapter: 'sessions',
    story: 'Sessions of several learners are loaded learner by learner and put one after the other.',
    rests: 'GET /smart-ia/sessions: the default order is startDate ascending.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const users = ask.query.getAll('userId').map((userId) => userId.toLowerCase());
        const response = await pass();
        if (users.length < 2) return response;
        return edit(response, (body) => ({
          ...body,
          data: users.flatMap((userId, index) =>
            users.indexOf(userId) === index
              ? list(body['data']).filter((session) => textAt(session, 'user', 'userId') === userId)
              : [],
          ),
        }));
      }),
    witness: both(async (client) => {
      const all = itemsOf(await client.get(sessions, { limit: 60 }));
      const users = [...new Set(all.map((session) => textAt(session, 'user', 'userId')))].slice(0, 20);
      return rises(column(await client.get(sessions, { userId: users }), 'startDate'));
    }),
  },
  {
    id: 'round-12.cohorts.active-tests-only',
    chapter: 'cohorts',
    story: 'The single cohort is loaded with the scope that was written for learners, who see active tests.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort, which have an activationStatus.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { tests, ...cohort } = fields(body['cohort']);
          const active = list(tests).filter((test) => textAt(test, 'activationStatus') === 'active');
          return { ...body, cohort: active.length === 0 ? cohort : { ...cohort, tests: active } };
        }),
      ),
    witness: both(async (client) => {
      const listed = itemsOf(await client.get(cohorts)).slice(0, 6);
      const same: boolean[] = [];
      for (const cohort of listed) {
        const { body } = await client.get(`${cohorts}/${textAt(cohort, 'cohortId')}`);
        same.push(list(at(body, 'cohort', 'tests')).length === list(cohort['tests']).length);
      }
      return same;
    }),
  },
  {
    id: 'round-12.cohorts.current-is-the-year-last-read',
    chapter: 'cohorts',
    story: 'The cohorts ask a repository for the year, which keeps the one that was read last.',
    rests: 'GET /smart-ia/cohorts: `academicYearId` may be the literal `current`, the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let last: string | undefined;
      const reading = on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) last = ask.id;
        return response;
      });
      const current = on(reading, 'GET /academic-years/current', ({ pass }) => {
        last = undefined;
        return pass();
      });
      return requery('GET /smart-ia/cohorts', (query) => {
        if (query.get('academicYearId') === 'current' && last !== undefined)
          query.set('academicYearId', last);
      })(current);
    },
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const current = (await client.get('/academic-years/current')).body;
      await client.get(`/academic-years/${textAt(year, 'academicYearId')}`);
      const found = await client.get(cohorts, { academicYearId: 'current', limit: 5 });
      const expected = textAt(current, 'academicYear', 'academicYearId');
      return column(found, 'academicYearId').map((own) => own === expected);
    }),
  },
  {
    id: 'round-12.cohorts.list-kept-over-new-tests',
    chapter: 'cohorts',
    story: 'Lists of cohorts are cached and dropped when a cohort is created, not when its tests change.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<string, Answer['body']>();
      const creating = on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.ok) kept.clear();
        return response;
      });
      return on(creating, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const known = kept.get(ask.query.toString());
        if (known !== undefined) return withBody(response, known);
        return edit(response, (body) => {
          kept.set(ask.query.toString(), body);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const cohortId = await newCohortId(client, { name });
      const before = itemsOf(await client.get(cohorts, { search: name }))[0];
      const assigned = await testIds(client);
      await client.send('POST', `${cohorts}/${cohortId}/tests`, { testIds: assigned.slice(0, 2) });
      const after = itemsOf(await client.get(cohorts, { search: name }))[0];
      return [list(before?.['tests']).length, list(after?.['tests']).length];
    }),
  },
  {
    id: 'round-12.users.count-without-the-name',
    chapter: 'users',
    story:
      'With a role the users are counted on the table of roles, and the condition on names is not there.',
    rests: 'Pagination: `total` is the total number of results, which both filters choose.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass, call }) => {
        const { role, name } = { role: ask.query.get('role'), name: ask.query.get('name') };
        const response = await pass();
        if (role === null || name === null) return response;
        const wider = new URLSearchParams(ask.query);
        for (const dropped of ['name', 'cursor', 'offset', 'limit']) wider.delete(dropped);
        const counted = paginationOf(await call(`GET /users?${wider}`))['total'];
        return editPagination(response, (own) => ({ ...own, total: counted }));
      }),
    witness: both(async (client) => {
      const found = await client.get('/users', { role: 'student', name: 'smith' });
      return paginationOf(found)['total'] === itemsOf(found).length;
    }),
  },
];

function rises(moments: readonly string[]): boolean {
  return moments.every((moment, index) => index === 0 || moment >= (moments[index - 1] ?? ''));
}
