import { editUsers } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  userOf,
} from '../client.ts';
import { type BlindFault, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { userLists } from './help.ts';

const addStudents = 'POST /classes/{id}/students';
const join = 'POST /smart-ia/cohorts/{id}/students';

/** What joining and leaving does to others, and to what else there is. */
export const roster: readonly BlindFault[] = [
  {
    id: 'round-4.members.newcomer-stamps-the-whole-class',
    chapter: 'members',
    story: 'After an assignment the roster is saved whole, and saving stamps each student who is on it.',
    rests: 'User: updatedAt is when the user was last updated; only the newcomers were.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents, ...userLists],
    wrap: (service) => {
      const stamps = new Map<string, string>();
      const rosters = new Map<string, Set<string>>();
      const noting = on(service, addStudents, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const inside = rosters.get(line.ask.id) ?? new Set<string>();
        const now = new Date(Date.parse(answer.headers.get('date') ?? '') + 500).toISOString();
        for (const id of inside) stamps.set(id, now);
        rosters.set(line.ask.id, new Set([...inside, ...sentIds(line, 'userIds')]));
        return answer;
      });
      return on(noting, userLists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const own = textAt(user, 'updatedAt');
          const stamp = stamps.get(textAt(user, 'userId')) ?? '';
          return { ...user, updatedAt: stamp > own ? stamp : own };
        }),
      );
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      const add = (id: string) => client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await add(first);
      const before = (await userOf(client, first))['updatedAt'];
      await add(second);
      return (await userOf(client, first))['updatedAt'] === before ? 'kept' : 'moved';
    }),
  },
  {
    id: 'round-4.cohort-members.disabled-students-left-out',
    chapter: 'cohort-members',
    story:
      'Students of the list are loaded through a scope of enabled users, and who is missing is not missed.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns the students of the list and answers 204.',
    breaks: 'explicit',
    depth: 'deep',
    at: [join],
    wrap: (service) => {
      const disabled = new Set<string>();
      const switches = ['POST /users/{id}/enable', 'POST /users/{id}/disable'];
      const noting = on(service, switches, async ({ ask, pass }) => {
        const answer = await pass();
        const id = ask.id.toLowerCase();
        if (answer.ok && ask.path.endsWith('/disable')) disabled.add(id);
        else if (answer.ok) disabled.delete(id);
        return answer;
      });
      return on(noting, join, (line) => {
        const ids = texts(line.ask.body['userIds']);
        const left = ids.filter((id) => !disabled.has(id.toLowerCase()));
        return left.length === ids.length ? line.pass() : line.pass({ body: { userIds: left } });
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = await newUserIds(client, 'student', 2);
      await client.send('POST', `/users/${ids[1]}/disable`);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      const { status } = await client.send('POST', path, { userIds: ids });
      await client.send('POST', `/users/${ids[1]}/enable`);
      return [status, await membersAmong(client, ids, 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-4.cohort-members.class-of-the-same-name-joined-too',
    chapter: 'cohort-members',
    story: 'Rosters are kept in step by a job that matches groups by their name, whatever kind they are of.',
    rests: 'User: classIds are the classes of the user; joining a cohort assigns the student to no class.',
    breaks: 'explicit',
    depth: 'deep',
    at: [join],
    wrap: (service) =>
      on(service, join, async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const name = textAt((await call(`GET /smart-ia/cohorts/${ask.id}`)).body, 'cohort', 'name');
        const namesakes = await call(`GET /classes?search=${encodeURIComponent(name)}`);
        const ids = column(namesakes, 'classId');
        for (const id of ids) await call(`POST /classes/${id}/students`, { userIds: ask.body['userIds'] });
        return answer;
      }),
    witness: both(async (client) => {
      const name = client.word();
      const classId = await newClassId(client, { name });
      const cohortId = await newCohortId(client, { name });
      const userIds = [await newUserId(client, 'student')];
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
];
