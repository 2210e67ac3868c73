import { expect } from '@playwright/test';
import { type Client, items, pagination, part } from './client.ts';

/** The user with that id, as the list shows it. */
export async function userOf({ ask }: Client, id: string) {
  const found = await ask(`GET /users?userId=${id}`);
  expect(pagination(found).total).toBe(1);
  return part({ user: items(found)[0] }, 'user');
}

/** A new account with these fields beside its name. */
export async function newUser({ ask }: Client, kind: 'students' | 'teachers', fields = {}) {
  const answer = await ask(`POST /${kind}`, { user: { firstName: 'Ada', lastName: 'Żak', ...fields } });
  expect(answer.status).toBe(201);
  return part(answer.json, 'user');
}

/** A new class or cohort with these fields. */
export async function newGroup({ ask }: Client, path: string, wrapper: string, fields = {}) {
  const answer = await ask(`POST ${path}`, { [wrapper]: { name: 'New Group', ...fields } });
  expect(answer.status).toBe(201);
  return part(answer.json, wrapper);
}
