import { json, nothing } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds, nobody } from '../client.ts';
import { type BlindFault, list, on } from '../kit.ts';

const classStudents = 'POST /classes/{id}/students';
const cohortStudents = 'POST /smart-ia/cohorts/{id}/students';
const classTeachers = 'DELETE /classes/{id}/teachers';

/** Members of classes and cohorts: what is refused or answered. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-6.members.no-teachers-is-fine',
    chapter: 'classes',
    story: 'An empty list is an early return: nothing to do, nothing wrong.',
    rests: 'POST /classes/{classId}/teachers: userIds has 1 to 100 items; 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const answer = await pass();
        const none = Array.isArray(ask.body['userIds']) && ask.body['userIds'].length === 0;
        return answer.status === 400 && none ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      return (await client.send('POST', `/classes/${id}/teachers`, { userIds: [] })).status;
    }),
  },
  {
    id: 'round-6.members.removal-from-unknown-class-succeeds',
    chapter: 'classes',
    story:
      'The removal is one DELETE statement; that it met no row is nobody’s business, removal being idempotent.',
    rests: 'DELETE /classes/{classId}/students: 404; Status codes: 404 class not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      return (await client.send('DELETE', `/classes/${nobody}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-6.members.cohort-assignment-answers-200',
    chapter: 'cohorts',
    story: 'The controller returns a small object, and with something to return the framework takes 200.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [cohortStudents],
    wrap: (service) =>
      on(service, cohortStudents, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 204 ? json(200, { success: true }) : answer;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 1);
      const { status, text } = await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      return [status, text === ''];
    }),
  },
  {
    id: 'round-6.members.body-of-delete-is-dropped',
    chapter: 'classes',
    story: 'A proxy in front strips the body of DELETE, and behind it the list seems to be missing.',
    rests: 'DELETE /classes/{classId}/teachers: body { userIds }, required, 1 to 100 items; 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [classTeachers],
    wrap: (service) => on(service, classTeachers, ({ pass }) => pass({ body: {} })),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 2);
      await client.send('POST', `/classes/${id}/teachers`, { userIds });
      const { status } = await client.send('DELETE', `/classes/${id}/teachers`, { userIds });
      return [status, await membersAmong(client, userIds, 'classIds', id)];
    }),
  },
  {
    id: 'round-6.members.cohort-removal-without-list-succeeds',
    chapter: 'cohorts',
    story:
      'The list defaults to an empty one in the handler’s signature, so the check for its presence never fails.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students: body { userIds: UUID[] }, required; 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 400 && !('userIds' in ask.body) ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      return (await client.send('DELETE', `/smart-ia/cohorts/${id}/students`, {})).status;
    }),
  },
  {
    id: 'round-6.members.hundred-is-one-too-many',
    chapter: 'limits',
    story: 'The bound was written as less than a hundred.',
    rests: 'Limits: userIds per request 1 to 100 on DELETE class teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classTeachers],
    wrap: (service) =>
      // One more of the same makes it 101, so that keys are still judged first.
      on(service, classTeachers, ({ ask, pass }) => {
        const userIds = list(ask.body['userIds']);
        return userIds.length === 100 ? pass({ body: { userIds: [...userIds, userIds[0]] } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 100);
      const path = `/classes/${id}/teachers`;
      const { status } = await client.send('POST', path, { userIds });
      return [status, (await client.send('DELETE', path, { userIds })).status];
    }),
  },
  {
    id: 'round-6.members.single-text-taken-as-list',
    chapter: 'classes',
    story: 'The validator coerces types, and one value where a list belongs becomes a list of one.',
    rests: 'POST /classes/{classId}/students: body { userIds: UUID[] }, an array; 400 invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classStudents],
    wrap: (service) =>
      on(service, classStudents, ({ ask, pass }) => {
        const { userIds } = ask.body;
        return typeof userIds === 'string' ? pass({ body: { ...ask.body, userIds: [userIds] } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const userIds = await newUserId(client, 'student');
      return (await client.send('POST', `/classes/${id}/students`, { userIds })).status;
    }),
  },
];
