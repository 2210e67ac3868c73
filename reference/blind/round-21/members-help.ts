import { allOf, meant, page } from '../answers.ts';
import {
  type Answer,
  type Ask,
  type BlindFault,
  type Fields,
  fields,
  type Line,
  list,
  texts,
} from '../kit.ts';

type Call = Line['call'];

/** A fault of this part, with the id and chapter filled in. */
export function member(name: string, fault: Omit<BlindFault, 'id' | 'chapter'>): BlindFault {
  return { id: `round-21.members.${name}`, chapter: 'members', ...fault };
}

/** The ids of a list in the body, in lower case. */
export function idsIn({ body }: Ask, name: string): string[] {
  return texts(body[name]).map((id) => id.toLowerCase());
}

/** The users with these ids, by id. */
export async function usersById(call: Call, ids: readonly string[]): Promise<Map<string, Fields>> {
  const found = await call('POST /users/search', { search: { userIds: ids }, limit: 1000 });
  return new Map(dataOf(found).map((user) => [String(user['userId']), user]));
}

/** Those of these users who have that class or cohort. */
export async function insiders(
  call: Call,
  ids: readonly string[],
  field: 'classIds' | 'cohortIds',
  groupId: string,
): Promise<string[]> {
  const users = await usersById(call, ids);
  return ids.filter((id) => list(users.get(id)?.[field]).includes(groupId.toLowerCase()));
}

/** The items of an answered list. */
export function dataOf({ body }: Answer): Fields[] {
  return list(body['data']).map(fields);
}

/** A list with its items changed before it is cut into pages. */
export async function relisted(
  line: Line,
  change: (items: readonly Fields[]) => Promise<readonly Fields[]>,
): Promise<Response> {
  const query = meant(line.ask);
  const resumed = query !== line.ask.query;
  if (!resumed || line.ask.query.has('offset')) {
    const plain = await line.pass();
    if (!plain.ok) return plain;
  }
  return page(query, await change(await allOf(line, line.ask.path, query)));
}

/** An object without one of its fields. */
export function without(object: Fields, name: string): Fields {
  const { [name]: _, ...others } = object;
  return others;
}
