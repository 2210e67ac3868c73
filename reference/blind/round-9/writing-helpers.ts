import { editUsers } from '../answers.ts';
import { itemsOf } from '../client.ts';
import { type Fields, fields, type Line, on, type Service, textAt, texts } from '../kit.ts';

/** The operations whose answers hold users. */
export const userRoutes = [
  'GET /users',
  'POST /users/search',
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** The operations that answer classes. */
export const classReads = ['GET /classes', 'GET /classes/{id}'] as const;

/** All operations that take users or tests out. */
export const removals = [
  'DELETE /classes/{id}/students',
  'DELETE /classes/{id}/teachers',
  'DELETE /smart-ia/cohorts/{id}/students',
  'DELETE /smart-ia/cohorts/{id}/tests',
  'DELETE /students/{id}/classes',
  'DELETE /teachers/{id}/classes',
] as const;

/** The wrapped payload of a request. */
export function payloadOf({ ask }: Line, wrapper: string): Fields {
  return fields(ask.body[wrapper]);
}

/** A user as the service has it, `{}` for none. */
export async function lookUp({ call }: Line, userId: string): Promise<Fields> {
  return itemsOf(await call(`GET /users?userId=${userId}`))[0] ?? {};
}

/** The users with these ids, by id. */
export async function lookUpAll({ call }: Line, ids: readonly string[]): Promise<Map<string, Fields>> {
  const found = itemsOf(await call('POST /users/search', { search: { userIds: ids }, limit: 1000 }));
  return new Map(found.map((user) => [textAt(user, 'userId'), user]));
}

/** The ids of everybody in a class. */
export async function membersOf({ call }: Line, classId: string, role: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 500) {
    const page = itemsOf(await call(`GET /users?limit=500&offset=${offset}&role=${role}`));
    const inside = page.filter((user) => texts(user['classIds']).includes(classId));
    ids.push(...inside.map((user) => textAt(user, 'userId')));
    if (page.length < 500) return ids;
  }
}

/** A service that shows users otherwise, wherever it shows them. */
export function showingUsers(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, userRoutes, async ({ pass }) => editUsers(await pass(), change));
}

/** The id of the current academic year. */
export async function currentYear({ call }: Line): Promise<string> {
  return textAt((await call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}
