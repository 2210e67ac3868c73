import { allOf, meant, page } from '../answers.ts';
import { type Client, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';

type Told = Omit<BlindFault, 'id' | 'chapter' | 'breaks'>;

/** A fault of this part; it breaks its sentence outright unless told otherwise. */
export function fault(words: string, told: Told, breaks: BlindFault['breaks'] = 'explicit'): BlindFault {
  return { id: `round-22.members.${words}`, chapter: 'members', breaks, ...told };
}

export type Service = Parameters<BlindFault['wrap']>[0];
export type Membership = 'classIds' | 'cohortIds';

/** The ids of a list in a body, in lower case. */
export function sentIds(line: Line, name: string): string[] {
  return texts(line.ask.body[name]).map((id) => id.toLowerCase());
}

/** The id of the path, in lower case. */
export function pathId(line: Line): string {
  return line.ask.id.toLowerCase();
}

/** The users with these ids. */
export async function usersBy(line: Line, userIds: readonly string[]): Promise<Fields[]> {
  const found = await line.call('POST /users/search', { search: { userIds }, limit: 1000 });
  return list(found.body['data']).map(fields);
}

/** Which of these users are in a class or cohort. */
export async function insiders(
  line: Line,
  userIds: readonly string[],
  field: Membership,
  groupId: string,
): Promise<Set<string>> {
  const users = await usersBy(line, userIds);
  return new Set(
    users.filter((user) => texts(user[field]).includes(groupId)).map((user) => textAt(user, 'userId')),
  );
}

/** The classes or cohorts of one user. */
export async function groupsOf(line: Line, userId: string, field: Membership): Promise<string[]> {
  const [user] = await usersBy(line, [userId]);
  return texts(user?.[field]);
}

/** All users of a role who are in a class. */
export async function peopleOf(line: Line, role: string, classId: string): Promise<string[]> {
  const users = await allOf(line, '/users', new URLSearchParams({ role }));
  return users
    .filter((user) => texts(user['classIds']).includes(classId))
    .map((user) => textAt(user, 'userId'));
}

/** Does something after each success on some routes; the answer stays as it is. */
export function after(
  service: Service,
  routes: string | readonly string[],
  act: (line: Line) => unknown,
): Service {
  return on(service, routes, async (line) => {
    const response = await line.pass();
    if (response.ok) await act(line);
    return response;
  });
}

/** A list without some of its items, if the query is one for which they are missing. */
export function thinned(
  service: Service,
  path: string,
  applies: (query: URLSearchParams) => boolean,
  keeps: (item: Fields) => boolean,
): Service {
  return on(service, `GET ${path}`, async (line) => {
    const { ask } = line;
    const query = meant(ask);
    const own = query !== ask.query;
    const foreign = !own && ask.query.has('cursor');
    if (!applies(query) || foreign || (own && ask.query.has('offset'))) return line.pass();
    const response = own ? undefined : await line.pass();
    if (response && !response.ok) return response;
    return page(query, (await allOf(line, path, query)).filter(keeps));
  });
}

/** Which of these classes or cohorts a user has, in their order: `101`. */
export async function among(
  client: Client,
  userId: string,
  field: Membership,
  ids: readonly string[],
): Promise<string> {
  const own = texts((await userOf(client, userId))[field]);
  return ids.map((id) => (own.includes(id) ? '1' : '0')).join('');
}

/** The ids of the academic years, oldest first, the current one last. */
export async function yearIds(client: Client): Promise<string[]> {
  const years = await client.get('/academic-years');
  const current = textAt(
    (await client.get('/academic-years/current')).body,
    'academicYear',
    'academicYearId',
  );
  const ids = list(years.body['data']).map((year) => textAt(year, 'academicYearId'));
  return [...ids.filter((id) => id !== current), current];
}

/** Puts somebody into classes from the side of the class, one class after the other. */
export async function enrol(
  client: Client,
  role: 'student' | 'teacher',
  userId: string,
  classIds: readonly string[],
): Promise<void> {
  for (const id of classIds) await client.send('POST', `/classes/${id}/${role}s`, { userIds: [userId] });
}
