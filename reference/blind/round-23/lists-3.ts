import { page, refuse } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, requery, textAt, texts } from '../kit.ts';
import {
  carriesObject,
  dateOperators,
  editCursors,
  readCursor,
  sessionLists,
  withTotal,
} from './lists-help.ts';
import { chunked, chunksOf, meantBody } from './lists-help-2.ts';

const twentyOne: BlindFault = {
  id: 'round-23.sessions.more-than-twenty-values-are-refused',
  chapter: 'sessions',
  story:
    'A new release of the query parser turns a parameter that is repeated more than twenty times into an object, as a defence. The check that a filter is an array then refuses it.',
  rests: 'GET /smart-ia/sessions: `userId` and `testId` take at most 30 values, so 21 to 30 are in order.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
      const answer = await pass();
      const many = ['userId', 'testId', 'subject'].some((name) => ask.query.getAll(name).length > 20);
      return many && answer.ok ? refuse(ask, 400, 'Invalid request') : answer;
    }),
  witness: both(async (client) => {
    const userId = column(await client.get('/users', { role: 'student', limit: 25 }), 'userId');
    const found = await client.get('/smart-ia/sessions', { userId });
    return [found.status, itemsOf(found).length];
  }),
};

const past2038: BlindFault = {
  id: 'round-23.sessions.timestamps-wrap-after-2038',
  chapter: 'sessions',
  story:
    'Unix timestamps of date filters are cast to a 32-bit integer on their way into the query. Those after January 2038, with which clients say "no end", come out before 1970.',
  rests: 'Date filtering 4: a value may be a Unix timestamp, an integer of seconds since 1970.',
  breaks: 'explicit',
  depth: 'medium',
  at: sessionLists,
  wrap: requery(sessionLists, (query) => {
    for (const name of dateOperators(query)) {
      const values = query.getAll(name);
      const [value = ''] = values;
      if (values.length === 1 && /^\d{10,13}$/.test(value)) query.set(name, String(Number(value) | 0));
    }
  }),
  witness: both(async (client) =>
    paginationOf(await client.get('/smart-ia/sessions', { 'startDate[lt]': 4_102_444_800, limit: 1 })),
  ),
};

const chunksUnsorted: BlindFault = {
  id: 'round-23.users.search-sorts-chunk-by-chunk',
  chapter: 'users',
  story:
    'The search for many usernames asks the list for thirty at a time and joins what it gets. Each part is sorted, and the whole is not.',
  rests: 'POST /users/search: the sort of GET /users, by default createdAt descending, over all results.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /users/search'],
  wrap: (service) =>
    on(service, 'POST /users/search', async (line) => {
      const asked = meantBody(line.ask);
      const long = chunked(asked.body);
      if (long === undefined) return line.pass();
      const checked = await line.pass({ body: asked.plain });
      if (!checked.ok) return checked;
      const search = fields(asked.body['search']);
      const users: Fields[] = [];
      for (const part of chunksOf(texts(search[long]))) {
        users.push(...(await usersFor(line, { ...search, [long]: part }, asked.body['sort'])));
      }
      return page(asked.query, users);
    }),
  witness: both(async (client) => {
    const usernames = column(await client.get('/users', { limit: 70 }), 'username').reverse();
    const found = await client.send('POST', '/users/search', { search: { usernames } });
    return column(found, 'createdAt').map((moment) => moment.slice(0, 10));
  }),
};

async function usersFor({ call }: Line, search: Fields, sort: unknown): Promise<Fields[]> {
  const body = { search, limit: 100, ...(sort === undefined ? {} : { sort }) };
  return list((await call('POST /users/search', body)).body['data']).map(fields);
}

