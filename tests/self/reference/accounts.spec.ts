import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client, items, part } from './client.ts';
import { newUser, userOf } from './made.ts';

test('a new account is listed first, with what it was given and nothing empty', async () => {
  const service = client();
  const { ask } = service;
  const fields = {
    username: 'ada',
    upn: 'Z1',
    externalId: 'E1',
    email: 'ada@school.example',
    dateOfBirth: '2008-02-29',
    gender: 'other',
    password: 'correct horse',
  };
  const made = await newUser(service, 'students', fields);
  expect(made).toMatchObject({
    username: 'ada',
    emails: ['ada@school.example'],
    fullName: 'Ada Żak',
    roles: ['student'],
    dateOfBirth: '2008-02-29',
  });
  expect(JSON.stringify(made)).not.toContain('correct horse');
  expect(items(await ask('GET /users?limit=1'))).toEqual([made]);
  const plain = await newUser(service, 'teachers');
  for (const absent of ['upn', 'externalId', 'emails', 'gender', 'dateOfBirth', 'classIds', 'cohortIds']) {
    expect(plain).not.toHaveProperty(absent);
  }
  for (const defect of [
    { firstName: '' },
    { lastName: null },
    { username: 'ada' },
    { upn: 'Z1' },
    { email: 'ada' },
    { dateOfBirth: '2007-02-29' },
    { dateOfBirth: '2008-02-29T00:00:00.000Z' },
    { gender: 'x' },
    { password: 'short' },
  ]) {
    const user = { firstName: 'A', lastName: 'B', ...defect };
    expect([defect, (await ask('POST /students', { user })).status]).toEqual([defect, 400]);
  }
});

test('name, e-mail, external id, details and state are seen afterwards, and move updatedAt', async () => {
  const service = client();
  const { ask } = service;
  const { userId } = await newUser(service, 'students', { email: 'old@school.example' });
  let last = '';
  for (const [line, body, status, expected] of [
    [
      'PUT /users/ID/name',
      { user: { firstName: 'Ida', lastName: 'Yu' } },
      200,
      { fullName: 'Ida Yu', firstName: 'Ida' },
    ],
    ['PUT /users/ID/password', { user: { password: 'long enough' } }, 200, {}],
    [
      'PUT /users/ID/emails/primary',
      { user: { email: 'new@school.example' } },
      200,
      { emails: ['new@school.example'] },
    ],
    ['PUT /users/ID/external-id', { user: { externalId: 'X-9' } }, 200, { externalId: 'X-9' }],
    [
      'PATCH /students/ID/details',
      { user: { dateOfBirth: '2010-01-31', gender: 'female' } },
      200,
      { dateOfBirth: '2010-01-31', gender: 'female' },
    ],
    ['POST /users/ID/disable', undefined, 204, { enabled: false }],
    ['POST /users/ID/enable', undefined, 204, { enabled: true }],
  ] as const) {
    const answer = await ask(line.replace('ID', String(userId)), body);
    expect([line, answer.status]).toEqual([line, status]);
    const user = await userOf(service, String(userId));
    expect(user).toMatchObject(expected);
    expect(String(user['updatedAt']) > last).toBe(true);
    last = String(user['updatedAt']);
    if (answer.status === 200) expect(user).toMatchObject(part(answer.json, 'user'));
  }
  const gone = await ask(`PATCH /students/${userId}/details`, { user: { gender: null } });
  expect(part(gone.json, 'user')).not.toHaveProperty('gender');
  expect((await ask(`PATCH /students/${userId}/details`, { user: {} })).status).toBe(400);
});

test('a renamed learner is renamed in sessions too', async () => {
  const { ask, store } = client();
  const { userId = '' } = store.sessions.list()[0] ?? {};
  await ask(`GET /smart-ia/sessions?userId=${userId}`);
  await ask(`PUT /users/${userId}/name`, { user: { firstName: 'Re', lastName: 'Named' } });
  const [session] = items(await ask(`GET /smart-ia/sessions?userId=${userId}`));
  expect(part(session, 'user')['fullName']).toBe('Re Named');
});

test('account routes know only the users whom they are for', async () => {
  const { ask, store } = client();
  const idOf = (role: 'student' | 'teacher') =>
    store.users.list().find((user) => user.roles.includes(role))?.id;
  const body = { classIds: [store.classes.list()[0]?.id] };
  expect((await ask(`POST /students/${idOf('teacher')}/classes`, body)).status).toBe(404);
  expect((await ask(`POST /teachers/${idOf('student')}/classes`, body)).status).toBe(404);
  expect((await ask(`POST /users/${crypto.randomUUID()}/enable`)).status).toBe(404);
  expect((await ask('POST /users/x/disable')).status).toBe(400);
  const unknown = { classIds: [crypto.randomUUID()] };
  expect((await ask(`POST /students/${idOf('student')}/classes`, unknown)).status).toBe(400);
});
