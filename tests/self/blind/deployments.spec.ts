import { expect } from '@playwright/test';
import { deployments } from '../../../reference/blind/manners/deployments/index.ts';
import type { Deployed } from '../../../reference/blind/manners/deployments/kit.ts';
import { createReference } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { readTreatments } from './treatments.ts';

const ids = deployments.map(({ id }) => id);

test('thirty deployments have a name of their own each, and what is kept of them bears these names', () => {
  expect(new Set(ids).size).toBe(30);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(readTreatments('deployments'))));
});

for (const { id, make } of deployments)
  test(`${id} answers as the reference service does, and what was created there is found in the end`, async () => {
    const deployed = make(createReference);
    const years = await asked(deployed, 'GET', '/academic-years');
    expect(years.status).toBe(200);
    expect(years.json).toEqual((await asked(createReference(), 'GET', '/academic-years')).json);

    const user = { firstName: 'Ada', lastName: 'Żak' };
    const created = await asked(deployed, 'POST', '/students', { user });
    expect(created.status).toBe(201);
    const { userId } = created.json['user'] as { readonly userId: string };
    const found = async () => (await asked(deployed, 'GET', `/users?userId=${userId}`)).json;
    await expect.poll(found, { intervals: [20] }).toMatchObject({ data: [{ userId, ...user }] });
  });

/** What a service answers to a request with its full key. */
async function asked({ fetch: answer, keys }: Deployed, method: string, path: string, body?: unknown) {
  const response = await answer(
    new Request(`http://reference.example/api/v1${path}`, {
      method,
      headers: { 'x-api-key': keys.full, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
