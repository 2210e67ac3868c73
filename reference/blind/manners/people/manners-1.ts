import { allOf, json } from '../../answers.ts';
import {
  type Ask,
  type Bench,
  type Fields,
  fields,
  type Line,
  list,
  type Seen,
  type Service,
} from '../../kit.ts';

/** One manner: the service changed in a way that breaks no sentence of the interface. */
export interface Manner {
  readonly id: string;
  /** Why a team does so. */
  readonly story: string;
  /** Why no sentence forbids it. */
  readonly permits: string;
  readonly wrap: (service: Service) => Service;
  readonly witness: (bench: Bench) => Promise<Seen>;
}

/** An id that nothing has. */
export const noId = '00000000-0000-4000-8000-00000000beef';

/** The operations that create an account. */
export const creations = ['POST /students', 'POST /teachers'] as const;

/** The operations other than the two lists whose answers carry a user. */
export const userAnswers = [
  ...creations,
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** The two lists of users. */
export const userLists = ['GET /users', 'POST /users/search'] as const;

/** The operations that put people into groups, from either side. */
export const joins = [
  'POST /classes/{id}/students',
  'POST /classes/{id}/teachers',
  'POST /smart-ia/cohorts/{id}/students',
  'POST /students/{id}/classes',
  'POST /students/{id}/cohorts',
  'POST /teachers/{id}/classes',
] as const;

/** The operations that take people out of groups, from either side. */
export const leaves = [
  'DELETE /classes/{id}/students',
  'DELETE /classes/{id}/teachers',
  'DELETE /smart-ia/cohorts/{id}/students',
  'DELETE /students/{id}/classes',
  'DELETE /teachers/{id}/classes',
] as const;

/** The object that a body wraps. */
export function payloadOf({ body }: Ask, name: string): Fields {
  return fields(body[name]);
}

/** A value if it is a text. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A list of ids in lower case. */
export function ids(value: unknown): string[] {
  return list(value).map((id) => String(id).toLowerCase());
}

/** The users that a search finds, all pages of it. */
export async function people(line: Line, search: Fields = {}): Promise<Fields[]> {
  const found: Fields[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { body } = await line.call('POST /users/search', { search, limit: 1000, offset });
    const data = list(body['data']).map(fields);
    found.push(...data);
    if (data.length < 1000) return found;
  }
}

/** The user with an id, undefined where there is none. */
export async function person(line: Line, id: string): Promise<Fields | undefined> {
  return (await people(line, { userIds: [id] }))[0];
}

/** An answer that carries the user as the user is by now. */
export async function told(line: Line, status: number, id: string): Promise<Response> {
  return json(status, { user: await person(line, id) });
}

/** A group and who joins or leaves it. */
export interface Move {
  readonly userIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly field: 'classIds' | 'cohortIds';
}

/** What one of `joins` or `leaves` asks for. */
export function moveOf({ path, id, body }: Ask): Move {
  const own = id.toLowerCase();
  const field = path.includes('cohorts') ? 'cohortIds' : 'classIds';
  if (/^\/(students|teachers)\//.test(path)) {
    return { userIds: [own], groupIds: ids(body[field]), field };
  }
  return { userIds: ids(body['userIds']), groupIds: [own], field };
}

/** The groups of a move that exist. */
export async function knownGroups(line: Line, { groupIds, field }: Move): Promise<string[]> {
  const path = field === 'classIds' ? '/classes' : '/smart-ia/cohorts';
  const known: string[] = [];
  for (const id of groupIds) {
    if ((await line.call(`GET ${path}/${encodeURIComponent(id)}`)).status === 200) known.push(id);
  }
  return known;
}

/** The year that a create request means: the one it names, or the current one. */
export async function yearMeant(line: Line, payload: Fields): Promise<string> {
  const named = text(payload['academicYearId'])?.toLowerCase();
  if (named !== undefined) return named;
  const { body } = await line.call('GET /academic-years/current');
  return String(fields(body['academicYear'])['academicYearId'] ?? '');
}

/** All classes or all cohorts. */
export function groups(line: Line, path: string, query = new URLSearchParams()): Promise<Fields[]> {
  return allOf(line, path, query);
}
