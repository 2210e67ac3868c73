import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client, items, pagination, part } from './client.ts';

test('another service can name everything differently that the interface leaves open', async () => {
  const { ask, store } = client({
    shapes: {
      status: { inProgress: 'IN_PROGRESS', completed: 'DONE' },
      roles: { student: 'LEARNER' },
      genders: { female: 'F' },
      session: { id: 'id', user: 'learner', test: 'assessment', level: 'grade' },
      wrappers: { createStudent: 'student', updateUserName: null },
      properties: { firstName: 'givenName', lastName: 'familyName' },
      idLists: { classes: 'ids' },
      userSort: { createdAt: 'createdAt', surname: 'lastName' },
      emptyLists: 'show',
      userState: null,
      answers: { enableUser: 'user', addStudentClasses: 'user' },
      errors: { users: 'basic' },
    },
  });
  const [session] = items(await ask('GET /smart-ia/sessions?status=DONE&limit=1'));
  expect(session).toMatchObject({ status: 'DONE', learner: {}, assessment: {} });
  expect(part(session, 'result')).toHaveProperty('grade');

  const student = { givenName: 'Ada', familyName: 'Byron', gender: 'F' };
  const made = part((await ask('POST /students', { student })).json, 'user');
  expect(made).toMatchObject({ roles: ['LEARNER'], fullName: 'Ada Byron', gender: 'F', classIds: [] });
  expect(made).not.toHaveProperty('enabled');
  const renamed = await ask(`PUT /users/${made['userId']}/name`, { givenName: 'A', familyName: 'B' });
  expect(part(renamed.json, 'user')['fullName']).toBe('A B');
  const assigned = await ask(`POST /students/${made['userId']}/classes`, {
    ids: [store.classes.list()[0]?.id],
  });
  expect(assigned.status).toBe(200);
  expect(part(assigned.json, 'user')).not.toHaveProperty('classIds');
  expect((await ask(`POST /users/${made['userId']}/enable`)).status).toBe(200);
  expect((await ask('GET /users?sort[field]=surname')).status).toBe(200);
  expect((await ask('GET /users?sort[field]=lastName')).json).toHaveProperty('message');
});

test('another service can have another largest limit, and lower a limit instead of refusing it', async () => {
  const refusing = client({ shapes: { limitMaximum: 200 } });
  expect((await refusing.ask('GET /users?limit=200')).status).toBe(200);
  expect((await refusing.ask('GET /users?limit=201')).status).toBe(400);
  const lowering = client({ shapes: { limitMaximum: 200, aboveMaximum: 'clamp' } });
  const answer = await lowering.ask('GET /users?limit=201');
  expect(pagination(answer).limit).toBe(200);
  expect(items(answer)).toHaveLength(200);
});

test('another service can answer malformed ids and unknown members with 404', async () => {
  const { ask, store } = client({ shapes: { malformedId: 404, unknownMember: 404 } });
  expect((await ask('GET /classes/x')).status).toBe(404);
  const line = `POST /classes/${store.classes.list()[0]?.id}/students`;
  expect((await ask(line, { userIds: [crypto.randomUUID()] })).status).toBe(404);
  expect((await ask(line, { userIds: [] })).status).toBe(400);
});
