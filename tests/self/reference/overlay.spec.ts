import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { fillingsOf } from '../../../harness/run/config.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';
import { type Client, client, items } from './client.ts';

const file = fileURLToPath(new URL('../../../profiles/reference/profile.yaml', import.meta.url));
const contract = loadContract(fillingsOf(loadProfile(file)));

/** One request to each operation that succeeds, in an order in which it can. */
function requestsOf({ store }: Client) {
  const [year] = store.years.list();
  const [group] = store.classes.list();
  const [cohort] = store.cohorts.list();
  const [sat] = store.tests.list();
  const student = store.users.list().find((user) => user.roles.includes('student'));
  const teacher = store.users.list().find((user) => user.roles.includes('teacher'));
  const [students, teachers] = [{ userIds: [student?.id] }, { userIds: [teacher?.id] }];
  const classIds = { classIds: [group?.id] };
  const account = { firstName: 'Ada', lastName: 'Żak', email: 'ada@school.example' };
  return [
    ['listAcademicYears', 'GET /academic-years'],
    ['getCurrentAcademicYear', 'GET /academic-years/current'],
    ['getAcademicYear', `GET /academic-years/${year?.id}`],
    ['listClasses', 'GET /classes?limit=1000'],
    ['createClass', 'POST /classes', { class: { name: 'New' } }],
    ['getClass', `GET /classes/${group?.id}`],
    ['addClassStudents', `POST /classes/${group?.id}/students`, students],
    ['removeClassStudents', `DELETE /classes/${group?.id}/students`, students],
    ['addClassTeachers', `POST /classes/${group?.id}/teachers`, teachers],
    ['removeClassTeachers', `DELETE /classes/${group?.id}/teachers`, teachers],
    ['listCohorts', 'GET /smart-ia/cohorts?limit=1000'],
    ['createCohort', 'POST /smart-ia/cohorts', { cohort: { name: 'New', description: 'Kept' } }],
    ['getCohort', `GET /smart-ia/cohorts/${cohort?.id}`],
    ['addCohortStudents', `POST /smart-ia/cohorts/${cohort?.id}/students`, students],
    ['removeCohortStudents', `DELETE /smart-ia/cohorts/${cohort?.id}/students`, students],
    ['addCohortTests', `POST /smart-ia/cohorts/${cohort?.id}/tests`, { testIds: [sat?.id] }],
    ['removeCohortTests', `DELETE /smart-ia/cohorts/${cohort?.id}/tests`, { testIds: [sat?.id] }],
    ['listTests', 'GET /smart-ia/tests'],
    ['listUsers', 'GET /users?limit=1000'],
    ['searchUsers', 'POST /users/search', { search: { role: 'student' }, sort: { field: 'lastName' } }],
    ['listSessions', 'GET /smart-ia/sessions?limit=1000'],
    ['listCompletedSessions', 'GET /smart-ia/sessions/completed?limit=1000'],
    ['listInProgressSessions', 'GET /smart-ia/sessions/in-progress?limit=1000'],
    ['searchSessions', 'POST /smart-ia/sessions/search', { search: { status: 'Completed' }, limit: 5 }],
    ['listStudySessions', 'GET /sessions/completed?limit=1000'],
    ['createStudent', 'POST /students', { user: account }],
    ['addStudentClasses', `POST /students/${student?.id}/classes`, classIds],
    ['removeStudentClasses', `DELETE /students/${student?.id}/classes`, classIds],
    ['addStudentCohorts', `POST /students/${student?.id}/cohorts`, { cohortIds: [cohort?.id] }],
    ['updateStudentDetails', `PATCH /students/${student?.id}/details`, { user: { gender: 'other' } }],
    ['createTeacher', 'POST /teachers', { user: account }],
    ['addTeacherClasses', `POST /teachers/${teacher?.id}/classes`, classIds],
    ['removeTeacherClasses', `DELETE /teachers/${teacher?.id}/classes`, classIds],
    ['updateUserName', `PUT /users/${student?.id}/name`, { user: { firstName: 'A', lastName: 'B' } }],
    ['updateUserPassword', `PUT /users/${student?.id}/password`, { user: { password: 'long enough' } }],
    [
      'updateUserPrimaryEmail',
      `PUT /users/${student?.id}/emails/primary`,
      { user: { email: 'a@b.example' } },
    ],
    ['setUserExternalId', `PUT /users/${student?.id}/external-id`, { user: { externalId: 'X' } }],
    ['enableUser', `POST /users/${student?.id}/enable`, {}],
    ['disableUser', `POST /users/${student?.id}/disable`, {}],
  ] as const;
}

test('the overlay of the reference fills every gap that an overlay can fill', () => {
  const open = [...contract.gaps.values()].filter(
    ({ id, fill }) => fill.startsWith('overlay') && contract.isOpen(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('each operation succeeds with a status, a request and an answer of the filled contract', async () => {
  const service = client();
  const requests = requestsOf(service);
  expect(requests.map(([id]) => id)).toEqual(contract.operations.map(({ id }) => id));
  for (const [id, line, body] of requests) {
    if (body !== undefined) expect([id, contract.requestViolations(id, body)]).toEqual([id, []]);
    const answer = await service.ask(line, body);
    expect([id, answer.status]).toEqual([id, contract.operation(id).success]);
    const violations = answer.text === '' ? [] : contract.validate(id, answer.status, answer.json);
    expect([id, violations]).toEqual([id, []]);
  }
});

test('each refusal has a status that the filled contract lists, and one of the two formats', async () => {
  const service = client();
  for (const [id, line, body] of requestsOf(service)) {
    const unknown = line.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
    const defects = [
      await service.ask(line, body, { 'x-api-key': '' }),
      ...(body === undefined ? [] : [await service.ask(line, '{"')]),
      ...(unknown === line ? [] : [await service.ask(unknown, body)]),
    ];
    for (const { status, json } of defects) {
      if (status === 204) continue; // enabling and disabling look at no body
      expect([id, status, contract.operation(id).lists(status)]).toEqual([id, status, true]);
      expect([id, contract.validate(id, status, json)]).toEqual([id, []]);
    }
  }
});

test('the literals of the overlay are those of the service', async () => {
  const { ask } = client();
  for (const [path, field, literals] of [
    ['/users', 'role', ['student', 'teacher', 'administrator', 'support']],
    ['/users', 'sort[field]', ['createdAt', 'updatedAt', 'username', 'firstName', 'lastName']],
    ['/smart-ia/sessions', 'status', ['InProgress', 'Completed']],
    ['/smart-ia/sessions', 'sort[field]', ['startDate', 'endDate']],
    ['/smart-ia/sessions', 'sort[direction]', ['asc', 'desc']],
  ] as const) {
    for (const literal of literals) {
      expect(items(await ask(`GET ${path}?${field}=${literal}`)).length).toBeGreaterThan(0);
      expect((await ask(`GET ${path}?${field}=${literal}x`)).status).toBe(400);
    }
  }
});
