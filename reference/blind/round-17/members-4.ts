import { editError, nothing, withText } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, list, on, textAt, texts } from '../kit.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.memberships.a-batch-gets-the-cohorts-of-its-first-student',
    chapter: 'memberships',
    story:
      'The bulk update works out the new list of cohorts once, from the first row, and writes it to every row.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students: assigns students to that cohort; cohortIds: Cohorts of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const sent = new Set(texts(ask.body['userIds']));
        const cohortsOf = async (id: string) =>
          texts(itemsOf(await call(`GET /users?userId=${id}`))[0]?.['cohortIds']);
        const [first = '', ...others] = sent;
        const response = await pass();
        if (!response.ok || others.length === 0) return response;
        const wanted = await cohortsOf(first);
        for (const id of others) {
          const own = await cohortsOf(id);
          for (const cohortId of own.filter((one) => !wanted.includes(one))) {
            await call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
          }
          await call(`POST /students/${id}/cohorts`, { cohortIds: wanted });
        }
        return response;
      }),
    witness: both(async (client) => {
      const own = await newCohortId(client);
      const cohortId = await newCohortId(client);
      const ids = await newUserIds(client, 'student', 3);
      await client.send('POST', `/students/${ids[1]}/cohorts`, { cohortIds: [own] });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: ids });
      return [
        await membersAmong(client, ids, 'cohortIds', own),
        await membersAmong(client, ids, 'cohortIds', cohortId),
      ];
    }),
  },
  {
    id: 'round-17.memberships.leaving-the-last-class-ends-the-cohorts-too',
    chapter: 'memberships',
    story: 'A clean-up of students without any class takes them for leavers and deletes their other links.',
    rests: 'DELETE /students/{userId}/classes: Remove a list of classes from the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
        const look = async () => itemsOf(await call(`GET /users?userId=${ask.id}`))[0];
        const before = list((await look())?.['classIds']).length;
        const response = await pass();
        const user = await look();
        if (!response.ok || before === 0 || list(user?.['classIds']).length > 0) return response;
        for (const cohortId of texts(user?.['cohortIds'])) {
          await call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [classId] });
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [cohortId] });
      await client.send('DELETE', `/students/${student}/classes`, { classIds: [classId] });
      const user = await userOf(client, student);
      return [list(user['classIds']).length, list(user['cohortIds']).length];
    }),
  },
  {
    id: 'round-17.cohorts.a-conflict-calls-itself-a-bad-request',
    chapter: 'cohorts',
    story:
      'The conflict exception extends the one for invalid requests, and the body takes its status from the parent class.',
    rests:
      'Basic error: status equals the HTTP status of the response; POST /smart-ia/cohorts: 409 cohort already exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-17.cohorts.the-list-of-the-current-year-misses-a-new-cohort',
    chapter: 'cohorts',
    story:
      'Lists are cached by their query, and a new cohort evicts the entries with the id of its year but not those that say current.',
    rests:
      'GET /smart-ia/cohorts: academicYearId (UUID or `current`); POST /smart-ia/cohorts: 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const cached = new Map<string, string>();
      const tests = ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/tests'];
      const clearing = on(service, tests, ({ pass }) => {
        cached.clear();
        return pass();
      });
      return on(clearing, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || ask.query.get('academicYearId') !== 'current') return response;
        const name = ask.query.toString();
        const text = cached.get(name) ?? (await response.clone().text());
        cached.set(name, text);
        return withText(response, text);
      });
    },
    witness: both(async (client) => {
      const query = { academicYearId: 'current', limit: 200 };
      await client.get('/smart-ia/cohorts', query);
      const cohortId = await newCohortId(client);
      const again = await client.get('/smart-ia/cohorts', query);
      return [column(again, 'cohortId').includes(cohortId), at(again.body, 'pagination', 'total')];
    }),
  },
  {
    id: 'round-17.memberships.a-teacher-who-left-a-class-cannot-come-back',
    chapter: 'memberships',
    story:
      'Leaving is a soft delete, and the insert does nothing on conflict with the row that is still there.',
    rests:
      'POST /teachers/{userId}/classes: Assign the teacher to classes; POST /classes/{classId}/teachers: 204.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes', 'POST /teachers/{id}/classes', 'POST /classes/{id}/teachers'],
    wrap: (service) => {
      const gone = new Set<string>();
      const leaving = on(service, 'DELETE /teachers/{id}/classes', async ({ ask, pass, call }) => {
        const own = texts(itemsOf(await call(`GET /users?userId=${ask.id}`))[0]?.['classIds']);
        const response = await pass();
        if (!response.ok) return response;
        for (const id of texts(ask.body['classIds'])) if (own.includes(id)) gone.add(`${ask.id} ${id}`);
        return response;
      });
      const byTeacher = on(leaving, 'POST /teachers/{id}/classes', ({ ask, pass }) => {
        const sent = list(ask.body['classIds']);
        const classIds = sent.filter((id) => !gone.has(`${ask.id} ${textAt(id)}`));
        return classIds.length < sent.length ? pass({ body: { ...ask.body, classIds } }) : pass();
      });
      return on(byTeacher, 'POST /classes/{id}/teachers', ({ ask, pass }) => {
        const userIds = list(ask.body['userIds']);
        const kept = userIds.filter((id) => !gone.has(`${textAt(id)} ${ask.id}`));
        if (kept.length === userIds.length) return pass();
        return kept.length === 0
          ? Promise.resolve(nothing())
          : pass({ body: { ...ask.body, userIds: kept } });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'teacher', 2);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: ids });
      await client.send('DELETE', `/teachers/${ids[0]}/classes`, { classIds: [classId] });
      await client.send('POST', `/teachers/${ids[0]}/classes`, { classIds: [classId] });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
];
