import { allOf, meant, page } from '../answers.ts';
import { type Fields, type Line, on, textAt } from '../kit.ts';

type Service = Parameters<typeof on>[0];

/** The answer with another status. */
export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers });
}

/** The operations that answer users. */
export const userRoutes: readonly string[] = [
  'GET /users',
  'POST /users/search',
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
];

/** The answer to a list request with some items left out. */
export async function without(line: Line, path: string, drops: (item: Fields) => boolean): Promise<Response> {
  const query = meant(line.ask);
  const resumed = query !== line.ask.query;
  if (!resumed) {
    const response = await line.pass();
    if (!response.ok || query.has('cursor')) return response;
  }
  const items = await allOf(line, path, query);
  const kept = items.filter((item) => !drops(item));
  return kept.length === items.length && !resumed ? line.pass() : page(query, kept);
}

/** The user with that id, an empty object for none. */
export async function knownUser(line: Pick<Line, 'call'>, id: string): Promise<Fields> {
  const [user] = await allUsers(line, new URLSearchParams({ userId: id }));
  return user ?? {};
}

/** All users that a query chooses. */
export async function allUsers(line: Pick<Line, 'call'>, query: URLSearchParams): Promise<Fields[]> {
  const asked = { ...line, ask: askOf, pass: neverPass };
  return allOf(asked, '/users', query);
}

const askOf = {
  method: 'GET',
  path: '/users',
  id: '',
  query: new URLSearchParams(),
  body: {},
  text: '',
  headers: new Headers(),
};

function neverPass(): Promise<Response> {
  return Promise.reject(new TypeError('nothing to pass on'));
}

/** The service, with the ids of what a creation answers told to `note`. */
export function noting(
  service: Service,
  route: string,
  keys: readonly [string, string],
  note: (id: string) => void,
): Service {
  return on(service, route, async ({ pass }) => {
    const response = await pass();
    if (response.status === 201) note(textAt(await response.clone().json(), ...keys));
    return response;
  });
}
