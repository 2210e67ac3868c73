import { both, membersAmong, newClassId, newUserId, newUserIds } from '../client.ts';
import { type BlindFault, type Line, on } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';

const chapter = 'memberships';
const addStudents = 'POST /classes/{id}/students';
const removeTeachers = 'DELETE /classes/{id}/teachers';
const bounds = 'userIds: 1 to 100 items';

/** The same body with another list of users. */
function relisted({ ask, pass }: Line, userIds: readonly string[]): Promise<Response> {
  return pass({ body: { ...ask.body, userIds } });
}

export const classMembers: readonly BlindFault[] = [
  {
    id: 'reserve.members.border-of-two-batches',
    chapter,
    story: 'Students are inserted in batches of forty, and the next batch starts one too late.',
    rests: 'POST class students assigns the listed users, up to 100, to the class',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, (line) => {
        const ids = sentIds(line, 'userIds');
        if (ids.length <= 40 || ids.length > 100) return line.pass();
        return relisted(
          line,
          ids.filter((_, index) => index === 0 || index % 40 !== 0),
        );
      }),
    witness: both(async (client) => {
      const [classId, userIds] = [await newClassId(client), await newUserIds(client, 'student', 45)];
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'reserve.members.repeated-ids-not-counted',
    chapter: 'limits',
    story: 'The list becomes a set before its size is checked.',
    rests: bounds,
    breaks: 'explicit',
    depth: 'deep',
    at: [removeTeachers, addStudents],
    wrap: (service) =>
      on(service, [removeTeachers, addStudents], (line) => {
        const ids = sentIds(line, 'userIds');
        return ids.length > 100 ? relisted(line, [...new Set(ids)]) : line.pass();
      }),
    witness: both(async (client) => {
      const [classId, one] = [await newClassId(client), await newUserId(client, 'teacher')];
      const userIds = Array.from({ length: 101 }, () => one);
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'reserve.members.refused-but-begun',
    chapter: 'limits',
    story: 'The first hundred are written before the hundred and first is refused.',
    rests: 'userIds has at most 100 items, and what is invalid is refused with 400',
    breaks: 'implied',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const response = await line.pass();
        const ids = sentIds(line, 'userIds');
        if (response.status === 400 && ids.length > 100) await relisted(line, ids.slice(0, 100));
        return response;
      }),
    witness: both(async (client) => {
      const [classId, users] = [await newClassId(client), await newUserIds(client, 'student', 101)];
      await client.send('POST', `/classes/${classId}/students`, { userIds: users });
      return membersAmong(client, users.slice(0, 3), 'classIds', classId);
    }),
  },
];
