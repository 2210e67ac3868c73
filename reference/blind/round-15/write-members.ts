import { allOf, editUsers } from '../answers.ts';
import { both, membersAmong, newClassId, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, type Fields, list, on, textAt, texts } from '../kit.ts';

/** Faults of members that need a certain value or a second request. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-15.members.every-second-one-stays',
    chapter: 'members',
    story: 'The loop takes ids out of the very list that it walks over, and so skips each next one.',
    rests: 'DELETE /classes/{classId}/students with { userIds: UUID[] }: remove students from the class.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', ({ ask, pass }) => {
        const sent = ask.body['userIds'];
        if (!Array.isArray(sent) || sent.length < 2) return pass();
        return pass({ body: { userIds: sent.filter((_, index) => index % 2 === 0) } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 3);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-15.members.null-where-the-last-class-was',
    chapter: 'members',
    story: 'array_agg over a left join yields an array with one null once the last membership is gone.',
    rests: 'Conventions 3: empty fields are omitted; User.classIds is an array of the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const left = new Set<string>();
      const routes = ['DELETE /classes/{id}/students', 'GET /users', 'POST /users/search'];
      return on(service, routes, async ({ ask, pass }) => {
        if (ask.method === 'DELETE') for (const id of texts(ask.body['userIds'])) left.add(id);
        const bare = (user: Fields) =>
          left.has(textAt(user, 'userId')) && list(user['classIds']).length === 0;
        return editUsers(await pass(), (user) => (bare(user) ? { ...user, classIds: [null] } : user));
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const path = `/classes/${await newClassId(client)}/students`;
      await client.send('POST', path, { userIds: [userId] });
      await client.send('DELETE', path, { userIds: [userId] });
      return String(JSON.stringify((await userOf(client, userId))['classIds']));
    }),
  },
  {
    id: 'round-15.members.second-class-loses-everybody',
    chapter: 'members',
    story: 'WHERE user = ? AND class = ? OR class = ?: the brackets around the classes are missing.',
    rests: 'DELETE /students/{userId}/classes: remove a list of classes from the student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const classId of texts(line.ask.body['classIds']).slice(1)) {
          const students = await allOf(line, '/users', new URLSearchParams({ role: 'student' }));
          const inside = students.filter((user) => texts(user['classIds']).includes(classId));
          const userIds = inside.map((user) => user['userId']);
          await line.call(`DELETE /classes/${classId}/students`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 2);
      const classIds = [await newClassId(client), await newClassId(client)];
      for (const id of userIds) await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('DELETE', `/students/${userIds[0]}/classes`, { classIds });
      return membersAmong(client, userIds, 'classIds', classIds[1] ?? '');
    }),
  },
];
