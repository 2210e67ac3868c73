import { editPagination } from '../answers.ts';
import { both, column, itemsOf, newUserId, newUserIds, nobody } from '../client.ts';
import { at, type BlindFault, fields, list, on, requery, textAt, texts } from '../kit.ts';
import { after } from '../shared/ids.ts';

const chapter = 'users';

export const users: readonly BlindFault[] = [
  {
    id: 'reserve.users.comma-parts-a-value',
    chapter,
    story: 'The parser of lists takes one value with commas for several values.',
    rests: 'externalId: array of string; repeat the parameter',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const values = query.getAll('externalId');
        if (values.length !== 1) return pass();
        query.delete('externalId');
        for (const value of values.flatMap((one) => one.split(','))) query.append('externalId', value);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'Dept 4, desk 12' });
      return column(await client.get('/users', { externalId: 'Dept 4, desk 12' }), 'userId').includes(id);
    }),
  },
  {
    id: 'reserve.users.repeated-across-chunks',
    chapter,
    story: 'A value that stands in two chunks of forty finds its user twice.',
    rests: 'total is the total number of results, and the search has the response of GET /users',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const ids = texts(at(ask.body, 'search', 'upns'));
        const again = ids.filter((id, index) => Math.floor(ids.indexOf(id) / 40) < Math.floor(index / 40));
        const response = await pass();
        if (again.length === 0 || !response.ok) return response;
        const body = fields(await response.json());
        const data = list(body['data']).map(fields);
        const twice = data.flatMap((user) => (again.includes(textAt(user, 'upn')) ? [user, user] : [user]));
        const told = fields(body['pagination']);
        const total = Number(told['total']) + twice.length - data.length;
        const kept = { ...body, data: twice.slice(0, Number(told['limit'])), pagination: { ...told, total } };
        return new Response(JSON.stringify(kept), { headers: response.headers });
      }),
    witness: both(async (client) => {
      const upn =
        column(await client.get('/users', { role: 'student' }), 'upn').find((one) => one !== '') ?? '';
      const upns = [upn, ...after(45, upn)];
      return itemsOf(await client.send('POST', '/users/search', { search: { upns } })).length;
    }),
  },
  {
    id: 'reserve.users.plus-in-an-address',
    chapter,
    story: 'The address of the filter is decoded once more than it was encoded.',
    rests: 'the email filter of GET /users takes an e-mail address',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const email = query.get('email');
      if (email?.includes('+') && email.includes('@')) query.set('email', email.replaceAll('+', '.space.'));
    }),
    witness: both(async (client) => {
      const email = 'ada+school@mail.example';
      await newUserId(client, 'teacher', { email });
      return column(await client.get('/users', { email }), 'userId').length;
    }),
  },
  {
    id: 'reserve.users.role-compared-with-the-first',
    chapter,
    story: 'The filter compares the column of the first role, from the time when a user had one.',
    rests: 'role filters users by role, and roles are all platform roles of the user',
    breaks: 'implied',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const role = ask.query.get('role');
        if (!response.ok || role === null) return response;
        const body = fields(await response.json());
        const data = list(body['data']).filter((user) => textAt(user, 'roles', 0) === role);
        const lost = list(body['data']).length - data.length;
        const told = fields(body['pagination']);
        const kept = { ...body, data, pagination: { ...told, total: Number(told['total']) - lost } };
        return new Response(JSON.stringify(kept), { headers: response.headers });
      }),
    witness: both(
      async (client) => column(await client.get('/users', { role: 'administrator' }), 'userId').length > 0,
    ),
  },
];

export const moreUsers: readonly BlindFault[] = [
  {
    id: 'reserve.users.malformed-ids-left-out',
    chapter,
    story: 'Ids that cannot be parsed are filtered out before the rest is looked up.',
    rests: 'userId is an array of UUID; an invalid request gets 400',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const ids = query.getAll('userId');
        const sound = ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));
        if (sound.length === ids.length || sound.length === 0) return pass();
        query.delete('userId');
        for (const id of sound) query.append('userId', id);
        return pass({ query });
      }),
    witness: both(async (client) => (await client.get('/users', { userId: [nobody, 'seven'] })).status),
  },
  {
    id: 'reserve.users.total-of-the-largest-chunk',
    chapter,
    story: 'Long lists are counted chunk by chunk, and the counts are not added up.',
    rests: 'total is the total number of results',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const ids = texts(at(ask.body, 'search', 'usernames'));
        return editPagination(await pass(), (told) =>
          ids.length > 30 ? { ...told, total: Math.min(Number(told['total']), 30) } : told,
        );
      }),
    witness: both(async (client) => {
      const usernames = column(await client.get('/users', { limit: 45 }), 'username');
      const { body } = await client.send('POST', '/users/search', { search: { usernames } });
      return at(body, 'pagination', 'total');
    }),
  },
  {
    id: 'reserve.users.inner-join-on-large-pages',
    chapter,
    story: 'Above the default limit the list is loaded in one query, whose join on cohorts is an inner one.',
    rests: 'limit is the maximum of items per page, and total the number of results',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || Number(ask.query.get('limit') ?? 0) <= 100) return response;
        const body = fields(await response.json());
        const data = list(body['data']).filter((user) => list(at(user, 'cohortIds')).length > 0);
        return new Response(JSON.stringify({ ...body, data }), { headers: response.headers });
      }),
    witness: both(async (client) => {
      await newUserIds(client, 'teacher', 1);
      const { body } = await client.get('/users', { limit: 900 });
      return list(body['data']).length === at(body, 'pagination', 'total');
    }),
  },
];
