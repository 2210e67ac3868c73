import { allOf, editUsers, meant, page } from '../answers.ts';
import { type Client, nobody, userOf } from '../client.ts';
import { type Fields, fields, type Line, list, on, type Service, textAt } from '../kit.ts';

/** The two operations that find users. */
export const reads = ['GET /users', 'POST /users/search'] as const;

/** Every operation that answers users after a change, apart from the two that find them. */
export const changes = [
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
] as const;

/** The user as it stands, seen from inside a fault. */
export async function userNow(line: Line, id: string): Promise<Fields> {
  const { body } = await line.call(`GET /users?userId=${id}`);
  return fields(list(body['data'])[0]);
}

/** The list of users with its items changed before they are cut into pages. */
export async function repaged(line: Line, change: (items: Fields[]) => Fields[]): Promise<Response> {
  const query = meant(line.ask);
  const first = await line.pass({ query });
  if (!first.ok || query.has('cursor')) return first;
  return page(query, change(await allOf(line, '/users', query)));
}

/** The service with each user that any operation answers changed. */
export function showing(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, [...reads, ...changes], async ({ pass }) => editUsers(await pass(), change));
}

/** The service with a note of the last key that was good for something. */
export function keyed(service: Service): { readonly service: Service; readonly key: () => string } {
  let key = '';
  const noting = on(service, '*', async ({ ask, pass }) => {
    const response = await pass();
    if (response.ok) key = ask.headers.get('x-api-key') ?? key;
    return response;
  });
  return { service: noting, key: () => key };
}

/** The headers of a request with another key. */
export function withKey(line: Line, key: string): Headers {
  const headers = new Headers(line.ask.headers);
  headers.set('x-api-key', key);
  return headers;
}

/** Changes the user by one of the PUT operations and returns the user of the answer. */
export async function put(client: Client, id: string, end: string, user: Fields): Promise<Fields> {
  return fields((await client.send('PUT', `/users/${id}/${end}`, { user })).body['user']);
}

/** One field of the user, as the list has it. */
export async function shown(client: Client, id: string, field: string): Promise<string> {
  return textAt(await userOf(client, id), field);
}

export { nobody };
