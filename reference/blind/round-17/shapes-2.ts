import { editItems, editUsers } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';

const userReads = ['GET /users', 'POST /users/search'] as const;

/** The addresses of a user as a mapper that sorts them in place would leave them. */
function unsorted(user: Fields): boolean {
  const emails = texts(user['emails']);
  return emails.toSorted().join() !== emails.join();
}

/** Reading of users. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.users.cohort-ids-hold-a-null',
    chapter: 'users',
    story:
      'The ids of cohorts are aggregated over a left join, which makes a list with one null for a user without any.',
    rests: 'User: cohortIds, an array of the cohorts of the user; empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...userReads],
    wrap: (service) =>
      on(service, userReads, async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, cohortIds: user['cohortIds'] ?? [null] })),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      return texts((await userOf(client, userId))['cohortIds']).join(' ');
    }),
  },
  {
    id: 'round-17.users.upn-is-left-from-the-row-before',
    chapter: 'users',
    story:
      'Each row of the list is scanned into the same record, and a missing pupil number does not overwrite the last one.',
    rests: 'User: upn is the Unique Pupil Number of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) => {
        let last: unknown;
        return editItems(await pass(), (user) => {
          last = user['upn'] ?? last;
          return last === undefined ? user : { ...user, upn: last };
        });
      }),
    witness: both(async (client) => {
      const upns = column(await client.get('/users', { role: 'student', limit: 60 }), 'upn').filter(
        (upn) => upn !== '',
      );
      return `${upns.length - new Set(upns).size} pupil numbers stand twice`;
    }),
  },
  {
    id: 'round-17.users.search-stamps-users-with-two-addresses',
    chapter: 'users',
    story:
      'The search runs in a writing transaction, its mapper sorts the addresses in place, and the ORM takes the row for changed and stamps it.',
    rests: 'User: updatedAt is when the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...userReads],
    wrap: (service) => {
      const stamps = new Map<unknown, string>();
      return on(service, userReads, async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { headers, body } = await readAnswer(response.clone());
        const changed = await editUsers(response, (user) => {
          const stamp = stamps.get(user['userId']) ?? '';
          return stamp > textAt(user, 'updatedAt') ? { ...user, updatedAt: stamp } : user;
        });
        const moment = new Date(headers.get('date') ?? 0).toISOString();
        for (const user of ask.method === 'POST' ? list(body['data']).map(fields) : []) {
          if (unsorted(user)) stamps.set(user['userId'], moment);
        }
        return changed;
      });
    },
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { role: 'student' }));
      const userId = textAt(
        users.find((user) => list(user['emails']).length > 1),
        'userId',
      );
      const before = textAt(await userOf(client, userId), 'updatedAt');
      await client.send('POST', '/users/search', { search: { userIds: [userId] } });
      const after = textAt(await userOf(client, userId), 'updatedAt');
      return before === after ? 'unmoved by a search' : 'moved by a search';
    }),
  },
  {
    id: 'round-17.users.search-joins-classes-of-students-only',
    chapter: 'users',
    story:
      'The search has a query of its own, and its classes come from the table of enrolments, where only students stand.',
    rests:
      'Versioning 6: classIds was added to user responses of GET /users and POST /users/search; Class ids are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          if (list(user['roles']).includes('student')) return user;
          const { classIds: _classIds, ...rest } = user;
          return rest;
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [userId] });
      const [found] = itemsOf(await client.send('POST', '/users/search', { search: { userIds: [userId] } }));
      return list(found?.['classIds']).includes(classId) ? 'in the class' : 'in no class';
    }),
  },
  {
    id: 'round-17.users.roles-shrink-to-the-role-asked-for',
    chapter: 'users',
    story:
      'The role filter is a condition on the joined roles, so the ORM loads only the roles that meet it.',
    rests: 'User: roles holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...userReads],
    wrap: (service) =>
      on(service, userReads, async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? textAt(ask.body, 'search', 'role');
        const response = await pass();
        if (role === '') return response;
        return editUsers(response, (user) => ({
          ...user,
          roles: texts(user['roles']).filter((own) => own === role),
        }));
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { role: 'teacher', limit: 100 }));
      const most = Math.max(...users.map((user) => list(user['roles']).length));
      return `at most ${most} roles`;
    }),
  },
  {
    id: 'round-17.users.class-ids-become-an-object-when-a-middle-one-goes',
    chapter: 'users',
    story:
      'A removed class is filtered out of the kept list with its keys preserved, and the JSON encoder makes an object of a list with a gap.',
    rests: 'User: classIds is an array.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...userReads],
    wrap: (service) => {
      const gapped = new Set<string>();
      const removal = 'DELETE /classes/{id}/students';
      return on(service, [removal, ...userReads], async ({ ask, pass, call }) => {
        if (ask.method !== 'DELETE') {
          return editUsers(await pass(), (user) => {
            const classIds = texts(user['classIds']);
            if (classIds.length === 0 || !gapped.has(textAt(user, 'userId'))) return user;
            return { ...user, classIds: Object.fromEntries(classIds.map((id, index) => [index + 1, id])) };
          });
        }
        const search = { search: { userIds: ask.body['userIds'] }, limit: 1000 };
        const before = itemsOf(await call('POST /users/search', search));
        const response = await pass();
        if (response.status !== 204) return response;
        for (const user of before) {
          const classIds = texts(user['classIds']);
          const place = classIds.indexOf(ask.id);
          if (place >= 0 && place < classIds.length - 1) gapped.add(textAt(user, 'userId'));
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client)];
      for (const classId of classIds) {
        await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      }
      await client.send('DELETE', `/classes/${classIds[0]}/students`, { userIds: [userId] });
      return Array.isArray((await userOf(client, userId))['classIds']) ? 'an array' : 'no array';
    }),
  },
];
