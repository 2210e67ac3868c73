import { json, nothing, refuse } from '../answers.ts';
import { both, membersAmong, newClassId, newUserId, newUserIds } from '../client.ts';
import { type BlindFault, on, texts } from '../kit.ts';
import { lookUpAll, membersOf } from './writing-helpers.ts';

/** Students and teachers of classes, from the side of the class. */
export const classMembers: readonly BlindFault[] = [
  {
    id: 'round-9.members.only-first-fifty',
    chapter: 'classes',
    story: 'Inserts go in chunks of fifty, and the loop over the chunks returns inside its body.',
    rests: 'POST /classes/{classId}/students: takes 1 to 100 userIds and assigns them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        return ids.length > 50 && ids.length <= 100 ? pass({ body: { userIds: ids.slice(0, 50) } }) : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 60);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-9.members.hundred-teachers-refused',
    chapter: 'limits',
    story: 'The bound is checked with "less than" where it should be "at most".',
    rests: 'Limits: userIds of POST class teachers may have 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) =>
        texts(ask.body['userIds']).length === 100 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 100);
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-9.members.removed-from-all-classes',
    chapter: 'classes',
    story: 'DELETE FROM enrolments WHERE user_id IN (…), without the class.',
    rests:
      'DELETE /classes/{classId}/students removes from this class; User.classIds keeps the other classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        for (const [id, user] of await lookUpAll(line, texts(line.ask.body['userIds']))) {
          const classIds = texts(user['classIds']);
          if (classIds.length > 0) await line.call(`DELETE /students/${id}/classes`, { classIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classes = [await newClassId(client), await newClassId(client)];
      const userIds = [await newUserId(client, 'student')];
      for (const id of classes) await client.send('POST', `/classes/${id}/students`, { userIds });
      await client.send('DELETE', `/classes/${classes[0]}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classes[1] ?? '');
    }),
  },
  {
    id: 'round-9.members.no-list-means-all',
    chapter: 'classes',
    story: 'The condition on the users is added to the statement only where a list came.',
    rests: 'DELETE /classes/{classId}/students: userIds is required, 400 otherwise.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        if ('userIds' in ask.body || !/^\s*\{/.test(ask.text)) return pass();
        if ((await call(`GET /classes/${ask.id}`)).status !== 200) return pass();
        const userIds = await membersOf(line, ask.id, 'student');
        return pass({ body: { userIds } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      const { status } = await client.send('DELETE', `/classes/${classId}/students`, {});
      return [status, await membersAmong(client, userIds, 'classIds', classId)];
    }),
  },
  {
    id: 'round-9.members.outsider-ends-removal',
    chapter: 'classes',
    story: 'The loop that removes says "return" instead of "continue" for somebody who is not in the class.',
    rests: 'DELETE /classes/{classId}/teachers: 204 says that the teachers of userIds were removed.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const { ask, pass, call } = line;
        const ids = texts(ask.body['userIds']);
        if (ids.length < 2 || ids.length > 100) return pass();
        if ((await call(`GET /classes/${ask.id}`)).status !== 200) return pass();
        const users = await lookUpAll(line, ids);
        if (ids.some((id) => !texts(users.get(id)?.['roles']).includes('teacher'))) return pass();
        const end = ids.findIndex((id) => !texts(users.get(id)?.['classIds']).includes(ask.id));
        if (end === -1) return pass();
        return end === 0 ? nothing() : pass({ body: { userIds: ids.slice(0, end) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [one = '', two = '', three = ''] = await newUserIds(client, 'teacher', 3);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [one, three] });
      const { status } = await client.send('DELETE', `/classes/${classId}/teachers`, {
        userIds: [one, two, three],
      });
      return [status, await membersAmong(client, [one, two, three], 'classIds', classId)];
    }),
  },
  {
    id: 'round-9.members.added-twice-removed-once',
    chapter: 'classes',
    story: 'Assignments have no unique index, and the removal says LIMIT 1.',
    rests: 'DELETE /classes/{classId}/teachers removes the teacher; classIds no longer has the class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', 'DELETE /classes/{id}/teachers'],
    wrap: (service) => {
      const extra = new Map<string, number>();
      const adding = on(service, 'POST /classes/{id}/teachers', async (line) => {
        const ids = texts(line.ask.body['userIds']);
        const before = await lookUpAll(line, ids);
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        for (const id of new Set(ids)) {
          const key = `${line.ask.id} ${id}`;
          const inside = texts(before.get(id)?.['classIds']).includes(line.ask.id);
          if (inside) extra.set(key, (extra.get(key) ?? 0) + 1);
        }
        return answer;
      });
      return on(adding, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        const held = ids.filter((id) => (extra.get(`${ask.id} ${id}`) ?? 0) > 0);
        if (held.length === 0) return pass();
        for (const id of held) extra.set(`${ask.id} ${id}`, (extra.get(`${ask.id} ${id}`) ?? 0) - 1);
        const rest = ids.filter((id) => !held.includes(id));
        return rest.length === 0 ? nothing() : pass({ body: { userIds: rest } });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'teacher')];
      const statuses: number[] = [];
      for (const method of ['POST', 'POST', 'DELETE']) {
        statuses.push((await client.send(method, `/classes/${classId}/teachers`, { userIds })).status);
      }
      return [statuses, await membersAmong(client, userIds, 'classIds', classId)];
    }),
  },
  {
    id: 'round-9.members.one-class-a-student',
    chapter: 'users',
    story: 'The upsert conflicts on the student alone, so a new class takes the place of the former one.',
    rests: 'User: classIds is the array of the classes of the user; POST assigns another and removes none.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        for (const [id, user] of await lookUpAll(line, texts(line.ask.body['userIds']))) {
          const classIds = texts(user['classIds']).filter((one) => one !== line.ask.id.toLowerCase());
          if (classIds.length > 0) await line.call(`DELETE /students/${id}/classes`, { classIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classes = [await newClassId(client), await newClassId(client)];
      const userIds = [await newUserId(client, 'student')];
      for (const id of classes) await client.send('POST', `/classes/${id}/students`, { userIds });
      const inside: string[] = [];
      for (const id of classes) inside.push(await membersAmong(client, userIds, 'classIds', id));
      return inside;
    }),
  },
  {
    id: 'round-9.members.assigning-answers-200',
    chapter: 'classes',
    story: 'The framework answers 200 with the result of the handler, an empty object.',
    rests: 'POST /classes/{classId}/students: 204 no body.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 204 ? json(200, {}) : answer;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const answer = await client.send('POST', `/classes/${await newClassId(client)}/students`, { userIds });
      return [answer.status, answer.text];
    }),
  },
];
