import { read } from '../kit/breaks.ts';
import type { Break, Json, Service } from '../kit/fault.ts';

/** The id of the user in the path of a request; empty when there is none. */
export function userIdIn(request: Request): string {
  return /\/(?:students|teachers|users)\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1] ?? '';
}

/** The user in the path, as the list shows it now. */
export async function userNow(request: Request, service: Service): Promise<Json> {
  const { data } = await read(request, service, `/users?userId=${userIdIn(request)}`);
  return (data as Json[] | undefined)?.[0] ?? {};
}

/** Another request with the same key, to a path below the base address. */
export function requestTo(request: Request, method: string, path: string, body: unknown): Request {
  const headers = { 'x-api-key': request.headers.get('x-api-key') ?? '', 'content-type': 'application/json' };
  return new Request(new URL(`/api/v1${path}`, request.url), { method, headers, body: JSON.stringify(body) });
}

/** Whether a user is a teacher. */
export function isTeacher({ roles }: Json): boolean {
  return Array.isArray(roles) && roles.includes('teacher');
}

/** Answers a change of a teacher otherwise, and does nothing. */
export function forTeachers(otherwise: (user: Json) => Promise<Response>): Break {
  return async (request, service) => {
    const user = await userNow(request, service);
    return isTeacher(user) ? otherwise(user) : service(request);
  };
}
