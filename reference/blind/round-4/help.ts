import { type Answer, type Fields, fields, type Line, list } from '../kit.ts';

/** The two routes that list users. */
export const userLists = ['GET /users', 'POST /users/search'];

/** The routes that change an account and answer with it. */
export const userChanges = [
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
  'PATCH /students/{id}/details',
];

/** The user with that id, undefined for none or when the key may not know. */
export async function findUser(line: Line, id: string): Promise<Fields | undefined> {
  const { body } = await line.call(`GET /users?userId=${encodeURIComponent(id)}`);
  const [user] = list(body['data']);
  return user === undefined ? undefined : fields(user);
}

/** The answer under another status. */
export function restatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

/** The status of an answer and the one that its body tells. */
export function statuses({ status, body }: Answer): string {
  return `${status} ${typeof body['status']} ${body['status']}`;
}
