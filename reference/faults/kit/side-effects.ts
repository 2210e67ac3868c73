import { bodyOf, objects, read } from './breaks.ts';
import type { Break, Json, Service } from './fault.ts';
import { ownerIn } from './ids.ts';

/** Sends another request with the same key, to a path below the base address. */
export function sendTo(
  request: Request,
  service: Service,
  [method, path]: readonly [method: string, path: string],
  body: Json,
): Promise<Response> {
  const headers = { 'x-api-key': request.headers.get('x-api-key') ?? '', 'content-type': 'application/json' };
  const url = new URL(`/api/v1${path}`, request.url);
  return service(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

/** Whom a request names, in its path or in its lists. */
export async function namedIn(request: Request): Promise<readonly string[]> {
  const lists = Object.values(await bodyOf(request)).filter((value) => Array.isArray(value));
  return [ownerIn(request), ...lists.flat().map(String)];
}

/** After a change that was accepted, does something to each of some users. */
export function also(
  who: (user: Json, named: readonly string[], all: readonly Json[]) => boolean,
  does: (
    user: Json,
    send: (to: readonly [string, string], body: Json) => Promise<Response>,
  ) => Promise<unknown>,
): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (!response.ok) return response;
    const named = await namedIn(request);
    const newest = objects((await read(request, service, '/users?limit=100'))['data']);
    for (const user of newest.filter((one) => who(one, named, newest)))
      await does(user, (to, body) => sendTo(request, service, to, body));
    return response;
  };
}

/** Whether a user is named by a request. */
export const isNamed = ({ userId }: Json, named: readonly string[]): boolean =>
  named.includes(String(userId));

/** Whether a user is not named, and is in a class or cohort that is. */
export const isBeside = (user: Json, named: readonly string[]): boolean =>
  !isNamed(user, named) && groupsOf(user).some((id) => named.includes(id));

/** Writes a name over that of a user. */
export const renaming: Parameters<typeof also>[1] = ({ userId }, send) =>
  send(['PUT', `/users/${userId}/name`], { user: { firstName: 'Roster', lastName: 'Copy' } });

/** Takes a user out of all classes, or all cohorts. */
export const leaving =
  (field: 'classIds' | 'cohortIds'): Parameters<typeof also>[1] =>
  async (user, send) => {
    const path = field === 'classIds' ? 'classes' : 'smart-ia/cohorts';
    const ids = (user[field] ?? []) as string[];
    for (const id of ids) await send(['DELETE', `/${path}/${id}/students`], { userIds: [user['userId']] });
  };

function groupsOf(user: Json): readonly string[] {
  return [user['classIds'], user['cohortIds']].flatMap((ids) => (Array.isArray(ids) ? ids.map(String) : []));
}
