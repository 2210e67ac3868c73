import { edit } from '../answers.ts';
import { type Client, column, itemsOf, newUserId } from '../client.ts';
import { at, type Fields, fields, type Line, list, texts } from '../kit.ts';

/** The lists of users. */
export const userLists = ['GET /users', 'POST /users/search'] as const;

/** Every operation that shows users with their groups, bar the creations. */
export const userViews = [
  ...userLists,
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
  'PATCH /students/{id}/details',
] as const;

/** The lists of initial-assessment sessions. */
export const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
  'POST /smart-ia/sessions/search',
] as const;

/** Where cohorts are read. */
export const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'] as const;

/** Where classes are read. */
export const classReads = ['GET /classes', 'GET /classes/{id}'] as const;

/** A list without the items that are hidden, which aren't counted either. */
export function without(response: Response, hide: (item: Fields) => boolean): Promise<Response> {
  return edit(response, (body) => {
    if (!('data' in body)) return body;
    const all = list(body['data']);
    const data = all.filter((item) => !hide(fields(item)));
    const pagination = fields(body['pagination']);
    const total = Number(pagination['total']) - (all.length - data.length);
    return { ...body, data, pagination: { ...pagination, total } };
  });
}

/** A successful answer with every class or cohort in it changed, be it one or a list. */
export function editGroups(
  response: Response,
  wrapper: 'class' | 'cohort',
  change: (group: Fields) => Fields,
): Promise<Response> {
  return edit(response, (body) => {
    if (wrapper in body) return { ...body, [wrapper]: change(fields(body[wrapper])) };
    return 'data' in body ? { ...body, data: list(body['data']).map((item) => change(fields(item))) } : body;
  });
}

/** The user of an id as the list has it, asked from inside of a fault. */
export async function lookUp(line: Pick<Line, 'call'>, userId: string): Promise<Fields> {
  return fields(at((await line.call(`GET /users?userId=${userId}`)).body, 'data', 0));
}

/** Writes a user's own names once more, which moves `updatedAt` and nothing else. */
export async function touch(line: Pick<Line, 'call'>, user: Fields): Promise<void> {
  const { userId, firstName, lastName } = user;
  await line.call(`PUT /users/${userId}/name`, { user: { firstName, lastName } });
}

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The ids of the academic years. */
export async function yearIds(client: Client): Promise<string[]> {
  return column(await client.get('/academic-years'), 'academicYearId');
}

/** The id of the current academic year, and of another one. */
export async function twoYears(client: Client): Promise<{ current: string; other: string }> {
  const { body } = await client.get('/academic-years/current');
  const current = String(at(body, 'academicYear', 'academicYearId'));
  return { current, other: (await yearIds(client)).find((id) => id !== current) ?? '' };
}

/** The id of somebody who is a teacher and something else besides. */
export async function teacherOfTwoRoles(client: Client): Promise<string> {
  const someTeacher = await newUserId(client, 'teacher');
  const users = itemsOf(await client.get('/users', { limit: 100 }));
  const role = texts(users.find((user) => user['userId'] === someTeacher)?.['roles'])[0] ?? '';
  const found = users.find((user) => texts(user['roles']).includes(role) && texts(user['roles']).length > 1);
  return String(found?.['userId'] ?? '');
}
