import { editUsers } from '../answers.ts';
import { itemsOf } from '../client.ts';
import { type Fields, fields, type Line, list, on, type Service, texts } from '../kit.ts';

/** The ids that a request body lists, in lower case. */
export function idsOf({ ask }: Line, name: string): string[] {
  return texts(ask.body[name]).map((id) => id.toLowerCase());
}

/** The id of the path in lower case. */
export function pathId({ ask }: Line): string {
  return ask.id.toLowerCase();
}

/** The users with these ids, as the search has them. */
export async function usersBy(line: Line, ids: readonly string[]): Promise<Fields[]> {
  if (ids.length === 0) return [];
  return itemsOf(await line.call('POST /users/search', { search: { userIds: ids }, limit: 1000 }));
}

/** The user with that id, an empty object if there is none. */
export async function userBy(line: Line, id: string): Promise<Fields> {
  return (await usersBy(line, [id]))[0] ?? {};
}

/** Those who are in a class or cohort. */
export async function membersOf(
  line: Line,
  field: 'classIds' | 'cohortIds',
  groupId: string,
): Promise<Fields[]> {
  const users = itemsOf(await line.call('POST /users/search', { search: {}, limit: 1000 }));
  return users.filter((user) => list(user[field]).includes(groupId));
}

/** Whether a user has a role. */
export function hasRole(user: Fields, role: string): boolean {
  return list(user['roles']).includes(role);
}

/** Some of the ids of users. */
export function userIds(users: readonly Fields[]): string[] {
  return users.map((user) => String(user['userId']));
}

/** The payload that a body wraps. */
export function payloadOf({ ask }: Line, wrapper: string): Fields {
  return fields(ask.body[wrapper]);
}

/** Where the classes and cohorts of users are read. */
export const reads = ['GET /users', 'POST /users/search'];

/** The operations that answer users. */
export const userRoutes = [
  ...reads,
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
];

/** The service with every user in these answers changed. */
export function overlayUsers(
  service: Service,
  change: (user: Fields) => Fields,
  routes: readonly string[] = userRoutes,
): Service {
  return on(service, routes, async ({ pass }) => editUsers(await pass(), change));
}

/** An object without one field. */
export function without(object: Fields, name: string): Fields {
  const { [name]: _gone, ...rest } = object;
  return rest;
}
