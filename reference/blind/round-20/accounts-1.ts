import { allOf, edit, editItems, meant, page } from '../answers.ts';
import { both, column, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';
import { found, overlay, userIn, userLists } from './accounts-common.ts';

/** Faults that the beaten path shows. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-20.creation.new-teacher-comes-wrapped-as-teacher',
    chapter: 'creation',
    story: 'The teacher controller was generated from the name of its route and nobody renamed the wrapper.',
    rests: 'POST /teachers: 201 response carries property `user` (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), ({ user, ...body }) => ({ ...body, teacher: user })),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Thea', lastName: 'Witness' };
      const made = await client.send('POST', '/teachers', { user });
      return `${made.status} ${textAt(made.body, 'user', 'firstName')}`;
    }),
  },
  {
    id: 'round-20.names.full-name-column-is-filled-at-insert-only',
    chapter: 'names',
    story:
      'The full name became a stored column that an insert trigger fills, and no trigger runs on update.',
    rests: "User: fullName, firstName, lastName; PUT /users/{userId}/name: Update the user's name.",
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const first = new Map<string, unknown>();
      const shown = overlay(service, (user) => {
        const kept = first.get(textAt(user, 'userId'));
        return kept === undefined ? user : { ...user, fullName: kept };
      });
      return on(shown, 'PUT /users/{id}/name', async (line) => {
        const before = await found(line, line.ask.id);
        const id = textAt(before, 'userId');
        if (id === '') return line.pass();
        if (!first.has(id)) first.set(id, before['fullName']);
        return line.pass();
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Renate', lastName: 'Changed' };
      await client.send('PUT', `/users/${id}/name`, { user });
      const { fullName, firstName, lastName } = await userOf(client, id);
      return [fullName, firstName, lastName];
    }),
  },
  {
    id: 'round-20.creation.lists-tell-the-day-of-creation-only',
    chapter: 'creation',
    story:
      'The read model of accounts was given a DATE column for the creation, and only rows written since then use it.',
    rests: 'User: createdAt, date-time, When the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const made = new Set<string>();
      const noting = on(service, ['POST /students', 'POST /teachers'], async ({ pass }) => {
        const response = await pass();
        if (response.ok) made.add(textAt(await userIn(response), 'userId'));
        return response;
      });
      return on(noting, userLists, async ({ pass }) =>
        editItems(await pass(), (user) =>
          made.has(textAt(user, 'userId'))
            ? { ...user, createdAt: `${textAt(user, 'createdAt').slice(0, 10)}T00:00:00.000Z` }
            : user,
        ),
      );
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const listed = await userOf(client, textAt(user, 'userId'));
      return [user['createdAt'], listed['createdAt']];
    }),
  },
  {
    id: 'round-20.details.patch-saves-a-fresh-entity-with-a-new-creation-date',
    chapter: 'details',
    story:
      'The handler maps the DTO to a fresh entity and saves it, and the entity sets its creation date in the constructor.',
    rests:
      "User: createdAt, When the user was created; PATCH details: Update the student's date of birth or gender.",
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const reset = new Map<string, unknown>();
      const patching = on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const response = await pass();
        if (response.ok) {
          const user = await userIn(response);
          reset.set(textAt(user, 'userId'), user['updatedAt']);
        }
        return response;
      });
      return overlay(patching, (user) => {
        const createdAt = reset.get(textAt(user, 'userId'));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const { userId, createdAt } = await newUser(client, 'student');
      const patched = await client.send('PATCH', `/students/${userId}/details`, {
        user: { gender: 'female' },
      });
      return [createdAt, textAt(patched.body, 'user', 'createdAt')];
    }),
  },
  {
    id: 'round-20.names.renamed-user-jumps-to-the-head-of-the-default-order',
    chapter: 'names',
    story:
      'The default order lives in a list of ids in Redis, and the handler of renames pushes the id to its head as for a new user.',
    rests: 'GET /users: sort, Default `sort[field]=createdAt&sort[direction]=desc`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      let moved: readonly string[] = [];
      const renaming = on(service, 'PUT /users/{id}/name', async ({ pass }) => {
        const response = await pass();
        if (response.ok) {
          const id = textAt(await userIn(response), 'userId');
          moved = [id, ...moved.filter((one) => one !== id)];
        }
        return response;
      });
      return on(renaming, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const sorted = [...query.keys()].some((name) => name.startsWith('sort'));
        const foreign = line.ask.query.has('cursor') && !query.has('resumed');
        const response = await line.pass(query.has('resumed') ? { query: new URLSearchParams() } : {});
        if (!response.ok || sorted || foreign || moved.length === 0) return response;
        const filters = new URLSearchParams(query);
        filters.delete('resumed');
        const users = await allOf(line, '/users', filters);
        const heads = moved.flatMap((id) => users.filter((user) => user['userId'] === id));
        return page(query, [...heads, ...users.filter((user) => !heads.includes(user))]);
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const later = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Early', lastName: 'Bird' } });
      const listed = await client.get('/users', { limit: 5 });
      return column(listed, 'userId')
        .slice(0, 2)
        .map((one) => (one === later ? 'later' : 'earlier'));
    }),
  },
];
