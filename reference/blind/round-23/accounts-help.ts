import { refuse } from '../answers.ts';
import { type Answer, type Ask, at, type Fields, fields, type Line, list, textAt } from '../kit.ts';

export const chapter = 'accounts';

/** The routes whose answers hold users as the account operations show them. */
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
];

/** The two lists of users. */
export const userLists = ['GET /users', 'POST /users/search'];

/** The full name of a user. */
export function fullNameOf(first: string, last: string): string {
  return last === '' ? first : `${first} ${last}`;
}

/** The user of the path as the list has it, `{}` for none or without the right. */
export async function stored(line: Line, id = line.ask.id): Promise<Fields> {
  return firstOf(await line.call(`GET /users?userId=${encodeURIComponent(id)}`));
}

/** The users that a query finds, at most a thousand. */
export async function found(line: Line, query: Record<string, string>): Promise<Fields[]> {
  const { body } = await line.call(`GET /users?${new URLSearchParams({ ...query, limit: '1000' })}`);
  return list(body['data']).map(fields);
}

/** The id of the path as the service keeps it. */
export function idOf({ id }: Ask): string {
  return id.toLowerCase();
}

/** The payload of an account request. */
export function payload({ body }: Ask): Fields {
  return fields(body['user']);
}

/** The body of an account request with its payload changed. */
export function repacked({ body }: Ask, change: Fields): Fields {
  return { ...body, user: { ...fields(body['user']), ...change } };
}

/** A text of the payload, '' where it is none. */
export function sent(ask: Ask, name: string): string {
  const value = at(ask.body, 'user', name);
  return typeof value === 'string' ? value : '';
}

/** A refusal as the account operations have it. */
export function refusal(ask: Ask, status: number, title: string): Response {
  return refuse(ask, status, title);
}

/** Whether an item of a list is the user with that id. */
export function isUser(item: Fields, id: string): boolean {
  return textAt(item, 'userId') === id;
}

function firstOf({ body }: Answer): Fields {
  return fields(at(body, 'data', 0));
}
