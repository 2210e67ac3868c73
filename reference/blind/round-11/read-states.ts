import { edit, editItems, editPagination, editUsers, json, Trail } from '../answers.ts';
import {
  both,
  type Client,
  column,
  itemsOf,
  newUserId,
  nextOf,
  paginationOf,
  type Query,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';

/** The ids of all users that a walk from cursor to cursor meets. */
async function walked(client: Client, query: Query): Promise<number> {
  const met = new Set<string>();
  let cursor = '';
  for (let pages = 0; pages < 10; pages += 1) {
    const answer = await client.get('/users', cursor === '' ? query : { ...query, cursor });
    for (const id of column(answer, 'userId')) met.add(id);
    cursor = nextOf(answer);
    if (cursor === '') break;
  }
  return met.size;
}

const sorts: readonly BlindFault[] = [
  {
    id: 'round-11.pagination.nulls-beyond-the-border',
    chapter: 'pagination',
    story: 'Pages go on with `last_name > ?`, and a comparison with NULL is never true.',
    rests: '`nextCursor` leads to the next page and is `null` on the last; `total` is the number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          trail.note(ask, body);
          const query = trail.queryOf(ask);
          const ascending = query?.get('sort[direction]') === 'asc';
          if (!ascending || query?.get('sort[field]') !== 'lastName') return body;
          const data = list(body['data']).filter((user) => textAt(user, 'lastName') !== '');
          if (data.length === list(body['data']).length) return body;
          return { data, pagination: { ...fields(body['pagination']), nextCursor: null } };
        }),
      );
    },
    witness: both(async (client) => {
      const query = { 'sort[field]': 'lastName', 'sort[direction]': 'asc', limit: 100 };
      const total = paginationOf(await client.get('/users', query))['total'];
      return `met as many as there are: ${(await walked(client, query)) === total}`;
    }),
  },
  {
    id: 'round-11.users.created-when-updated',
    chapter: 'users',
    story: 'The column that is sorted by is selected under the alias `created_at`, the name of the default.',
    rests: 'User: `createdAt` tells when the user was created.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.query.get('sort[field]') !== 'updatedAt') return response;
        return editItems(response, (user) => ({ ...user, createdAt: user['updatedAt'] }));
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const user = { firstName: client.word(), lastName: 'Renamed' };
      await client.send('PUT', `/users/${student}/name`, { user });
      const { createdAt } = await userOf(client, student);
      const latest = { 'sort[field]': 'updatedAt', 'sort[direction]': 'desc', limit: 10 };
      const shown = itemsOf(await client.get('/users', latest)).find(({ userId }) => userId === student);
      return `created when it was: ${shown?.['createdAt'] === createdAt}`;
    }),
  },
  {
    id: 'round-11.users.chunks-one-after-another',
    chapter: 'users',
    story: 'Ids are looked up thirty at a time, each query sorts, and the answers are put together.',
    rests:
      'POST `/users/search`: for more than 30 values; sorted by `createdAt`, descending, as GET `/users`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const ids = texts(at(ask.body, 'search', 'userIds'));
        const response = await pass();
        if (ids.length <= 30) return response;
        const chunk = (user: unknown) => Math.floor(ids.indexOf(textAt(user, 'userId')) / 30);
        return edit(response, (body) => {
          const data = list(body['data']);
          if (data.length !== at(body, 'pagination', 'total')) return body;
          return { ...body, data: data.toSorted((a, b) => chunk(a) - chunk(b)) };
        });
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 45 }), 'userId').reverse();
      const found = await client.send('POST', '/users/search', { search: { userIds } });
      const moments = column(found, 'createdAt');
      return `newest first: ${moments.every((moment, index) => moment <= (moments[index - 1] ?? moment))}`;
    }),
  },
];

