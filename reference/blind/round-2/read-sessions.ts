import { editItems } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { at, type BlindFault, list, on, textAt } from '../kit.ts';

const route = 'GET /smart-ia/sessions';

/** Faults of sessions, and of what versions added. */
export const sessionFaults: readonly BlindFault[] = [
  {
    id: 'round-2.sessions.open-end-is-null',
    chapter: 'sessions',
    story: 'The rows go into JSON as the database has them, with null where there is no end yet.',
    rests: 'An In Progress session has no `endDate`; Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) => editItems(await pass(), (item) => ({ endDate: null, ...item }))),
    witness: both(async ({ get }) => {
      const items = itemsOf(await get('/smart-ia/sessions'));
      return items.filter(({ result }) => result === null).some((item) => 'endDate' in item);
    }),
  },
  {
    id: 'round-2.sessions.level-taken-for-nothing',
    chapter: 'sessions',
    story: 'Results are loaded from a file by a library to which the letters NA mean a missing value.',
    rests: 'A Completed session carries a result; Result levels: NA is one of them.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (item) =>
          at(item, 'result', 'level') === 'NA' ? { ...item, result: null } : item,
        ),
      ),
    witness: both(async ({ get }) => {
      const sessions = itemsOf(await get('/smart-ia/sessions', { limit: 200 }));
      return sessions.filter((item) => 'endDate' in item && item['result'] === null).length;
    }),
  },
  {
    id: 'round-2.sessions.second-learner-ignored',
    chapter: 'sessions',
    story: 'The framework gives the first value of a repeated parameter unless it is asked for all.',
    rests: 'GET /smart-ia/sessions: `userId` is an array, repeat the parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const ids = ask.query.getAll('userId');
        if (ids.length < 2 || ids.length > 30) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('userId', ids[0] ?? '');
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const ids = [...new Set(column(await get('/smart-ia/sessions'), 'user', 'userId'))].slice(0, 2);
      const found = column(await get('/smart-ia/sessions', { userId: ids }), 'user', 'userId');
      return new Set(found).size;
    }),
  },
  {
    id: 'round-2.sessions.result-left-out-of-open-ones',
    chapter: 'sessions',
    story:
      'When the status narrows the list to sessions in progress, they are written by a class that has no result.',
    rests: 'Session: `result` is null when empty; Conventions 3: a nested object is null when empty.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('status')) return response;
        return editItems(response, ({ result, ...item }) => (result === null ? item : { ...item, result }));
      }),
    witness: both(async ({ get }) => {
      const all = itemsOf(await get('/smart-ia/sessions'));
      const status = textAt(
        all.find((item) => item['result'] === null),
        'status',
      );
      return itemsOf(await get('/smart-ia/sessions', { status, limit: 3 })).map((item) => 'result' in item);
    }),
  },
  {
    id: 'round-2.sessions.order-of-the-last-request',
    chapter: 'sessions',
    story:
      'The defaults of the sort are one object that every request merges its own into, and so they are changed for the next.',
    rests: 'GET /smart-ia/sessions: default sort[field]=startDate&sort[direction]=asc.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const defaults = new Map<string, string>();
      return on(service, route, async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['sort[field]', 'sort[direction]']) {
          const kept = defaults.get(name);
          if (!query.has(name) && !query.has('cursor') && kept !== undefined) query.set(name, kept);
        }
        const response = await pass({ query });
        for (const name of ['sort[field]', 'sort[direction]']) {
          const sent = ask.query.get(name);
          if (response.status === 200 && sent !== null) defaults.set(name, sent);
        }
        return response;
      });
    },
    witness: both(async ({ get }) => {
      const sort = { 'sort[field]': 'startDate', 'sort[direction]': 'desc' };
      await get('/smart-ia/sessions', { ...sort, limit: 1 });
      return column(await get('/smart-ia/sessions', { limit: 3 }), 'startDate');
    }),
  },
  {
    id: 'round-2.versioning.search-without-groups',
    chapter: 'versioning',
    story: 'Only the list was taught to load classes and cohorts; the search still has the fields of old.',
    rests: 'Versioning 6: classIds and cohortIds were added to the responses of POST /users/search.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
      ),
    witness: both(async ({ send }) => {
      const users = itemsOf(await send('POST', '/users/search', { search: {} }));
      return users.some((user) => 'classIds' in user || 'cohortIds' in user);
    }),
  },
  {
    id: 'round-2.versioning.cohorts-only-beside-classes',
    chapter: 'versioning',
    story: 'Cohorts were joined to a query that begins with the classes of a user, and is an inner join.',
    rests: 'User.cohortIds: cohorts of the user, in the responses of GET /users (Versioning 6).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), ({ cohortIds, ...user }) =>
          cohortIds === undefined || list(user['classIds']).length === 0 ? user : { ...user, cohortIds },
        ),
      ),
    witness: both(async ({ get, send }) => {
      const users = itemsOf(await send('POST', '/users/search', { search: {}, limit: 1000 }));
      const without = users.find((user) => list(user['classIds']).length === 0 && 'cohortIds' in user);
      const [user] = itemsOf(await get('/users', { userId: textAt(without, 'userId') }));
      return user?.['cohortIds'];
    }),
  },
];
