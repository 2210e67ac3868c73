import { edit, editUsers, json } from '../answers.ts';
import { both, itemsOf, newClassId, newCohortId, newUser, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const primary = 'PUT /users/{id}/emails/primary';
const reads = ['GET /users', 'POST /users/search'];

/** Creations of accounts. */
const creations: readonly BlindFault[] = [
  {
    id: 'round-15.users.namesake-is-the-same-student',
    chapter: 'users',
    story: 'To survive repeated imports the creation is an upsert by name and date of birth.',
    rests: 'POST /students: create a student account; 201 with the user. User.userId: identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      const known = new Map<string, Fields>();
      return on(service, 'POST /students', async ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const key = ['firstName', 'lastName', 'dateOfBirth'].map((name) => textAt(user, name)).join('|');
        const former = known.get(key);
        if (former) return json(201, former);
        return edit(await pass(), (body) => {
          known.set(key, body);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const names = { firstName: client.word(), lastName: 'Lee' };
      const ids = [await newUserId(client, 'student', names), await newUserId(client, 'student', names)];
      return String(ids[0] === ids[1]);
    }),
  },
  {
    id: 'round-15.users.gender-of-the-teacher-before',
    chapter: 'users',
    story: 'The form object is taken from a pool, and the optional gender is not cleared between requests.',
    rests: 'Conventions 3: empty fields are omitted from a response; POST /teachers creates that account.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers'],
    wrap: (service) => {
      let left: Fields = {};
      return on(service, 'POST /teachers', async ({ ask, pass }) => {
        const { user } = ask.body;
        if (typeof user !== 'object' || user === null) return pass();
        const sent = fields(user);
        const response = await pass({ body: { user: { ...left, ...sent } } });
        if (response.ok && 'gender' in sent) left = { gender: sent['gender'] };
        return response;
      });
    },
    witness: both(async (client) => {
      await newUser(client, 'teacher', { gender: 'female' });
      return textAt(await newUser(client, 'teacher'), 'gender');
    }),
  },
  {
    id: 'round-15.users.new-teachers-have-no-role-in-the-index',
    chapter: 'users',
    story: 'The search index is written before the role is granted, and nothing writes it again.',
    rests:
      'POST /users/search: search.role (UserRole) filters as on GET /users; POST /teachers creates a teacher.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search', 'POST /teachers'],
    wrap: (service) => {
      const made = new Set<string>();
      return on(service, ['POST /teachers', 'POST /users/search'], async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          if (ask.path === '/teachers') made.add(textAt(body, 'user', 'userId'));
          if (ask.path === '/teachers' || textAt(ask.body, 'search', 'role') === '') return body;
          const data = list(body['data']);
          const left = data.filter((user) => !made.has(textAt(user, 'userId')));
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (data.length - left.length);
          return { ...body, data: left, pagination: { ...pagination, total } };
        }),
      );
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const search = { userIds: [user['userId']], role: texts(user['roles'])[0] };
      return String(itemsOf(await client.send('POST', '/users/search', { search })).length);
    }),
  },
];

/** Changes of accounts that touch what they should leave, or answer what they shouldn't. */
const changes: readonly BlindFault[] = [
  {
    id: 'round-15.users.external-id-moves-over',
    chapter: 'users',
    story: 'The outside id is the key of a map of users, and setting it is a merge that drops the old entry.',
    rests: "PUT /users/{userId}/external-id: set the user's external identifier (that of this user).",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const externalId = textAt(ask.body, 'user', 'externalId');
        const response = await pass();
        if (!response.ok || externalId === '') return response;
        const found = await call(`GET /users?${new URLSearchParams({ externalId })}`);
        for (const user of list(found.body['data'])) {
          const id = textAt(user, 'userId');
          if (id !== ask.id) await call(`PUT /users/${id}/external-id`, { user: { externalId: null } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 2);
      const user = { externalId: 'SIMS-4711' };
      for (const id of ids) await client.send('PUT', `/users/${id}/external-id`, { user });
      return textAt(await userOf(client, ids[0] ?? ''), 'externalId');
    }),
  },
  {
    id: 'round-15.users.renaming-enables',
    chapter: 'users',
    story: 'The handler saves a whole entity made from the form, whose flag has its default.',
    rests: "POST /users/{userId}/disable: disable the user; PUT name: update the user's name.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.ok) await call(`POST /users/${ask.id}/enable`);
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/users/${userId}/disable`);
      const user = { firstName: 'Ann', lastName: 'Lee' };
      await client.send('PUT', `/users/${userId}/name`, { user });
      return textAt(await userOf(client, userId), 'enabled');
    }),
  },
  {
    id: 'round-15.authentication.equal-passwords-are-one-request',
    chapter: 'authentication',
    story: 'Repeated requests are recognised by a digest of the body, which leaves out the path.',
    rests: "PUT /users/{userId}/password: change the user's password; 200 carries that user.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      const answered = new Map<string, Fields>();
      return on(service, 'PUT /users/{id}/password', async ({ ask, pass }) => {
        const response = await pass();
        return edit(response, (body) => {
          const first = answered.get(ask.text) ?? body;
          answered.set(ask.text, first);
          return first;
        });
      });
    },
    witness: both(async (client) => {
      const same: boolean[] = [];
      for (const userId of await newUserIds(client, 'student', 2)) {
        const user = { password: 'correct horse' };
        const done = await client.send('PUT', `/users/${userId}/password`, { user });
        same.push(textAt(done.body, 'user', 'userId') === userId);
      }
      return same;
    }),
  },
  {
    id: 'round-15.cohorts.cohorts-among-the-classes',
    chapter: 'cohorts',
    story: 'Both kinds of group are one relation, and this handler loads it without the kind.',
    rests: 'User.classIds: classes of the user, in the answer of PUT /users/{userId}/emails/primary.',
    breaks: 'explicit',
    depth: 'deep',
    at: [primary],
    wrap: (service) =>
      on(service, primary, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const classIds = [...list(user['classIds']), ...list(user['cohortIds'])];
          return classIds.length === 0 ? user : { ...user, classIds };
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client)];
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds });
      const user = { email: 'ann@school.example' };
      const done = await client.send('PUT', `/users/${userId}/emails/primary`, { user });
      return String(list(fields(done.body['user'])['classIds']).length);
    }),
  },
  {
    id: 'round-15.classes.disabled-ones-are-in-no-class',
    chapter: 'classes',
    story: 'The join for the memberships of a page asks for active users, as the timetable once needed.',
    rests: 'User.classIds: classes of the user, present in user responses of GET /users and its search.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...reads, 'POST /users/{id}/disable'],
    wrap: (service) => {
      const disabled = new Set<string>();
      const flags = ['POST /users/{id}/disable', 'POST /users/{id}/enable'];
      return on(service, [...reads, ...flags], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.path.endsWith('/disable')) disabled.add(ask.id);
        if (response.ok && ask.path.endsWith('/enable')) disabled.delete(ask.id);
        if (ask.id !== '') return response;
        return editUsers(response, (user) =>
          disabled.has(textAt(user, 'userId')) ? { ...user, classIds: undefined } : user,
        );
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      await client.send('POST', `/users/${userId}/disable`);
      return String(list((await userOf(client, userId))['classIds']).length);
    }),
  },
];

/** Faults of accounts that need a sequence or state. */
export const deepAccounts: readonly BlindFault[] = [...creations, ...changes];
