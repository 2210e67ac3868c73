import { editUsers } from '../answers.ts';
import { type Fields, fields, type Line, list, on, type Service, texts } from '../kit.ts';

/** The operations whose answers hold users. */
export const userRoutes = [
  'GET /users',
  'POST /users/search',
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** The service with every user in its answers changed. */
export function showUsers(
  service: Service,
  change: (user: Fields) => Fields,
  routes: readonly string[] = userRoutes,
): Service {
  return on(service, routes, async ({ pass }) => editUsers(await pass(), change));
}

/** The users with these ids as they are now, in no particular order. */
export async function usersNow(line: Line, userIds: readonly string[]): Promise<Fields[]> {
  const { body } = await line.call('POST /users/search', { search: { userIds }, limit: 1000 });
  return list(body['data']).map(fields);
}

/** The user with that id as it is now, an empty object if there is none. */
export async function userNow(line: Line, userId: string): Promise<Fields> {
  return (await usersNow(line, [userId]))[0] ?? {};
}

/** The ids of a list in the body of a request, in lower case. */
export function idsIn({ ask }: Pick<Line, 'ask'>, name: string): string[] {
  return texts(ask.body[name]).map((id) => id.toLowerCase());
}

/** Whether a request writes. */
export function isWrite({ ask }: Line): boolean {
  return ask.method !== 'GET' && ask.method !== 'OPTIONS' && !ask.path.endsWith('/search');
}
