import { type BlindFault, type Fields, fields, type Line, list, textAt } from '../kit.ts';

/** The operations that answer with whole users. */
export const userAnswers = [
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

/** The operations that create accounts. */
export const creations = ['POST /students', 'POST /teachers'] as const;

/** The two operations that read users. */
export const reads = ['GET /users', 'POST /users/search'] as const;

/** A fault of this part. */
export function fault(name: string, rest: Omit<BlindFault, 'id' | 'chapter'>): BlindFault {
  return { id: `round-22.accounts.${name}`, chapter: 'accounts', ...rest };
}

/** The payload of an account request. */
export function payloadOf({ ask }: Line): Fields {
  return fields(ask.body['user']);
}

/** The id of the path, as answers spell it. */
export function idOf({ ask }: Line): string {
  return ask.id.toLowerCase();
}

/** The users whom a query of GET `/users` finds, one page of them. */
export async function usersBy(line: Line, query: Readonly<Record<string, string>>): Promise<Fields[]> {
  const { body } = await line.call(`GET /users?${new URLSearchParams(query)}`);
  return list(body['data']).map(fields);
}

/** The user with that id, `{}` if there is none. */
export async function storedUser(line: Line, userId: string): Promise<Fields> {
  return (await usersBy(line, { userId }))[0] ?? {};
}

/** The primary address of a user, '' for none. */
export function primaryOf(user: Fields): string {
  return textAt(user, 'emails', 0);
}

/** An address at the domain of the witnesses. */
export function address(word: string): string {
  return `${word.toLowerCase().replaceAll(' ', '.')}@witness.example`;
}

/** Whether the key of a request may use the service. */
export async function mayUse(line: Line): Promise<boolean> {
  return (await line.call('GET /users?limit=1')).status === 200;
}
