import { editUsers, nothing } from '../answers.ts';
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
import { type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';

/** The users with these ids, as the search has them. */
async function usersOf(call: Line['call'], ids: readonly unknown[]): Promise<Fields[]> {
  const found = await call('POST /users/search', { search: { userIds: texts(ids) }, limit: 1000 });
  return list(found.body['data']).map(fields);
}

/** The operations that answer users with their groups. */
const userAnswers = [
  'GET /users',
  'POST /users/search',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];

export const secondFaults: readonly BlindFault[] = [
  {
    id: 'round-18.cohorts.disabled-students-stay-in',
    chapter: 'cohorts',
    story: 'The users of the list are loaded with the default scope of the model, which hides disabled ones.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students: remove students; cohortIds: cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const userIds = list(ask.body['userIds']);
        if (userIds.length === 0) return pass();
        const found = await usersOf(call, userIds);
        const hidden = new Set(
          found.filter((user) => user['enabled'] === false).map((user) => user['userId']),
        );
        if (hidden.size === 0) return pass();
        return pass({ body: { userIds: userIds.filter((id) => !hidden.has(String(id).toLowerCase())) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const students = await newUserIds(client, 'student', 3);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds: students });
      await client.send('POST', `/users/${students[1]}/disable`);
      await client.send('DELETE', path, { userIds: students });
      return membersAmong(client, students, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-18.memberships.one-class-already-there-holds-up-the-others',
    chapter: 'memberships',
    story: 'All rows go in with one insert, and a violation of the unique key is caught as "nothing to do".',
    rests: 'POST /students/{userId}/classes: assign the student to classes; classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async ({ ask, pass, call }) => {
        const classIds = texts(ask.body['classIds']).map((id) => id.toLowerCase());
        const [user] = await usersOf(call, [ask.id]);
        const own = texts(user?.['classIds']);
        if (!classIds.some((id) => own.includes(id))) return pass();
        const known = await Promise.all(classIds.map((id) => call(`GET /classes/${id}`)));
        return known.every(({ status }) => status === 200) ? nothing() : pass();
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const [first, second] = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${student}/classes`, { classIds: [first] });
      await client.send('POST', `/students/${student}/classes`, { classIds: [first, second] });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-18.classes.a-cohort-passes-for-a-class',
    chapter: 'classes',
    story: 'Classes and cohorts share the table of groups, and this look-up forgot to ask for the kind.',
    rests: 'POST /classes/{classId}/students: 404 class not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const joined = await call(`POST /smart-ia/cohorts/${ask.id}/students`, ask.body);
        return joined.status === 204 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      const added = await client.send('POST', `/classes/${cohortId}/students`, { userIds: [student] });
      return [added.status, await membersAmong(client, [student], 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-18.memberships.removal-skips-the-next-class',
    chapter: 'memberships',
    story: 'Classes are spliced out of the list while a loop runs over it.',
    rests: 'DELETE /students/{userId}/classes: remove a list of classes from the student.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
        const classIds = ask.body['classIds'];
        if (!Array.isArray(classIds)) return pass();
        const [user] = await usersOf(call, [ask.id]);
        const own = texts(user?.['classIds']);
        const wanted = new Set(texts(classIds).map((id) => id.toLowerCase()));
        const skipped = new Set<string>();
        for (let at = 0; at < own.length; at += 1) {
          const next = own[at + 1] ?? '';
          if (!wanted.has(own[at] ?? '')) continue;
          if (wanted.has(next)) skipped.add(next);
          at += 1;
        }
        return pass({ body: { classIds: classIds.filter((id) => !skipped.has(String(id).toLowerCase())) } });
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${student}/classes`, { classIds });
      await client.send('DELETE', `/students/${student}/classes`, { classIds });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-18.classes.a-new-teacher-loses-further-addresses',
    chapter: 'classes',
    story:
      'The user is loaded with the primary address only, and saving the membership saves the whole user.',
    rests: 'User: emails, which the assignment of a teacher to a class does not change.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', ...userAnswers],
    wrap: (service) => {
      const saved = new Set<unknown>();
      const writing = on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['userIds'])) saved.add(id.toLowerCase());
        return response;
      });
      return on(writing, userAnswers, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          saved.has(user['userId']) && list(user['emails']).length > 1
            ? { ...user, emails: list(user['emails']).slice(0, 1) }
            : user,
        ),
      );
    },
    witness: both(async (client) => {
      const staff = itemsOf(await client.get('/users', { role: 'teacher', limit: 100 }));
      const teacher = textAt(
        staff.find((user) => list(user['emails']).length > 1),
        'userId',
      );
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      return (await userOf(client, teacher))['emails'];
    }),
  },
];
