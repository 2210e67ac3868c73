import { allOf, edit, editItems, editPagination } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUserId,
  paginationOf,
  testIds,
  userOf,
} from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { relist } from './read-relist.ts';

const sessions = '/smart-ia/sessions';

/** Faults of filters and of what is shown that need state, rare data, or two conditions together. */
export const deepTwo: readonly BlindFault[] = [
  {
    id: 'round-14.users.address-kept-by-id',
    chapter: 'users',
    story:
      'Look-ups by one id are cached; every update drops the entry, but the addresses are another table.',
    rests: 'PUT /users/{userId}/emails/primary updates the primary address; User: `emails` shows it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.query.getAll('userId').length !== 1) return response;
        return editItems(response, (user) => {
          const userId = textAt(user, 'userId');
          if (!kept.has(userId)) kept.set(userId, user['emails']);
          const { emails: _emails, ...rest } = user;
          const known = kept.get(userId);
          return known === undefined ? rest : { ...user, emails: known };
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher', { email: 'first@school.example' });
      const before = (await userOf(client, userId))['emails'];
      await client.send('PUT', `/users/${userId}/emails/primary`, { user: { email: 'new@school.example' } });
      return [before, (await userOf(client, userId))['emails']];
    }),
  },
  {
    id: 'round-14.users.second-address-in-any-role',
    chapter: 'users',
    story: 'The condition is `role = ? AND primary = ? OR other = ?`, without brackets.',
    rests: 'GET /users: `email` and `role` are both filters of the list, and a user meets both.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async (line) => {
        const { ask, pass, call } = line;
        const email = ask.query.get('email');
        const response = await pass();
        if (!response.ok || email === null || !ask.query.has('role')) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('role');
        const { body } = await call(`GET /users?${query}`);
        const others = list(body['data']).flatMap((user) => list(fields(user)['emails']).slice(1));
        const second = others.some((other) => String(other).toLowerCase() === email.toLowerCase());
        return second ? pass({ query }) : response;
      }),
    witness: both(async (client) => {
      const students = itemsOf(await client.get('/users', { role: 'student' }));
      const email = students.map((user) => list(user['emails'])[1]).find((one) => one !== undefined);
      return itemsOf(await client.get('/users', { email: String(email), role: 'teacher' })).length;
    }),
  },
  {
    id: 'round-14.sessions.earlier-versions-lost',
    chapter: 'sessions',
    story:
      'With a status the filter by test joins the present version of the test, not the one that was sat.',
    rests: 'GET /smart-ia/sessions: `testId` filters by test, `status` by status; other versions count too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, (line) =>
        relist(
          line,
          (query) => query.has('testId') && query.has('status'),
          async (items) => {
            const present = versions(await allOf(line, '/smart-ia/cohorts', new URLSearchParams()));
            return items.filter((item) => present.has(textAt(item, 'test', 'testVersionId')));
          },
        ),
      ),
    witness: both(async (client) => {
      const [testId = ''] = await testIds(client);
      const [completed] = column(await client.get(`${sessions}/completed`, { limit: 1 }), 'status');
      return paginationOf(await client.get(sessions, { testId, status: completed ?? '' }))['total'];
    }),
  },
  {
    id: 'round-14.sessions.users-one-by-one',
    chapter: 'sessions',
    story: 'For several users the sessions are read user by user, through the index of the user.',
    rests: 'GET /smart-ia/sessions: the default is `sort[field]=startDate&sort[direction]=asc`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, (line) =>
        relist(
          line,
          (query) => query.getAll('userId').length > 1 && !query.has('sort[field]'),
          (items, query) => {
            const ids = query.getAll('userId').map((id) => id.toLowerCase());
            const place = (item: Fields) => ids.indexOf(textAt(item, 'user', 'userId'));
            return items.toSorted((one, other) => place(one) - place(other));
          },
        ),
      ),
    witness: both(async (client) => {
      const users = column(await client.get(sessions, { limit: 40 }), 'user', 'userId');
      const userId = [...new Set(users)].slice(0, 12).reverse();
      return column(await client.get(sessions, { userId }), 'startDate');
    }),
  },
  {
    id: 'round-14.sessions.end-is-calculation',
    chapter: 'sessions',
    story: 'The filter of the end looks at the result, which is calculated some seconds after the end.',
    rests: 'GET /smart-ia/sessions: `endDate` filters by session end date.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, (line) =>
        relist(
          line,
          (query) => query.has('endDate[lte]'),
          (items, query) => {
            const sent = query.get('endDate[lte]') ?? '';
            const bound = /^-?\d+$/.test(sent) ? Number(sent) * 1000 : Date.parse(sent);
            const calculated = (item: Fields) => Date.parse(textAt(item, 'result', 'calculatedDate'));
            return items.filter((item) => !(calculated(item) > bound));
          },
        ),
      ),
    witness: both(async (client) => {
      const ends = column(await client.get(`${sessions}/completed`, { limit: 12 }), 'endDate');
      const totals: unknown[] = [];
      for (const end of ends) {
        const range = { 'endDate[gte]': end, 'endDate[lte]': end };
        totals.push(paginationOf(await client.get(sessions, range))['total']);
      }
      return totals;
    }),
  },
  {
    id: 'round-14.sessions.result-of-another-attempt',
    chapter: 'sessions',
    story:
      'For chosen users the results are loaded in a batch, whose map is keyed by user and not by session.',
    rests: 'Session: an In Progress session has no result; `result` is `null`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const response = await pass();
        if (ask.query.getAll('userId').length < 2) return response;
        return editItems(response, (item, _index, items) => {
          const same = (other: Fields) => textAt(other, 'user', 'userId') === textAt(item, 'user', 'userId');
          const other = items.find((one) => same(one) && one['result'] !== null);
          return item['result'] === null && other ? { ...item, result: other['result'] } : item;
        });
      }),
    witness: both(async (client) => {
      const userId = column(await client.get('/users', { role: 'student', limit: 30 }), 'userId');
      const items = itemsOf(await client.get(sessions, { userId }));
      return items.filter((item) => item['endDate'] === undefined && item['result'] !== null).length;
    }),
  },
  {
    id: 'round-14.tests.kept-by-subject',
    chapter: 'tests',
    story:
      'A filter with several subjects looks the tests up and leaves them in the cache of the whole list.',
    rests: 'GET /smart-ia/tests lists the initial-assessment tests, whatever was asked before.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      let kept: readonly string[] = [];
      const filtering = on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const subjects = ask.query.getAll('subject');
        const response = await pass();
        if (response.ok && subjects.length > 1) kept = subjects;
        return response;
      });
      return on(filtering, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => {
          const tests = list(body['data']);
          return {
            data: tests.filter((test) => kept.length === 0 || kept.includes(textAt(test, 'subject'))),
          };
        }),
      );
    },
    witness: both(async (client) => {
      const subjects = [...new Set(column(await client.get('/smart-ia/tests'), 'subject'))];
      await client.get(sessions, { subject: subjects.slice(0, 2), limit: 5 });
      return (await testIds(client)).length;
    }),
  },
  {
    id: 'round-14.cohorts.current-year-of-the-last-caller',
    chapter: 'cohorts',
    story: 'Classes and cohorts share one resolver of years, which keeps the year that it found last.',
    rests: 'GET /smart-ia/cohorts: `academicYearId` may be the literal `current`, for the current year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let last = '';
      const resolving = on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId');
        if (response.ok && year !== null) last = year === 'current' ? '' : year;
        return response;
      });
      return on(resolving, 'GET /smart-ia/cohorts', ({ ask, pass }) => {
        if (last === '' || ask.query.get('academicYearId') !== 'current') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', last);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
      await client.get('/classes', { academicYearId: oldest, limit: 1 });
      const found = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 3 });
      return column(found, 'academicYearId');
    }),
  },
  {
    id: 'round-14.classes.count-of-a-search-kept',
    chapter: 'classes',
    story: 'Counting is slow, so the count of a search is cached by its text, and no write drops it.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search');
        if (search === null || ask.query.has('cursor')) return response;
        const name = `${search.toLowerCase()} ${ask.query.get('academicYearId')}`;
        return editPagination(response, ({ total }) => {
          if (!totals.has(name)) totals.set(name, total);
          return { total: totals.get(name) };
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/classes', { search: name });
      await newClassId(client, { name });
      const found = await client.get('/classes', { search: name });
      return [itemsOf(found).length, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-14.memberships.tests-of-a-found-cohort-kept',
    chapter: 'memberships',
    story:
      'What a search for a cohort found is cached with its relations; assigning tests drops other entries.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort, in the list as well.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('search')) return response;
        return editItems(response, (cohort) => {
          const cohortId = textAt(cohort, 'cohortId');
          if (!kept.has(cohortId)) kept.set(cohortId, cohort['tests']);
          const { tests: _tests, ...rest } = cohort;
          const known = kept.get(cohortId);
          return known === undefined ? rest : { ...rest, tests: known };
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const cohortId = await newCohortId(client, { name });
      const found = async () =>
        list(itemsOf(await client.get('/smart-ia/cohorts', { search: name }))[0]?.['tests']);
      const before = (await found()).length;
      const tests = (await testIds(client)).slice(0, 3);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: tests });
      return [before, (await found()).length];
    }),
  },
];

function versions(cohorts: readonly Fields[]): ReadonlySet<string> {
  const tests = cohorts.flatMap((cohort) => list(cohort['tests']));
  return new Set(tests.map((test) => textAt(test, 'testVersionId')));
}