const secondChunk: BlindFault = {
  id: 'round-23.users.later-chunks-forget-the-other-filters',
  chapter: 'users',
  story:
    'Long lists of ids are looked up thirty at a time. The first query carries all filters, and the loop over the other chunks was written for the ids alone.',
  rests: 'POST /users/search has the same filters as GET /users, and is meant for more than 30 values.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /users/search'],
  wrap: (service) =>
    on(service, 'POST /users/search', async (line) => {
      const { body } = line.ask;
      const long = chunked(body);
      if (long === undefined || body['cursor']) return line.pass();
      const checked = await line.pass();
      if (!checked.ok) return checked;
      const search = fields(body['search']);
      const userIds: unknown[] = [];
      for (const [index, part] of chunksOf(texts(search[long])).entries()) {
        const one = index === 0 ? { ...search, [long]: part } : { [long]: part };
        userIds.push(...(await usersFor(line, one, undefined)).map((user) => user['userId']));
      }
      return line.pass({ body: { ...body, search: { userIds } } });
    }),
  witness: both(async (client) => {
    const userIds = column(await client.get('/users', { limit: 50 }), 'userId');
    const found = await client.send('POST', '/users/search', { search: { userIds, role: 'teacher' } });
    return [paginationOf(found)['total'], itemsOf(found).filter((user) => textAt(user, 'upn') !== '').length];
  }),
};

const stickySort: BlindFault = {
  id: 'round-23.users.search-keeps-the-last-sort',
  chapter: 'users',
  story:
    'The sort of a search is merged into the object of defaults with `Object.assign(defaults, sort)`. From then on the defaults are what the last caller wished.',
  rests: 'POST /users/search: without `sort` the default is createdAt, descending, as at GET /users.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['POST /users/search'],
  wrap: (service) => {
    const defaults: Fields = { field: 'createdAt', direction: 'desc' };
    return on(service, 'POST /users/search', async ({ ask, pass }) => {
      if (!carriesObject(ask)) return pass();
      const { sort } = ask.body;
      if (sort === undefined || sort === null) return pass({ body: { ...ask.body, sort: { ...defaults } } });
      if (typeof sort !== 'object' || Array.isArray(sort)) return pass();
      const answer = await pass({ body: { ...ask.body, sort: { ...defaults, ...sort } } });
      if (answer.ok) Object.assign(defaults, sort);
      return answer;
    });
  },
  witness: both(async (client) => {
    const oldest = { search: {}, sort: { field: 'createdAt', direction: 'asc' }, limit: 2 };
    await client.send('POST', '/users/search', oldest);
    return column(await client.send('POST', '/users/search', { search: {}, limit: 2 }), 'createdAt');
  }),
};

const unendedLost: BlindFault = {
  id: 'round-23.sessions.walk-by-end-loses-those-without-one',
  chapter: 'sessions',
  story:
    'The next page is found with `endDate > ?`. Sessions in progress have no end, stand last when sorted by end, and a comparison with NULL is never true: after the first page they are gone.',
  rests:
    'Pagination: nextCursor leads to the next page and is null on the last one only; GET /smart-ia/sessions searches both kinds.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
      const answer = await pass();
      const came = readCursor(ask.query.get('cursor'));
      if (!answer.ok) return answer;
      const body = fields(await answer.clone().json());
      const total = came?.['counted'] ?? fields(body['pagination'])['total'];
      return editCursors(await withTotal(answer, total), (content) => {
        const { key, direction } = fields(content['sort']);
        if (key !== 'endDate' || direction !== 'asc' || content['side'] !== 'after') return content;
        const filters = fields(content['filters']);
        return { ...content, filters: { ...filters, endDate: filters['endDate'] ?? { gte: 0 } } };
      });
    }),
  witness: both(async (client) => {
    const sort = { 'sort[field]': 'endDate', 'sort[direction]': 'asc', limit: 100 };
    let answer = await client.get('/smart-ia/sessions', sort);
    const sizes = [itemsOf(answer).length];
    while (nextOf(answer) !== '') {
      answer = await client.get('/smart-ia/sessions', { cursor: nextOf(answer) });
      sizes.push(itemsOf(answer).length);
    }
    return [sizes, paginationOf(answer)['total']];
  }),
};

export const bodyLists: readonly BlindFault[] = [
  twentyOne,
  past2038,
  chunksUnsorted,
  secondChunk,
  stickySort,
  unendedLost,
];
