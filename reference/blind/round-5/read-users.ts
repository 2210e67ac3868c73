import { edit, editItems, json } from '../answers.ts';
import { both, column, itemsOf, newUserId, paginationOf } from '../client.ts';
import {
  at,
  type BlindFault,
  type Fields,
  fields,
  list,
  on,
  readAnswer,
  requery,
  textAt,
  texts,
} from '../kit.ts';

/** Faults in reading users. */
export const users: readonly BlindFault[] = [
  {
    id: 'round-5.users.no-address-is-a-list-of-null',
    chapter: 'users',
    story:
      'Addresses are gathered by the database over an outer join, which gives a list of one null for whoever has none.',
    rests: 'User: emails is an array of strings; Conventions: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => ('emails' in user ? user : { ...user, emails: [null] })),
      ),
    witness: both(async ({ get }) => {
      const all = itemsOf(await get('/users', { limit: 100 })).flatMap((user) => list(user['emails']));
      return all.every((email) => typeof email === 'string');
    }),
  },
  {
    id: 'round-5.users.empty-name-is-no-filter',
    chapter: 'users',
    story:
      'Filters are added where their value is truthy, and an empty name slips past its check the same way.',
    rests: 'GET /users: name has a minimum length of 1; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      if (query.get('name') === '') query.delete('name');
    }),
    witness: both(async ({ get }) => (await get('/users', { name: '' })).status),
  },
  {
    id: 'round-5.users.nothing-found-is-remembered',
    chapter: 'users',
    story:
      'Look-ups of identifiers that found nobody are cached as well, and creating an account does not drop them.',
    rests: 'GET /users: externalId, upn and username find the users that have those values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const nobody = new Map<string, Fields>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        const looksUp = ['externalId', 'upn', 'username'].some((name) => ask.query.has(name));
        if (!answer.ok || !looksUp) return answer;
        const asked = String(ask.query);
        const known = nobody.get(asked);
        if (known) return json(200, known);
        const { body } = await readAnswer(answer.clone());
        if (at(body, 'pagination', 'total') === 0) nobody.set(asked, body);
        return answer;
      });
    },
    witness: both(async (client) => {
      const externalId = 'BLIND-NOT-YET';
      const before = paginationOf(await client.get('/users', { externalId }))['total'];
      await newUserId(client, 'student', { externalId });
      return [before, paginationOf(await client.get('/users', { externalId }))['total']];
    }),
  },
  {
    id: 'round-5.users.address-with-capitals-not-found',
    chapter: 'users',
    story: 'The filter makes the address small before it is compared, and addresses are stored as they came.',
    rests: 'GET /users: email finds the user who has that address.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const wanted = ask.query.get('email')?.toLowerCase();
        const answer = await pass();
        if (wanted === undefined) return answer;
        return edit(answer, (body) => {
          const data = list(body['data']).filter((user) => texts(at(user, 'emails')).includes(wanted));
          if (data.length === list(body['data']).length) return body;
          const none = { total: data.length, previousCursor: null, nextCursor: null };
          return { data, pagination: { ...fields(body['pagination']), ...none } };
        });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const email = 'Ada.Blind@School.example';
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email } });
      return column(await client.get('/users', { email }), 'userId').includes(id);
    }),
  },
  {
    id: 'round-5.users.names-sorted-when-searched',
    chapter: 'users',
    story:
      'A search for a name is answered in the order of the index of names, and the default order is only added without one.',
    rests: 'POST /users/search: sort is as in GET /users, whose default is createdAt, descending.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const { sort, cursor } = ask.body;
        const named = typeof at(ask.body, 'search', 'name') === 'string';
        if (!named || sort || cursor) return pass();
        return pass({ body: { ...ask.body, sort: { field: 'lastName', direction: 'asc' } } });
      }),
    witness: both(async ({ send }) => {
      const found = column(await send('POST', '/users/search', { search: { name: 'a' } }), 'createdAt');
      return found.join() === [...found].sort().reverse().join();
    }),
  },
  {
    id: 'round-5.versioning.teachers-without-classes',
    chapter: 'versioning',
    story:
      'The new fields were filled from the enrolments of students, and what teachers teach is another table.',
    rests: 'User: classIds are the classes of the user, present in user responses of GET /users.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const { classIds: _none, ...rest } = user;
          return texts(user['roles']).includes('student') ? user : rest;
        }),
      ),
    witness: both(async ({ get }) => {
      const teachers = itemsOf(await get('/users', { role: 'teacher', limit: 100 }));
      return teachers.some((teacher) => textAt(teacher, 'classIds') !== '');
    }),
  },
];