const users: readonly BlindFault[] = [
  {
    id: 'round-11.users.classes-cut-at-1024',
    chapter: 'users',
    story: 'Class ids come from GROUP_CONCAT, whose length ends at 1024 bytes: 27 ids and a torn one.',
    rests: 'User: `classIds` holds the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const classIds = texts(user['classIds']);
          return classIds.length > 27 ? { ...user, classIds: classIds.slice(0, 27) } : user;
        }),
      ),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 32 }), 'classId');
      await client.send('POST', `/students/${student}/classes`, { classIds });
      return `classes shown: ${texts((await userOf(client, student))['classIds']).length}`;
    }),
  },
  {
    id: 'round-11.users.external-id-as-number',
    chapter: 'users',
    story: 'The parser of the address turns what looks like a number into one.',
    rests: '`externalId` on GET `/users` is an array of strings that users are filtered by.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const values = ask.query.getAll('externalId');
        if (!values.some((value) => /^0\d+$/.test(value))) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('externalId');
        for (const value of values) {
          query.append('externalId', /^\d+$/.test(value) ? String(Number(value)) : value);
        }
        return pass({ query });
      }),
    witness: both(async (client) => {
      const externalId = '004217';
      await newUserId(client, 'student', { externalId });
      return `found: ${itemsOf(await client.get('/users', { externalId })).length}`;
    }),
  },
  {
    id: 'round-11.pagination.count-of-the-role',
    chapter: 'pagination',
    story: 'Counting is slow, so totals are kept, under a key that names the role and forgets the rest.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, '*', async ({ ask, pass }) => {
        const reads = ask.method === 'GET' || ask.path.endsWith('/search');
        if (!reads) totals.clear();
        const response = await pass();
        const role = ask.query.get('role');
        if (ask.method !== 'GET' || ask.path !== '/users' || role === null || !response.ok) return response;
        return editPagination(response, ({ total }) => {
          if (!totals.has(role)) totals.set(role, total);
          return { total: totals.get(role) };
        });
      });
    },
    witness: both(async (client) => {
      await client.get('/users', { role: 'student', limit: 1 });
      const some = await client.get('/users', { role: 'student', name: 'Khan' });
      return `as many as shown: ${paginationOf(some)['total'] === itemsOf(some).length}`;
    }),
  },
];

const withoutKey = async (client: Client, target: string) => (await client.raw(`GET ${target}`)).status;

const groups: readonly BlindFault[] = [
  {
    id: 'round-11.errors.cache-before-the-key',
    chapter: 'errors',
    story:
      'Single classes hardly change, so a cache was put in front: in front of the check of the key, too.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      return on(service, 'GET /classes/{id}', async ({ ask, pass }) => {
        const known = kept.get(ask.path);
        if (known) return json(200, known);
        const response = await pass();
        if (response.ok) kept.set(ask.path, (await readAnswer(response.clone())).body);
        return response;
      });
    },
    witness: both(async (client) => {
      const [classId] = column(await client.get('/classes', { limit: 1 }), 'classId');
      await client.get(`/classes/${classId}`);
      return withoutKey(client, `/classes/${classId}`);
    }),
  },
  {
    id: 'round-11.classes.current-is-the-last-asked',
    chapter: 'classes',
    story: 'The year that a filter resolved to is kept in a field of a service that all requests share.',
    rests: '`academicYearId` on GET `/classes` takes the literal `current`, for the current year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      let last = '';
      return on(service, 'GET /classes', ({ ask, pass }) => {
        const year = ask.query.get('academicYearId');
        if (year !== null && year !== 'current') last = year;
        if (year !== 'current' || last === '') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', last);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const current = await client.get('/academic-years/current');
      const now = textAt(current.body, 'academicYear', 'academicYearId');
      const years = column(await client.get('/academic-years'), 'academicYearId');
      await client.get('/classes', { academicYearId: years.find((id) => id !== now) ?? '', limit: 1 });
      const classes = await client.get('/classes', { academicYearId: 'current', limit: 5 });
      return `of the current year: ${column(classes, 'academicYearId').every((id) => id === now)}`;
    }),
  },
  {
    id: 'round-11.cohorts.class-as-cohort',
    chapter: 'cohorts',
    story: 'Classes and cohorts share a table, and the look-up by id forgets the kind.',
    rests: 'GET `/smart-ia/cohorts/{cohortId}` is 404 when there is no such cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const { status, body } = await call(`GET /classes/${ask.id}`);
        if (status !== 200) return response;
        const { classId: cohortId, ...group } = fields(body['class']);
        return json(200, { cohort: { cohortId, ...group } });
      }),
    witness: both(async (client) => {
      const [classId] = column(await client.get('/classes', { limit: 1 }), 'classId');
      return (await client.get(`/smart-ia/cohorts/${classId}`)).status;
    }),
  },
  {
    id: 'round-11.cohorts.tests-of-the-neighbour',
    chapter: 'cohorts',
    story:
      'The batch loader returns one list for each cohort that has tests, and they are paired by position.',
    rests: 'Cohort: `tests` holds the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('academicYearId')) return response;
        return editItems(response, ({ tests: _tests, ...cohort }, index, all) => {
          const loaded = all.flatMap(({ tests }) => (tests === undefined ? [] : [tests]))[index];
          return loaded === undefined ? cohort : { ...cohort, tests: loaded };
        });
      }),
    witness: both(async (client) => {
      const listed = itemsOf(await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 8 }));
      const alike = await Promise.all(
        listed.map(async ({ cohortId, tests }) => {
          const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
          return JSON.stringify(at(read.body, 'cohort', 'tests')) === JSON.stringify(tests);
        }),
      );
      return `the same tests as alone: ${!alike.includes(false)}`;
    }),
  },
];

/** Faults that need conditions together, state or rare data: users and groups. */
export const states: readonly BlindFault[] = [...sorts, ...users, ...groups];
