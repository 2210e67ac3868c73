import { both, type Client, column, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { type BlindFault, list, on, texts } from '../kit.ts';
import { groupsOf, idsOf, readUsers } from './members-tools.ts';

/** Which of these groups a user has, in their order: `101`. */
async function among(
  client: Client,
  userId: string,
  field: 'classIds' | 'cohortIds',
  ids: readonly string[],
): Promise<string> {
  const own = texts((await userOf(client, userId))[field]);
  return ids.map((id) => (own.includes(id) ? '1' : '0')).join('');
}

/** Classes and cohorts written from the side of the student or teacher. */
export const ownSide: readonly BlindFault[] = [
  {
    id: 'round-19.members.fourteenth-class-does-not-fit',
    chapter: 'members',
    story:
      'The classes of a student are joined into a column of 512 characters, and the database cuts quietly.',
    rests: 'POST /students/{userId}/classes: assign the student to classes; User: classIds.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{userId}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const response = await line.pass();
        const cut = response.ok ? (await groupsOf(line, 'classIds')).slice(13) : [];
        if (cut.length > 0) await line.call(`DELETE ${line.ask.path}`, { classIds: cut });
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 20 }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      return among(client, userId, 'classIds', classIds);
    }),
  },
  {
    id: 'round-19.members.last-class-leaves-an-empty-id',
    chapter: 'members',
    story: 'Class ids are kept as one text with commas, and splitting the empty text gives one empty id.',
    rests: 'User: classIds are the classes of the user; Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{userId}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const emptied = new Set<unknown>();
      const leaving = on(service, 'DELETE /students/{id}/classes', async (line) => {
        const before = await groupsOf(line, 'classIds');
        const response = await line.pass();
        const last = before.length > 0 && (await groupsOf(line, 'classIds')).length === 0;
        if (response.ok && last) emptied.add(line.ask.id.toLowerCase());
        return response;
      });
      return readUsers(leaving, (user) =>
        emptied.has(user['userId']) && list(user['classIds']).length === 0
          ? { ...user, classIds: [''] }
          : user,
      );
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const path = `/students/${userId}/classes`;
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', path, { classIds });
      await client.send('DELETE', path, { classIds });
      return list((await userOf(client, userId))['classIds']).length;
    }),
  },
  {
    id: 'round-19.members.new-cohorts-replace-the-old',
    chapter: 'members',
    story: 'The relation of the ORM is assigned, which sets it, where it should have been extended.',
    rests: 'POST /students/{userId}/cohorts: assign the student to cohorts; User: cohortIds.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students/{userId}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const before = await groupsOf(line, 'cohortIds');
        const response = await line.pass();
        const sent = idsOf(line.ask, 'cohortIds').map((id) => id.toLowerCase());
        for (const cohortId of response.ok ? before.filter((id) => !sent.includes(id)) : []) {
          const userIds = [line.ask.id];
          await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const ids = [await newCohortId(client), await newCohortId(client)];
      for (const id of ids) {
        await client.send('POST', `/students/${userId}/cohorts`, { cohortIds: [id] });
      }
      return among(client, userId, 'cohortIds', ids);
    }),
  },
  {
    id: 'round-19.members.assigning-a-teacher-twice-removes',
    chapter: 'members',
    story:
      'The switch on the page of the teacher calls a toggle, and the route was built on the same helper.',
    rests: 'POST /teachers/{userId}/classes: assign the teacher to classes; User: classIds.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{userId}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const before = await groupsOf(line, 'classIds');
        const response = await line.pass();
        const there = idsOf(line.ask, 'classIds').filter((id) => before.includes(id.toLowerCase()));
        if (response.ok && there.length > 0) await line.call(`DELETE ${line.ask.path}`, { classIds: there });
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const ids = [await newClassId(client), await newClassId(client)];
      const path = `/teachers/${userId}/classes`;
      await client.send('POST', path, { classIds: ids.slice(0, 1) });
      const { status } = await client.send('POST', path, { classIds: ids });
      return status === 204 ? among(client, userId, 'classIds', ids) : status;
    }),
  },
  {
    id: 'round-19.members.teacher-leaves-every-class',
    chapter: 'members',
    story: 'A bad merge kept the condition on the teacher in the delete and lost the one on the class.',
    rests: 'DELETE /teachers/{userId}/classes: remove a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /teachers/{userId}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const response = await line.pass();
        const left = response.ok ? await groupsOf(line, 'classIds') : [];
        return left.length > 0 ? line.pass({ body: { classIds: left } }) : response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const ids = [await newClassId(client), await newClassId(client)];
      const path = `/teachers/${userId}/classes`;
      await client.send('POST', path, { classIds: ids });
      await client.send('DELETE', path, { classIds: ids.slice(0, 1) });
      return among(client, userId, 'classIds', ids);
    }),
  },
];
