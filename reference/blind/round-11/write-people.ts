import { editUsers, refuse } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn, userById, usersById } from './write-helpers.ts';

/** The operations that answer with users in full. */
const showing = [
  'GET /users',
  'POST /users/search',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** Faults of accounts and memberships that show with some special input, or at another operation. */
export const people: readonly BlindFault[] = [
  {
    id: 'round-11.accounts.names-in-latin1',
    chapter: 'accounts',
    story: 'The columns of the staff table are in latin1; the database writes ? for what does not fit.',
    rests: 'POST /teachers creates the account that was sent; `firstName` and `lastName` are its names.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /teachers', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const names = ['firstName', 'lastName'].filter((name) => typeof user[name] === 'string');
        if (names.length === 0) return pass();
        const narrow = names.map((name) => [name, textAt(user, name).replace(/[^\0-\u00ff]/gu, '?')]);
        return pass({ body: { ...ask.body, user: { ...user, ...Object.fromEntries(narrow) } } });
      }),
    witness: both(async (client) => {
      const user = { firstName: 'Łukasz', lastName: 'Nguyễn' };
      const made = await client.send('POST', '/teachers', { user });
      return textAt(made.body, 'user', 'firstName') + textAt(made.body, 'user', 'lastName');
    }),
  },
  {
    id: 'round-11.accounts.summer-birthday',
    chapter: 'accounts',
    story:
      'The date is read as midnight in London and written as a day in UTC: in summer it is the day before.',
    rests: 'Conventions 2: dates are in UTC; PATCH details sets the date of birth, a date and no instant.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const sent = textAt(user, 'dateOfBirth');
        const time = /^\d{4}-(0[4-9]|10)-\d\d$/.test(sent) ? Date.parse(`${sent}T00:00:00Z`) : Number.NaN;
        if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(sent)) return pass();
        const dateOfBirth = new Date(time - 3_600_000).toISOString().slice(0, 10);
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { dateOfBirth: '2008-07-14' };
      const answer = await client.send('PATCH', `/students/${userId}/details`, { user });
      return textAt(answer.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-11.accounts.password-of-students-only',
    chapter: 'accounts',
    story: 'The operation was moved from /students to /users, and its look-up stayed among the students.',
    rests: "PUT /users/{userId}/password changes the user's password: users are students and teachers.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async (line) => {
        const user = await userById(line, line.ask.id);
        const missed = user && !texts(user['roles']).includes('student');
        return missed ? refuse(line.ask, 404, 'User not found') : line.pass();
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const user = { password: 'correct horse battery' };
      const answer = await client.send('PUT', `/users/${userId}/password`, { user });
      return `${answer.status} ${textAt(answer.body, 'user', 'userId')}`;
    }),
  },
  {
    id: 'round-11.accounts.mr-null',
    chapter: 'accounts',
    story:
      'An import once wrote the text "null" for what was empty, and a clean-up has treated it so ever since.',
    rests:
      "PUT /users/{userId}/name updates the user's name; the answer shows `lastName`, which is not empty.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const nameless = new Set<string>();
      const naming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        if (/^null$/i.test(textAt(ask.body, 'user', 'lastName'))) nameless.add(ask.id.toLowerCase());
        else nameless.delete(ask.id.toLowerCase());
        return response;
      });
      return on(naming, showing, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          if (!nameless.has(textAt(user, 'userId'))) return user;
          const { lastName: _lastName, ...rest } = user;
          return { ...rest, fullName: user['firstName'] };
        }),
      );
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { firstName: 'Christopher', lastName: 'Null' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return textAt(answer.body, 'user', 'lastName');
    }),
  },
  {
    id: 'round-11.accounts.address-without-tag',
    chapter: 'accounts',
    story: 'Addresses are "normalised" to find accounts made twice, and the normal form is what is kept.',
    rests: "PUT /users/{userId}/emails/primary updates the user's primary address, to the one that was sent.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const { email } = user;
        if (typeof email !== 'string' || !/^[^+\s]+\+[^@]*@/.test(email)) return pass();
        return pass({ body: { ...ask.body, user: { ...user, email: email.replace(/\+[^@]*@/, '@') } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { email: 'family.evans+tom@mail.example' };
      const answer = await client.send('PUT', `/users/${userId}/emails/primary`, { user });
      return JSON.stringify(fields(answer.body['user'])['emails']);
    }),
  },
  {
    id: 'round-11.users.cohorts-are-the-classes',
    chapter: 'users',
    story:
      'Two lines of the mapper were written one after the other, and the second was copied from the first.',
    rests:
      'User: `cohortIds` are the cohorts of the user, present in the answer of PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) =>
          'classIds' in user ? { ...user, cohortIds: user['classIds'] } : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      const classId = await newClassId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [userId] });
      await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      const user = { firstName: 'Kit', lastName: 'Moss' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return String(texts(fields(answer.body['user'])['cohortIds']).includes(cohortId));
    }),
  },
  {
    id: 'round-11.accounts.enabled-anew',
    chapter: 'accounts',
    story:
      'Enabling is an upsert of the row, and where it is enabled already its defaults are written again.',
    rests: 'User: `createdAt` is when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const reborn = new Map<string, string>();
      const enabling = on(service, 'POST /users/{id}/enable', async (line) => {
        const before = await userById(line, line.ask.id);
        const response = await line.pass();
        const now = new Date(response.headers.get('date') ?? 0).toISOString();
        if (response.ok && before?.['enabled'] === true) reborn.set(line.ask.id.toLowerCase(), now);
        return response;
      });
      return on(enabling, showing, async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: reborn.get(textAt(user, 'userId')) ?? user['createdAt'],
        })),
      );
    },
    witness: both(async (client) => {
      const [user = {}] = itemsOf(await client.get('/users', { role: 'student', limit: 1 }));
      const userId = textAt(user, 'userId');
      await client.send('POST', `/users/${userId}/enable`);
      await client.send('POST', `/users/${userId}/enable`);
      const after = await userOf(client, userId);
      return String(after['createdAt'] === user['createdAt']);
    }),
  },
  {
    id: 'round-11.memberships.repeats-do-not-count',
    chapter: 'memberships',
    story: 'The list becomes a set while it is read, and the size of the set is what the validation sees.',
    rests: 'Limits: 1 to 100 items of `userIds` per request of DELETE class teachers; 400 beyond.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', ({ ask, pass }) => {
        const { userIds } = ask.body;
        if (!Array.isArray(userIds) || userIds.length <= 100) return pass();
        return pass({ body: { ...ask.body, userIds: [...new Set(userIds)] } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userId = await newUserId(client, 'teacher');
      const userIds = Array.from({ length: 101 }, () => userId);
      return String((await client.send('DELETE', `/classes/${classId}/teachers`, { userIds })).status);
    }),
  },
  {
    id: 'round-11.memberships.first-fifty',
    chapter: 'memberships',
    story:
      'Rows are inserted in chunks of fifty, and the loop ends after the first that was written in full.',
    rests: 'POST /classes/{classId}/students takes 1 to 100 users and assigns them all: `classIds` shows it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const rest = [...new Set(idsIn(ask.body, 'userIds'))].slice(50);
        const classId = ask.id.toLowerCase();
        const before = await usersById(line, rest);
        const response = await pass();
        if (!response.ok || rest.length === 0) return response;
        const userIds = rest.filter((id) => !texts(before.get(id)?.['classIds']).includes(classId));
        await call(`DELETE /classes/${ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const students = itemsOf(await client.get('/users', { role: 'student', limit: 60 }));
      const userIds = students.map((user) => textAt(user, 'userId'));
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-11.memberships.classes-of-this-year',
    chapter: 'memberships',
    story: 'The classes are looked up through the view of the timetable, which holds the current year only.',
    rests:
      'POST /teachers/{userId}/classes assigns the teacher to classes; `classIds` are those of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async ({ ask, pass, call }) => {
        const { body } = await call('GET /academic-years/current');
        const year = textAt(body, 'academicYear', 'academicYearId');
        if (!Array.isArray(ask.body['classIds'])) return pass();
        const kept: unknown[] = [];
        for (const id of ask.body['classIds']) {
          const found = await call(`GET /classes/${encodeURIComponent(String(id))}`);
          if (found.status !== 200 || textAt(found.body, 'class', 'academicYearId') === year) kept.push(id);
        }
        return pass({ body: { ...ask.body, classIds: kept } });
      }),
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years'));
      const userId = await newUserId(client, 'teacher');
      const classIds: string[] = [];
      for (const { academicYearId } of years) classIds.push(await newClassId(client, { academicYearId }));
      await client.send('POST', `/teachers/${userId}/classes`, { classIds });
      return String(list((await userOf(client, userId))['classIds']).length);
    }),
  },
  {
    id: 'round-11.memberships.out-of-all-cohorts',
    chapter: 'memberships',
    story: 'The statement says WHERE user_id IN (…) and forgot the cohort.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students takes students out of that one: the others stay.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        const userIds = idsIn(ask.body, 'userIds');
        if (!response.ok || userIds.length === 0) return response;
        const users = [...(await usersById(line, userIds)).values()];
        for (const cohortId of new Set(users.flatMap((user) => texts(user['cohortIds'])))) {
          await call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const [first, second] = [await newCohortId(client), await newCohortId(client)];
      for (const cohortId of [first, second]) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      }
      await client.send('DELETE', `/smart-ia/cohorts/${first}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', second);
    }),
  },
];
