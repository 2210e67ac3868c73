import { setTimeout } from 'node:timers/promises';
import { editItems } from '../answers.ts';
import { both, itemsOf, newClassId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, list, on } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { dropping, usersNow } from './helpers.ts';

const classStudents = 'POST /classes/{id}/students';
const rosterWrites = [classStudents, 'DELETE /classes/{id}/students'];

interface Flight {
  readonly classId: string;
  readonly ids: readonly string[];
}

/** Assignments at the same time, and what lags behind them. */
export const races: readonly BlindFault[] = [
  {
    id: 'round-6.members.parallel-assignments-overwrite',
    chapter: 'classes',
    story:
      'The classes of a user are one JSON column that is read, extended and written back without a lock.',
    rests:
      'POST /classes/{classId}/students: 204, the students are assigned; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [classStudents],
    wrap: (service) => {
      const flying = new Set<Flight>();
      return on(service, classStudents, async (line) => {
        const own = { classId: line.ask.id.toLowerCase(), ids: sentIds(line, 'userIds') };
        const rivals = [...flying];
        flying.add(own);
        await setTimeout(5);
        const answer = await line.pass();
        flying.delete(own);
        if (!answer.ok) return answer;
        for (const { classId, ids } of rivals) {
          const userIds = ids.filter((id) => own.ids.includes(id));
          if (userIds.length > 0 && classId !== own.classId)
            await line.call(`DELETE /classes/${classId}/students`, { userIds });
        }
        return answer;
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const first = await newClassId(client);
      const second = await newClassId(client);
      const assign = (id: string) => client.send('POST', `/classes/${id}/students`, { userIds });
      await Promise.all([assign(first), assign(second)]);
      const { classIds } = await userOf(client, userIds[0] ?? '');
      return list(classIds).length;
    }),
  },
  {
    id: 'round-6.members.search-lags-one-answer-behind',
    chapter: 'users',
    story:
      'The search reads a replica, which has caught up when one asks again, and GET reads the main database.',
    rests:
      'POST /users/search has the same filters and response as GET /users; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: rosterWrites,
    wrap: (service) => {
      const old = new Map<string, unknown>();
      const noting = on(service, rosterWrites, async (line) => {
        const ids = sentIds(line, 'userIds');
        const before = ids.length === 0 ? [] : await usersNow(line, ids);
        const answer = await line.pass();
        if (answer.ok) for (const user of before) old.set(String(user['userId']), user['classIds']);
        return answer;
      });
      return on(noting, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const id = String(user['userId']);
          if (!old.has(id)) return user;
          const classIds = old.get(id);
          old.delete(id);
          return classIds === undefined ? dropping(user, 'classIds') : { ...user, classIds };
        }),
      );
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const id = await newClassId(client);
      await client.send('POST', `/classes/${id}/students`, { userIds });
      const [found] = itemsOf(await client.send('POST', '/users/search', { search: { userIds } }));
      return [
        list((await userOf(client, userIds[0] ?? ''))['classIds']).length,
        list(found?.['classIds']).length,
      ];
    }),
  },
];
