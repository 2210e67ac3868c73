import { edit, refuse } from '../answers.ts';
import { both, column, newUserId, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';

const sessions = '/smart-ia/sessions';
const operators = ['gt', 'gte', 'lt', 'lte'];

/** Lists off the beaten path. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-20.search.a-null-cursor-counts-as-one-beside-offset',
    chapter: 'search',
    story:
      'The rule of the schema asks whether both properties are there, not whether the cursor holds a value.',
    rests: 'Pagination: cursor is a string or null; offset cannot be combined with cursor.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        const two = 'cursor' in ask.body && 'offset' in ask.body;
        return two ? refuse(ask, 400, 'Offset cannot be combined with cursor') : answer;
      }),
    witness: both(async (client) => {
      const body = { search: {}, limit: 5, offset: 5, cursor: null };
      const found = await client.send('POST', '/users/search', body);
      return [found.status, column(found, 'userId').length];
    }),
  },
  {
    id: 'round-20.paging.cursor-keeps-start-dates-in-whole-seconds',
    chapter: 'paging',
    story:
      'The cursor packs the last start date as Unix seconds, and dates with milliseconds are past it once more.',
    rests:
      'Pagination: nextCursor is the cursor for the next page, which does not hold the items of this one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const repeated = new Map<string, readonly Fields[]>();
      const note = (answer: Response) =>
        edit(answer, (body) => {
          const items = list(body['data']).map(fields);
          const last = Date.parse(textAt(items.at(-1), 'startDate'));
          const second = Math.floor(last / 1000) * 1000;
          const past = items.filter((one) => Date.parse(textAt(one, 'startDate')) > second);
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '' && last > second) repeated.set(next, past);
          return body;
        });
      return on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        if ([...ask.query.keys()].some((name) => name.startsWith('sort'))) return pass();
        const again = repeated.get(ask.query.get('cursor') ?? '') ?? [];
        const limit = Number(ask.query.get('limit') ?? 100);
        if (again.length === 0 || !(limit > again.length)) return note(await pass());
        const query = new URLSearchParams(ask.query);
        query.set('limit', String(limit - again.length));
        const whole = await edit(await pass({ query }), (body) => ({
          data: [...again, ...list(body['data'])],
          pagination: { ...fields(body['pagination']), limit },
        }));
        return note(whole);
      });
    },
    witness: both(async (client) => {
      const dates = column(await client.get(sessions, { limit: 100 }), 'startDate');
      const limit = dates.findLastIndex((date) => !date.endsWith('.000Z')) + 1;
      const first = await client.get(sessions, { limit });
      const second = await client.get(sessions, { limit, cursor: nextOf(first) });
      const seen = new Set(column(first, 'sessionId'));
      return [limit > 10, column(second, 'sessionId').filter((id) => seen.has(id)).length];
    }),
  },
  {
    id: 'round-20.dates.a-range-of-both-forms-is-compared-as-text',
    chapter: 'dates',
    story:
      'The check that a range begins before it ends compares the raw values of the query, before they are parsed.',
    rests:
      'Date filtering 2 and 4: operators may be combined; a value is either a date-time or a Unix timestamp.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, ({ ask, pass }) => {
        const wrong = ['startDate', 'endDate'].some((name) => {
          const bound = (strict: string, loose: string) =>
            ask.query.get(`${name}[${strict}]`) ?? ask.query.get(`${name}[${loose}]`);
          const [from, to] = [bound('gt', 'gte'), bound('lt', 'lte')];
          return from !== null && to !== null && from > to;
        });
        if (wrong) return Promise.resolve(refuse(ask, 400, 'A range must begin before it ends'));
        return pass();
      }),
    witness: both(async (client) => {
      const from = '2024-01-01T00:00:00.000Z';
      const to = Date.parse('2026-01-01T00:00:00.000Z') / 1000;
      const found = await client.get(sessions, { 'startDate[gte]': from, 'startDate[lt]': to, limit: 1 });
      return [found.status, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-20.dates.one-operator-on-both-dates-keeps-the-end-alone',
    chapter: 'dates',
    story:
      'The conditions are gathered in a map by operator, where the one on the end takes the place of that on the start.',
    rests: 'GET /smart-ia/sessions: startDate filters by session start date, endDate by session end date.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const answer = await pass();
        const query = new URLSearchParams(ask.query);
        const lost = operators.filter(
          (one) => query.has(`startDate[${one}]`) && query.has(`endDate[${one}]`),
        );
        if (!answer.ok || lost.length === 0) return answer;
        for (const one of lost) query.delete(`startDate[${one}]`);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const starts = '2024-12-01T00:00:00.000Z';
      const query = { 'startDate[gte]': starts, 'endDate[gte]': '2024-03-01T00:00:00.000Z', limit: 100 };
      const dates = column(await client.get(sessions, query), 'startDate');
      return [dates.length > 0, dates.filter((date) => date < starts).length];
    }),
  },
  {
    id: 'round-20.cohorts.a-search-for-null-is-no-search',
    chapter: 'cohorts',
    story:
      'A front end once sent the word null for an empty box, and the binder was taught to read it as no value.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: requery('GET /smart-ia/cohorts', (query) => {
      if (query.get('search')?.toLowerCase() === 'null') query.delete('search');
    }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/cohorts', { search: 'Null', limit: 3 });
      return [paginationOf(found)['total'], column(found, 'name')];
    }),
  },
  {
    id: 'round-20.users.thirty-values-are-counted-over-all-filters',
    chapter: 'users',
    story: 'The guard against long addresses adds up the values of all array parameters before it compares.',
    rests: 'Limits: at most 30 values per array filter.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const names = ['userId', 'upn', 'externalId', 'username'];
        const count = names.reduce((sum, name) => sum + ask.query.getAll(name).length, 0);
        return count > 30 ? Promise.resolve(refuse(ask, 400, 'At most 30 values may be given')) : pass();
      }),
    witness: both(async (client) => {
      const page = await client.get('/users', { limit: 100, role: 'student' });
      const full = list(page.body['data'])
        .map(fields)
        .filter((user) => at(user, 'upn') !== undefined && at(user, 'externalId') !== undefined)
        .slice(0, 16);
      const upn = full.map((user) => textAt(user, 'upn'));
      const externalId = full.map((user) => textAt(user, 'externalId'));
      const found = await client.get('/users', { upn, externalId });
      return [found.status, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-20.users.a-plus-in-an-email-is-decoded-twice',
    chapter: 'users',
    story: 'The gateway hands on the query decoded, and the framework behind it decodes it once more.',
    rests: 'GET /users: email is a string (email) that filters users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const email = query.get('email');
      if (email !== null) query.set('email', email.replaceAll('+', ' '));
    }),
    witness: both(async (client) => {
      const email = 'parent+school@mail.example';
      const userId = await newUserId(client, 'student', { email });
      const found = await client.get('/users', { email });
      return [found.status, column(found, 'userId').includes(userId)];
    }),
  },
  {
    id: 'round-20.search.the-sort-of-one-search-stays-for-the-next',
    chapter: 'search',
    story: 'The sort of the body is merged into the shared object of defaults instead of a copy.',
    rests: 'POST /users/search: sort is by default createdAt, desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const usual: Fields = {};
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const sort = { ...usual, ...fields(ask.body['sort']) };
        if (Object.keys(sort).length === 0) return pass();
        const answer = await pass({ body: { ...ask.body, sort } });
        if (answer.ok) Object.assign(usual, sort);
        return answer;
      });
    },
    witness: both(async (client) => {
      const sort = { field: 'createdAt', direction: 'asc' };
      await client.send('POST', '/users/search', { search: {}, sort, limit: 30 });
      const found = await client.send('POST', '/users/search', { search: {}, limit: 30 });
      const created = column(found, 'createdAt');
      return [created.length, (created[0] ?? '') > (created.at(-1) ?? '')];
    }),
  },
];
