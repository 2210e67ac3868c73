import { edit } from '../answers.ts';
import { at, type BlindFault, type Fields, fields, type Line, list, textAt } from '../kit.ts';

/** A fault without what all faults of this part share. */
type Told = Omit<BlindFault, 'id' | 'chapter'> & { readonly name: string };

/** A fault of this part. */
export function fault({ name, ...told }: Told): BlindFault {
  return { id: `round-21.accounts.${name}`, chapter: 'accounts', ...told };
}

/** The two operations that read users. */
export const reads = ['GET /users', 'POST /users/search'] as const;

/** The two operations that create users. */
export const creates = ['POST /students', 'POST /teachers'] as const;

/** The user with that id as the service has it, undefined where it tells of none. */
export async function current(line: Line, userId: string): Promise<Fields | undefined> {
  const { body } = await line.call(`GET /users?${new URLSearchParams({ userId })}`);
  const [user] = list(body['data']);
  return user === undefined ? undefined : fields(user);
}

/** The payload of a request. */
export function sent(line: Line): Fields {
  return fields(line.ask.body['user']);
}

/** The body of the request with some of its payload changed. */
export function resent(line: Line, change: Fields): Fields {
  return { ...line.ask.body, user: { ...sent(line), ...change } };
}

/** A successful `{ user }` with its user changed. */
export function editUser(response: Response, change: (user: Fields) => Fields): Promise<Response> {
  return edit(response, (body) => ({ ...body, user: change(fields(body['user'])) }));
}

/** Some fields of a user in one line. */
export function seen(user: unknown, ...names: readonly string[]): string {
  return names.map((name) => `${name}=${JSON.stringify(at(user, name)) ?? 'absent'}`).join(' ');
}

/** Whether a value is a text that the service takes as a name or id. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 255;
}

/** The user of an answer, `{}` where there is none. */
export function userIn(answer: { readonly body: Fields }): Fields {
  return fields(answer.body['user']);
}

/** The id of a user. */
export function idOf(user: Fields): string {
  return textAt(user, 'userId');
}
