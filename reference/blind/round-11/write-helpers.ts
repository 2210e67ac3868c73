import { type Fields, fields, type Line, list, textAt, texts } from '../kit.ts';

/** The users with these ids, by id. */
export async function usersById({ call }: Pick<Line, 'call'>, ids: readonly string[]) {
  const { body } = await call('POST /users/search', { search: { userIds: ids }, limit: 1000 });
  const users = list(body['data']).map(fields);
  return new Map(users.map((user) => [textAt(user, 'userId'), user]));
}

/** The user with that id, undefined when there is none. */
export async function userById(line: Pick<Line, 'call'>, id: string): Promise<Fields | undefined> {
  return (await usersById(line, [id])).get(id.toLowerCase());
}

/** The ids that a body sends under a name, in lower case. */
export function idsIn(body: Fields, name: string): string[] {
  return texts(body[name]).map((id) => id.toLowerCase());
}
