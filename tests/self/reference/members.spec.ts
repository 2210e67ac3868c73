import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client } from './client.ts';
import { newGroup, newUser, userOf } from './made.ts';

test('members of a class are seen from the class routes and from the user routes', async () => {
  const service = client();
  const { ask } = service;
  const { classId } = await newGroup(service, '/classes', 'class');
  for (const [kind, role] of [
    ['students', 'student'],
    ['teachers', 'teacher'],
  ] as const) {
    const { userId, updatedAt } = await newUser(service, kind);
    const list = { userIds: [userId] };
    expect((await ask(`POST /classes/${classId}/${kind}`, list)).status).toBe(204);
    const added = await userOf(service, String(userId));
    expect(added['classIds']).toEqual([classId]);
    expect(String(added['updatedAt']) > String(updatedAt)).toBe(true);
    expect((await ask(`POST /classes/${classId}/${kind}`, list)).status).toBe(204);
    expect(await userOf(service, String(userId))).toEqual(added);
    expect((await ask(`DELETE /${kind}/${userId}/classes`, { classIds: [classId] })).status).toBe(204);
    expect(await userOf(service, String(userId))).not.toHaveProperty('classIds');
    expect((await ask(`POST /${role}s/${userId}/classes`, { classIds: [classId] })).status).toBe(204);
    expect((await ask(`DELETE /classes/${classId}/${kind}`, list)).status).toBe(204);
    expect((await ask(`DELETE /classes/${classId}/${kind}`, list)).status).toBe(204);
    expect(await userOf(service, String(userId))).not.toHaveProperty('classIds');
  }
});

test('students of a cohort are seen from both sides', async () => {
  const service = client();
  const { ask } = service;
  const { cohortId } = await newGroup(service, '/smart-ia/cohorts', 'cohort');
  const { userId } = await newUser(service, 'students');
  expect((await ask(`POST /students/${userId}/cohorts`, { cohortIds: [cohortId] })).status).toBe(204);
  expect((await userOf(service, String(userId)))['cohortIds']).toEqual([cohortId]);
  const list = { userIds: [userId] };
  expect((await ask(`DELETE /smart-ia/cohorts/${cohortId}/students`, list)).status).toBe(204);
  expect(await userOf(service, String(userId))).not.toHaveProperty('cohortIds');
  expect((await ask(`POST /smart-ia/cohorts/${cohortId}/students`, list)).status).toBe(204);
  expect((await userOf(service, String(userId)))['cohortIds']).toEqual([cohortId]);
});

test('an id list is bounded by 1 and 100 exactly where the interface says so', async () => {
  const { ask, store } = client();
  const classId = store.classes.list()[0]?.id;
  const cohortId = store.cohorts.list()[0]?.id;
  const idsOf = (role: 'student' | 'teacher') =>
    store.users
      .list()
      .filter((user) => user.roles.includes(role))
      .map((user) => user.id);
  const sized = (role: 'student' | 'teacher', size: number) => {
    const ids = idsOf(role);
    return { userIds: Array.from({ length: size }, (_, n) => ids[n % ids.length]) };
  };
  for (const [line, role, bounded] of [
    [`POST /classes/${classId}/students`, 'student', true],
    [`DELETE /classes/${classId}/students`, 'student', false],
    [`POST /classes/${classId}/teachers`, 'teacher', true],
    [`DELETE /classes/${classId}/teachers`, 'teacher', true],
    [`POST /smart-ia/cohorts/${cohortId}/students`, 'student', false],
    [`DELETE /smart-ia/cohorts/${cohortId}/students`, 'student', false],
  ] as const) {
    const statuses = [];
    for (const size of [0, 1, 100, 101]) statuses.push((await ask(line, sized(role, size))).status);
    expect([line, ...statuses]).toEqual([line, bounded ? 400 : 204, 204, 204, bounded ? 400 : 204]);
  }
});

test('a list with one bad id changes nothing', async () => {
  const service = client();
  const { ask, store } = service;
  const { classId } = await newGroup(service, '/classes', 'class');
  const { userId } = await newUser(service, 'students');
  const before = await userOf(service, String(userId));
  const teacher = store.users.list().find((user) => user.roles.includes('teacher'))?.id;
  for (const bad of ['x', crypto.randomUUID(), teacher]) {
    expect((await ask(`POST /classes/${classId}/students`, { userIds: [userId, bad] })).status).toBe(400);
  }
  for (const body of [{}, { userIds: userId }, { userIds: null }, { userIds: [5] }, { users: [userId] }]) {
    expect((await ask(`POST /classes/${classId}/students`, body)).status).toBe(400);
  }
  expect(await userOf(service, String(userId))).toEqual(before);
  const lost = await ask(`POST /classes/${crypto.randomUUID()}/students`, { userIds: [userId] });
  expect(lost.status).toBe(404);
});
