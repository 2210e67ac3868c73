import { edit } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { rowOf, showing, userLists, without } from './accounts-help.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.emails.new-primary-address-is-no-update-of-the-user',
    chapter: 'emails',
    story:
      'Addresses are rows of their own, and the hook that moves the time of update hangs on the table of users only.',
    rests: 'User: `updatedAt` is when the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const unmoved = new Map<string, { readonly real: unknown; readonly shown: unknown }>();
      const addressing = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const userId = line.ask.id.toLowerCase();
        const before = (await rowOf(line, userId))['updatedAt'];
        const response = await line.pass();
        if (!response.ok) return response;
        const real = (await rowOf(line, userId))['updatedAt'];
        const known = unmoved.get(userId);
        unmoved.set(userId, { real, shown: known?.real === before ? known?.shown : before });
        return response;
      });
      return showing(addressing, (user) => {
        const known = unmoved.get(textAt(user, 'userId'));
        return known && known.real === user['updatedAt'] ? { ...user, updatedAt: known.shown } : user;
      });
    },
    witness: both(async (client) => {
      const [user] = itemsOf(await client.get('/users', { role: 'teacher', limit: 1 }));
      const userId = textAt(user, 'userId');
      await client.send('PUT', `/users/${userId}/emails/primary`, { user: { email: 'moved@mail.example' } });
      const after = await userOf(client, userId);
      return [after['emails'], textAt(after, 'updatedAt') > textAt(user, 'updatedAt')];
    }),
  },
  {
    id: 'round-19.enabling.search-by-ids-passes-over-the-disabled',
    chapter: 'enabling',
    story:
      'The search loads long lists of ids through a batch loader whose default scope is the users who are enabled.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const search = fields(ask.body['search']);
        if (!Array.isArray(search['userIds'])) return pass();
        const { body } = await call('POST /users/search', {
          search: { userIds: search['userIds'] },
          limit: 1000,
        });
        const known = list(body['data']).map(fields);
        const off = new Set(known.filter(({ enabled }) => enabled === false).map(({ userId }) => userId));
        if (off.size === 0) return pass();
        const userIds = texts(search['userIds']).filter((id) => !off.has(id.toLowerCase()));
        return pass({ body: { ...ask.body, search: { ...search, userIds } } });
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const other = await newUserId(client, 'student');
      await client.send('POST', `/users/${student}/disable`);
      const userIds = [student, other];
      const found = await client.send('POST', '/users/search', { search: { userIds } });
      const twin = await client.get('/users', { userId: userIds });
      return [column(found, 'userId').sort(), column(twin, 'userId').sort()];
    }),
  },
  {
    id: 'round-19.emails.index-keeps-a-changed-address-in-its-letters',
    chapter: 'emails',
    story:
      'Look-ups compare a lower-case column; creation fills it in lower case, the later change copies the address as it is.',
    rests:
      'GET /users: `email` finds the user with that address; PUT /users/{userId}/emails/primary updates it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const raw = new Map<string, string>();
      const changing = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) raw.set(ask.id.toLowerCase(), textAt(ask.body, 'user', 'email'));
        return response;
      });
      return on(changing, userLists, async ({ ask, pass }) => {
        const email = ask.query.get('email') ?? textAt(ask.body, 'search', 'email');
        const response = await pass();
        if (email === '') return response;
        const wanted = email.toLowerCase();
        return without(response, (user) => {
          const kept = raw.get(textAt(user, 'userId'));
          return kept !== undefined && kept !== wanted && kept.toLowerCase() === wanted;
        });
      });
    },
    witness: both(async (client) => {
      const email = 'Blind.Witness@Mail.Example';
      const student = await newUserId(client, 'student');
      await client.send('PUT', `/users/${student}/emails/primary`, { user: { email } });
      const listed = column(await client.get('/users', { email }), 'userId');
      const found = column(await client.send('POST', '/users/search', { search: { email } }), 'userId');
      return [listed.includes(student), found.includes(student)];
    }),
  },
  {
    id: 'round-19.names.renaming-leaves-one-role-of-several',
    chapter: 'names',
    story:
      'The form behind the name operation knows one role, and saving it writes the roles back as a list of that one.',
    rests: 'User: `roles` holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const single = new Set<string>();
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) single.add(ask.id.toLowerCase());
        return response;
      });
      const listing = on(renaming, userLists, async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? textAt(ask.body, 'search', 'role');
        const response = await pass();
        if (role === '') return response;
        return without(
          response,
          (user) => single.has(textAt(user, 'userId')) && textAt(user, 'roles', 0) !== role,
        );
      });
      return showing(listing, (user) =>
        single.has(textAt(user, 'userId')) ? { ...user, roles: list(user['roles']).slice(0, 1) } : user,
      );
    },
    witness: both(async (client) => {
      const [user] = itemsOf(await client.get('/users', { role: 'administrator', limit: 1 }));
      const userId = textAt(user, 'userId');
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName: 'New', lastName: 'Head' } });
      const found = await client.get('/users', { role: 'administrator', userId });
      return [(await userOf(client, userId))['roles'], column(found, 'userId').length];
    }),
  },
  {
    id: 'round-19.details.saving-empties-the-classes',
    chapter: 'details',
    story:
      'The details are saved with the whole entity, whose collection of classes was never loaded, and the mapper removes what it lacks.',
    rests:
      'PATCH /students/{userId}/details updates the date of birth or gender; `classIds` holds the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const { classIds } = await rowOf(line, line.ask.id);
        if (classIds === undefined) return response;
        await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        const user = await rowOf(line, line.ask.id);
        return edit(response, (body) => ({ ...body, user }));
      }),
    witness: both(async (client) => {
      const student = textAt(await newUser(client, 'student'), 'userId');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${student}/classes`, { classIds });
      await client.send('PATCH', `/students/${student}/details`, { user: { dateOfBirth: '2010-05-04' } });
      return texts((await userOf(client, student))['classIds']).sort();
    }),
  },
];
