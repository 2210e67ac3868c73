import { edit, editError, editItems, editPagination, editUsers, withHeaders } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUserId,
  nextOf,
  nobody,
  paginationOf,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const sessions = 'GET /smart-ia/sessions';

/** A result with another value of one field, of sessions that have one. */
function changeResult(session: Fields, change: (result: Fields) => Fields): Fields {
  const { result } = session;
  return result === null || result === undefined ? session : { ...session, result: change(fields(result)) };
}

/** Faults of what is shown, with certain data or after a second request. */
export const mediumShapes: readonly BlindFault[] = [
  {
    id: 'round-15.pagination.total-nought-past-the-end',
    chapter: 'pagination',
    story: 'The total is COUNT(*) OVER () beside each row; a page without rows has none to take it from.',
    rests: 'pagination.total: Total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), (_pagination, data) => (data.length === 0 ? { total: 0 } : {})),
      ),
    witness: both(
      async (client) =>
        paginationOf(await client.get('/smart-ia/cohorts', { offset: 5000, limit: 10 }))['total'],
    ),
  },
  {
    id: 'round-15.pagination.says-150-and-uses-100',
    chapter: 'pagination',
    story: 'The repository caps a page at 100 rows; the controller reports the limit as it was asked for.',
    rests: 'pagination.limit: Limit used for this request.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, async ({ ask, pass }) => {
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!(limit > 100 && limit <= 1000)) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('limit', '100');
        return editPagination(await pass({ query }), () => ({ limit }));
      }),
    witness: both(async (client) => {
      const page = await client.get('/smart-ia/sessions', { limit: 150 });
      const { limit, nextCursor, total } = paginationOf(page);
      return [itemsOf(page).length, limit, nextCursor !== null, total];
    }),
  },
  {
    id: 'round-15.errors.one-instance-for-all',
    chapter: 'errors',
    story: 'The id of the occurrence is made when the error factory is loaded, once for each process.',
    rests: 'Problem details, instance: Identifies this occurrence.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) =>
        editError(await pass(), (body) =>
          'instance' in body ? { ...body, instance: 'urn:uuid:6f1c2b8e-50a4-4b0e-9f0e-8f2f8a3f7d11' } : body,
        ),
      ),
    witness: both(async (client) => {
      const one = await client.get(`/classes/${nobody}`);
      const other = await client.get('/users', { name: '' });
      return `one instance for ${one.status} and ${other.status}: ${one.body['instance'] === other.body['instance']}`;
    }),
  },
  {
    id: 'round-15.http.not-found-without-cors',
    chapter: 'http',
    story: 'The handler of what is not found replaces the response, and with it the header set before.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const answers = [await client.get(`/classes/${id}`), await client.get(`/classes/${nobody}`)];
      return answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')]);
    }),
  },
  {
    id: 'round-15.sessions.level-na-is-not-available',
    chapter: 'sessions',
    story: 'The results come through a data frame, whose reader takes the text NA for a missing value.',
    rests: 'Result levels: NA, for an English writing assessment whose responses did not meet the criteria.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editItems(await pass(), (session) =>
          changeResult(session, ({ level, ...rest }) => (level === 'NA' ? rest : { level, ...rest })),
        ),
      ),
    witness: both(async (client) => {
      const levels = column(
        await client.get('/smart-ia/sessions/completed', { limit: 300 }),
        'result',
        'level',
      );
      return [levels.filter((level) => level === 'NA').length, levels.filter((level) => level === '').length];
    }),
  },
  {
    id: 'round-15.dates.duration-loses-its-days',
    chapter: 'dates',
    story: 'The duration is formatted from the parts of a time of day, which begins again after 24 hours.',
    rests: 'The result holds the total duration of the session; a duration is PnYnMnDTnHnMnS.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, async ({ pass }) =>
        editItems(await pass(), (session) =>
          changeResult(session, (result) => ({
            ...result,
            duration: textAt(result, 'duration').replace(/^P\d+DT/, 'PT'),
          })),
        ),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions', { limit: 300 }))
        .filter(
          (one) => Date.parse(textAt(one, 'endDate')) - Date.parse(textAt(one, 'startDate')) > 86_400_000,
        )
        .map((one) => textAt(one, 'result', 'duration')),
    ),
  },
  {
    id: 'round-15.sessions.cursor-skips-equal-starts',
    chapter: 'sessions',
    story: 'The cursor continues with `startDate > ?` and no second key, past sessions that began together.',
    rests: 'pagination.nextCursor: Cursor for the next page.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: (service) => {
      const lastStarts = new Map<string, unknown>();
      return on(service, sessions, async ({ ask, pass }) => {
        const known = lastStarts.get(ask.query.get('cursor') ?? '');
        return edit(await pass(), (body) => {
          const shown = list(body['data']).filter(
            (one) => known === undefined || at(one, 'startDate') !== known,
          );
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '') lastStarts.set(next, at(body, 'data', -1, 'startDate'));
          return { ...body, data: shown };
        });
      });
    },
    witness: both(async (client) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await client.get('/smart-ia/sessions', { limit: 50, ...(cursor !== '' && { cursor }) });
        seen.push(...column(page, 'sessionId'));
        cursor = nextOf(page);
      } while (cursor !== '');
      return new Set(seen).size;
    }),
  },
  {
    id: 'round-15.tests.once-for-each-late-cohort',
    chapter: 'tests',
    story: 'The list is a UNION ALL of the catalogue and of what was assigned since it was last rebuilt.',
    rests: 'testId: Unique per test; GET /smart-ia/tests lists the tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const assigned = new Map<string, number>();
      const noting = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        const ids = response.ok ? new Set(texts(ask.body['testIds'])) : [];
        for (const id of ids) assigned.set(id, (assigned.get(id) ?? 0) + 1);
        return response;
      });
      return on(noting, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).concat(
            list(body['data']).flatMap((test) =>
              Array.from({ length: assigned.get(textAt(test, 'testId')) ?? 0 }, () => test),
            ),
          ),
        })),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const [first] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: [first] });
      return (await testIds(client)).filter((testId) => testId === first).length;
    }),
  },
  {
    id: 'round-15.cohorts.tests-of-the-row-before',
    chapter: 'cohorts',
    story:
      'The variable that holds the tests is declared outside the loop and not reset for a row without any.',
    rests: 'Cohort.tests: Tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        let tests: unknown;
        return editItems(await pass(), (cohort) => {
          tests = cohort['tests'] ?? tests;
          return tests === undefined ? cohort : { ...cohort, tests };
        });
      }),
    witness: both(async (client) => {
      const listed = itemsOf(await client.get('/smart-ia/cohorts', { limit: 12 }));
      const counts = listed.map(async (cohort) => {
        const single = await client.get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
        return list(cohort['tests']).length === list(at(single.body, 'cohort', 'tests')).length;
      });
      return await Promise.all(counts);
    }),
  },
  {
    id: 'round-15.users.created-anew-when-enabled',
    chapter: 'users',
    story: 'The state is written with REPLACE INTO, which fills createdAt with its default once more.',
    rests: 'User.createdAt: When the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const moments = new Map<string, unknown>();
      const switches = ['POST /users/{id}/enable', 'POST /users/{id}/disable'];
      const noting = on(service, switches, async ({ ask, pass, call }) => {
        const response = await pass();
        const found = await call(`GET /users?userId=${ask.id}`);
        if (response.ok) moments.set(ask.id, at(found.body, 'data', 0, 'updatedAt'));
        return response;
      });
      return on(noting, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: moments.get(textAt(user, 'userId')) ?? user['createdAt'],
        })),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const before = (await userOf(client, id))['createdAt'];
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      return (await userOf(client, id))['createdAt'] === before;
    }),
  },
];
