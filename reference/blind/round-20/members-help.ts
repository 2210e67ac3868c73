import { type Fields, fields, type Line, list, texts } from '../kit.ts';

/** The users with these ids as the search has them; none where an id is malformed. */
export async function usersAmong({ call }: Line, ids: readonly string[]): Promise<Fields[]> {
  const found = await call('POST /users/search', { search: { userIds: ids }, limit: 1000 });
  return list(found.body['data']).map(fields);
}

/** Which of these users have that class or cohort. */
export async function insiders(
  line: Line,
  ids: readonly string[],
  field: 'classIds' | 'cohortIds',
  groupId: string,
): Promise<string[]> {
  const users = await usersAmong(line, ids);
  return users.filter((user) => texts(user[field]).includes(groupId)).map((user) => String(user['userId']));
}

/** A word of a body that may be missing. */
export function wordOf(payload: Fields, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}
