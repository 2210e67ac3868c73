import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client, items, pagination, part } from './client.ts';
import { newGroup } from './made.ts';

for (const [path, wrapper, id] of [
  ['/classes', 'class', 'classId'],
  ['/smart-ia/cohorts', 'cohort', 'cohortId'],
] as const) {
  test(`a created ${wrapper} is read, listed and found, and conflicts with its name in its year`, async () => {
    const service = client();
    const { ask } = service;
    const made = await newGroup(service, path, wrapper, { name: 'Łódź', description: 'Kept' });
    const year = part((await ask('GET /academic-years/current')).json, 'academicYear')['academicYearId'];
    expect(made).toMatchObject({ name: 'Łódź', description: 'Kept', academicYearId: year });
    expect((await ask(`GET ${path}/${made[id]}`)).json).toEqual({ [wrapper]: made });
    expect(items(await ask(`GET ${path}?search=ŁÓDŹ`))).toEqual([made]);
    expect(items(await ask(`GET ${path}?limit=1000`)).at(-1)).toEqual(made);

    expect((await ask(`POST ${path}`, { [wrapper]: { name: 'łÓDŹ' } })).status).toBe(409);
    const [oldest] = items(await ask('GET /academic-years'));
    const elsewhere = { name: 'Łódź', academicYearId: oldest?.['academicYearId'] };
    expect((await ask(`POST ${path}`, { [wrapper]: elsewhere })).status).toBe(201);
    expect((await ask(`POST ${path}`, { [wrapper]: elsewhere })).status).toBe(409);
  });
}

test('of two equal creations at once one wins', async () => {
  const { ask } = client();
  const body = { class: { name: 'Raced' } };
  const answers = await Promise.all([ask('POST /classes', body), ask('POST /classes', body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('tests of a cohort are assigned once and removed', async () => {
  const service = client();
  const { ask, store } = service;
  const { cohortId } = await newGroup(service, '/smart-ia/cohorts', 'cohort');
  const [one, two] = store.tests.list();
  const path = `/smart-ia/cohorts/${cohortId}`;
  expect((await ask(`POST ${path}/tests`, { testIds: [one?.id, two?.id, one?.id] })).status).toBe(204);
  expect((await ask(`POST ${path}/tests`, { testIds: [two?.id] })).status).toBe(204);
  expect(part((await ask(`GET ${path}`)).json, 'cohort')['tests']).toMatchObject([
    { testId: one?.id, testVersionId: one?.versionId, activationStatus: 'active', subject: one?.subject },
    { testId: two?.id },
  ]);
  expect((await ask(`DELETE ${path}/tests`, { testIds: [one?.id, two?.id] })).status).toBe(204);
  expect(part((await ask(`GET ${path}`)).json, 'cohort')).not.toHaveProperty('tests');
});

test('services share seeded data and nothing else', async () => {
  const [one, other] = [client(), client()];
  await newGroup(one, '/classes', 'class', { name: 'Mine' });
  expect(pagination(await one.ask('GET /classes?search=mine')).total).toBe(1);
  expect(pagination(await other.ask('GET /classes?search=mine')).total).toBe(0);
  expect((await other.ask('GET /users')).text).toBe((await client().ask('GET /users')).text);
});
