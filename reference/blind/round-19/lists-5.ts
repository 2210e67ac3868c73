import { allOf, edit, editPagination, meant, page, Trail, withBody } from '../answers.ts';
import { both, column, newCohortId, newUser, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, requery, textAt } from '../kit.ts';

const readAtMost = 100;

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.cohorts.a-search-that-found-nothing-finds-nothing-ever-after',
    chapter: 'cohorts',
    story: 'Empty answers of the name look-up are cached too, and creating a cohort clears only full ones.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const missed = new Map<string, Fields>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search');
        if (!response.ok || search === null) return response;
        const name = `${ask.query}`.toLowerCase();
        const known = missed.get(name);
        if (known) return withBody(response, known);
        const { body } = await readAnswer(response.clone());
        if (Number(fields(body['pagination'])['total']) === 0) missed.set(name, body);
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const before = await client.get('/smart-ia/cohorts', { search: name });
      await newCohortId(client, { name });
      const after = await client.get('/smart-ia/cohorts', { search: name });
      return [before, after].map((answer) => paginationOf(answer)['total']);
    }),
  },
  {
    id: 'round-19.pagination.large-user-pages-are-cut-and-the-cursor-steps-over-the-rest',
    chapter: 'pagination',
    story:
      'The store reads at most a hundred rows, and the cursor is reckoned with the limit that was asked.',
    rests:
      'Pagination: nextCursor is the cursor for the next page; limit is the limit used for this request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, readAtMost) })),
      ),
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 150 });
      const seen = column(first, 'userId');
      for (let cursor = nextOf(first); cursor !== ''; ) {
        const answer = await client.get('/users', { limit: 150, cursor });
        seen.push(...column(answer, 'userId'));
        cursor = nextOf(answer);
      }
      return `${new Set(seen).size} of ${textAt(first.body, 'pagination', 'total')}`;
    }),
  },
  {
    id: 'round-19.pagination.class-pages-behind-a-cursor-tell-their-position',
    chapter: 'pagination',
    story: 'The cursor is decoded into an offset early on, and the answer is built from that.',
    rests: 'Pagination: offset in the pagination object is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        trail.note(ask, (await readAnswer(response.clone())).body);
        return editPagination(response, ({ offset }) => ({ offset: trail.startOf(ask) ?? offset }));
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 9 });
      const second = await client.get('/classes', { limit: 9, cursor: nextOf(first) });
      return paginationOf(second)['offset'];
    }),
  },
  {
    id: 'round-19.dates.gt-together-with-lt-becomes-between',
    chapter: 'dates',
    story: 'A range of two borders is turned into BETWEEN, which takes in both of them.',
    rests:
      'Date filtering 1 and 2: the operators gt and lt, beside gte and lte, may be combined into a range.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const name of ['startDate', 'endDate']) {
        const from = query.get(`${name}[gt]`);
        const to = query.get(`${name}[lt]`);
        // A request that mixes in gte or lte goes on to its refusal.
        if (from === null || to === null || query.has(`${name}[gte]`) || query.has(`${name}[lte]`)) continue;
        query.delete(`${name}[gt]`);
        query.delete(`${name}[lt]`);
        query.set(`${name}[gte]`, from);
        query.set(`${name}[lte]`, to);
      }
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gt]': '2024-02-29T00:00:00.000Z',
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', range), 'startDate');
    }),
  },
  {
    id: 'round-19.users-filters.name-finds-users-by-their-former-name',
    chapter: 'users-filters',
    story: 'The column that names are searched in is filled when the account is made and not on renaming.',
    rests: 'GET /users: the filter name; PUT /users/{userId}/name: update the name of the user.',
    breaks: 'implied',
    depth: 'medium',
    at: ['GET /users', 'PUT /users/{userId}/name'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /users?userId=${encodeURIComponent(ask.id)}`);
        const response = await pass();
        const name = textAt(body, 'data', 0, 'fullName').toLowerCase();
        if (response.ok && !former.has(ask.id)) former.set(ask.id, name);
        return response;
      });
      return on(renaming, 'GET /users', async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const name = (query.get('name') ?? '').toLowerCase();
        const response = query.has('resumed') ? undefined : await pass();
        if (response && (!response.ok || ask.query.has('cursor') || name === '')) return response;
        if (response && former.size === 0) return response;
        const found = new Set((await allOf(line, ask.path, query)).map((user) => user['userId']));
        const wide = new URLSearchParams(query);
        wide.delete('name');
        const users = await allOf(line, ask.path, wide);
        const matches = (user: Fields) =>
          former.get(textAt(user, 'userId'))?.includes(name) ?? found.has(user['userId']);
        return page(query, users.filter(matches));
      });
    },
    witness: both(async (client) => {
      const { userId } = await newUser(client, 'student', { firstName: 'Quillon', lastName: 'Averoigne' });
      const user = { firstName: 'Bastienne', lastName: 'Underhillock' };
      await client.send('PUT', `/users/${userId}/name`, { user });
      const found = await client.get('/users', { name: 'Bastienne Underhillock' });
      const stale = await client.get('/users', { name: 'Quillon Averoigne' });
      return [found, stale].map((answer) => paginationOf(answer)['total']);
    }),
  },
];
