import { allOf, edit, meant, page } from '../answers.ts';
import { type Ask, type Fields, fields, type Line, list, textAt, texts } from '../kit.ts';

/** The operations that answer with users who carry `classIds` and `cohortIds`. */
export const userReads = [
  'GET /users',
  'POST /users/search',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];

/** The operations that answer with cohorts. */
export const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];

export type Membership = 'classIds' | 'cohortIds';

/** The id of the path as the service keeps it. */
export function idOf({ id }: Ask): string {
  return id.toLowerCase();
}

/** The ids of a list in the body as the service keeps them. */
export function sentIds({ body }: Ask, name: string): string[] {
  return texts(body[name]).map((id) => id.toLowerCase());
}

/** An object without some of its properties. */
export function without(item: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Which of these users are in a class or cohort now. */
export async function insiders(
  { call }: Line,
  userIds: readonly string[],
  membership: Membership,
  groupId: string,
): Promise<Set<string>> {
  const { body } = await call('POST /users/search', { search: { userIds: [...userIds] }, limit: 1000 });
  const users = list(body['data']).map(fields);
  return new Set(
    users.filter((user) => texts(user[membership]).includes(groupId)).map((user) => textAt(user, 'userId')),
  );
}

/** All users who are in a class or cohort and have a role. */
export async function membersOf(
  line: Line,
  membership: Membership,
  groupId: string,
  role: 'student' | 'teacher',
): Promise<string[]> {
  const users = await allOf(line, '/users', new URLSearchParams());
  return users
    .filter((user) => texts(user[membership]).includes(groupId) && texts(user['roles']).includes(role))
    .map((user) => textAt(user, 'userId'));
}

/** The classes or cohorts that a user is in now. */
export async function groupsOf({ call }: Line, userId: string, membership: Membership): Promise<string[]> {
  const { body } = await call('POST /users/search', { search: { userIds: [userId] } });
  return texts(fields(list(body['data'])[0])[membership]);
}

/** The ids of the tests that a cohort has now. */
export async function testsOf({ call }: Line, cohortId: string): Promise<string[]> {
  const { body } = await call(`GET /smart-ia/cohorts/${cohortId}`);
  return list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId'));
}

/** The list without the items that a fault loses; `concerns` says for which queries it loses any. */
export async function listing(
  line: Line,
  concerns: (query: URLSearchParams) => boolean,
  keeps: (item: Fields) => boolean,
): Promise<Response> {
  const { ask, pass } = line;
  const query = new URLSearchParams(meant(ask));
  const resumed = query.has('resumed');
  if (!concerns(query) || (ask.query.has('cursor') && (!resumed || ask.query.has('offset')))) return pass();
  const plain = new URLSearchParams(ask.query);
  plain.delete('cursor');
  const checked = await pass({ query: plain });
  if (!checked.ok) return checked;
  if (!ask.query.has('limit')) query.delete('limit');
  return page(query, (await allOf(line, ask.path, query)).filter(keeps));
}

/** A successful answer with every cohort in it changed, be it `{ cohort }` or a list. */
export function editCohorts(response: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(response, (body) =>
    'cohort' in body
      ? { ...body, cohort: change(fields(body['cohort'])) }
      : { ...body, data: list(body['data']).map((item) => change(fields(item))) },
  );
}
