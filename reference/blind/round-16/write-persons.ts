import { editItems, editUsers, nothing, refuse } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  newUserIds,
  nobody,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';

const lists: readonly BlindFault[] = [
  {
    id: 'round-16.members.hundred-teachers-are-too-many',
    chapter: 'members',
    story: 'The validator compares with "less than" where "at most" was meant.',
    rests: 'POST /classes/{classId}/teachers: `userIds`, 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) =>
        list(ask.body['userIds']).length === 100 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 100);
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-16.members.long-list-of-teachers-in-chunks',
    chapter: 'members',
    story:
      'The deletion splits its list into chunks of a hundred, so nobody thought of refusing a longer one.',
    rests: '`userIds` per request: 1 to 100, DELETE class teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        if (ids.length <= 100) return pass();
        for (let start = 100; start < ids.length; start += 100) {
          await pass({ body: { userIds: ids.slice(start, start + 100) } });
        }
        return pass({ body: { userIds: ids.slice(0, 100) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 101);
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-16.members.empty-list-of-teachers-is-fine',
    chapter: 'members',
    story: 'An early return for nothing to do stands before the validation.',
    rests: 'POST /classes/{classId}/teachers: `userIds`, 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const { userIds } = ask.body;
        const idle = Array.isArray(userIds) && userIds.length === 0;
        const response = await pass();
        return idle && ask.id !== nobody && response.status === 400 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds: [] })).status;
    }),
  },
  {
    id: 'round-16.members.only-the-first-class-is-left',
    chapter: 'members',
    story: 'The deletion takes one row a call, as its WHERE has an equals for the first id.',
    rests: 'DELETE /students/{userId}/classes: remove a list of classes from the student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass }) => {
        const [first, ...more] = list(ask.body['classIds']);
        return more.length === 0 ? pass() : pass({ body: { classIds: [first] } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('DELETE', `/students/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-16.members.assigned-classes-replace-the-former',
    chapter: 'members',
    story: 'The setter of the ORM relation sets the whole collection.',
    rests: 'POST /students/{userId}/classes: assign the student to classes (removing is another operation).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async ({ ask, pass, call }) => {
        const held = texts(at((await call(`GET /users?userId=${ask.id}`)).body, 'data', 0, 'classIds'));
        const response = await pass();
        const classIds = held.filter((id) => !texts(ask.body['classIds']).includes(id));
        if (response.ok) await call(`DELETE /students/${ask.id}/classes`, { classIds });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const classId of [await newClassId(client), await newClassId(client)]) {
        await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      }
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-16.members.of-several-students-the-last',
    chapter: 'members',
    story: 'A loop starts the insertions on one statement object, whose parameters the last one wins.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns the students of `userIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        return ids.length < 2 ? pass() : pass({ body: { userIds: ids.slice(-1) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 3);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', cohortId);
    }),
  },
];

const accounts: readonly BlindFault[] = [
  {
    id: 'round-16.users.enabling-creates-anew',
    chapter: 'users',
    story: 'Enabling re-inserts the archived row, and the trigger of insertions stamps it.',
    rests: 'User: createdAt, when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'GET /users'],
    wrap: (service) => {
      const stamped = new Map<string, unknown>();
      const noting = on(service, 'POST /users/{id}/enable', async ({ ask, pass, call }) => {
        const response = await pass();
        const user = at((await call(`GET /users?userId=${ask.id}`)).body, 'data', 0);
        if (response.ok) stamped.set(ask.id, fields(user)['updatedAt']);
        return response;
      });
      return on(noting, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const stamp = stamped.get(textAt(user, 'userId'));
          return stamp === undefined ? user : { ...user, createdAt: stamp };
        }),
      );
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      for (const end of ['disable', 'enable']) await client.send('POST', `/users/${user['userId']}/${end}`);
      return (await userOf(client, textAt(user, 'userId')))['createdAt'] === user['createdAt'];
    }),
  },
  {
    id: 'round-16.users.external-id-leaves-the-date-of-update',
    chapter: 'users',
    story: 'External ids are in a table of their own, whose writes do not touch the row of the user.',
    rests: 'User: updatedAt, when the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', 'GET /users'],
    wrap: (service) => {
      const masked = new Map<unknown, unknown>();
      const noting = on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const stamp = async () =>
          at((await call(`GET /users?userId=${ask.id}`)).body, 'data', 0, 'updatedAt');
        const before = await stamp();
        const response = await pass();
        if (response.ok) masked.set(await stamp(), masked.get(before) ?? before);
        return response;
      });
      return on(noting, ['GET /users', 'PUT /users/{id}/external-id'], async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          updatedAt: masked.get(user['updatedAt']) ?? user['updatedAt'],
        })),
      );
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'student');
      const path = `/users/${user['userId']}/external-id`;
      await client.send('PUT', path, { user: { externalId: 'MIS-77' } });
      return (await userOf(client, textAt(user, 'userId')))['updatedAt'] === user['updatedAt'];
    }),
  },
  {
    id: 'round-16.users.new-users-come-last',
    chapter: 'users',
    story: 'The list is sorted in an index built at night; what was created since is appended to the page.',
    rests: 'GET /users: default sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /students', 'POST /teachers'],
    wrap: (service) => {
      const fresh = new Set<unknown>();
      const noting = on(service, ['POST /students', 'POST /teachers'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          fresh.add(user['userId']);
          return user;
        }),
      );
      return on(noting, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (_user, index, users) => {
          const isFresh = (user: (typeof users)[number]) => fresh.has(user['userId']);
          const settled = users.filter((user) => !isFresh(user));
          return [...settled, ...users.filter(isFresh)][index] ?? {};
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      return column(await client.get('/users', { limit: 5 }), 'userId').indexOf(id);
    }),
  },
  {
    id: 'round-16.users.birthday-clears-the-gender',
    chapter: 'users',
    story: 'PATCH is mapped onto a full update, and what was not sent is written as null.',
    rests: "PATCH /students/{userId}/details: update the student's date of birth or gender.",
    breaks: 'implied',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const sent = fields(ask.body['user']);
        const lone = typeof sent['dateOfBirth'] === 'string' && !('gender' in sent);
        return lone ? pass({ body: { user: { ...sent, gender: null } } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const path = `/students/${id}/details`;
      await client.send('PATCH', path, { user: { gender: 'female' } });
      await client.send('PATCH', path, { user: { dateOfBirth: '2008-11-05' } });
      return (await userOf(client, id))['gender'];
    }),
  },
];

/** Faults of members and accounts that a certain value or a second request shows. */
export const persons: readonly BlindFault[] = [...lists, ...accounts];
