import {
  type Answer,
  type Bench,
  type Fields,
  fields,
  type Keys,
  list,
  readAnswer,
  type Seen,
  textAt,
} from './kit.ts';

/** Parameters of a query; lists are repeated. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** How a witness speaks to a service. */
export interface Client {
  readonly keys: Keys;
  /** GET with the full key. */
  readonly get: (path: string, query?: Query) => Promise<Answer>;
  /** Any method with the full key and a JSON body. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** A request just so, without a key unless it is among the headers. */
  readonly raw: (route: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;
  /** The bytes of an answer to GET. */
  readonly bytes: (path: string) => Promise<Buffer>;
  /** A word that was not used before, the same on both services. */
  readonly word: () => string;
}

const base = 'http://blind.example/api/v1';

/** A client of a service. */
export function clientOf(service: Service, keys: Keys): Client {
  let words = 0;
  const keyed = { 'x-api-key': keys.full };
  return {
    keys,
    get: async (path, query = {}) =>
      readAnswer(await service(new Request(`${base}${path}${searchOf(query)}`, { headers: keyed }))),
    send: async (method, path, body) =>
      readAnswer(
        await service(
          new Request(base + path, {
            method,
            headers: { ...keyed, 'content-type': 'application/json' },
            body: body === undefined ? null : JSON.stringify(body),
          }),
        ),
      ),
    raw: async (route, headers = {}, body) => {
      const [method = '', target = ''] = route.split(' ');
      return readAnswer(await service(new Request(base + target, { method, headers, body: body ?? null })));
    },
    bytes: async (path) =>
      Buffer.from(await (await service(new Request(base + path, { headers: keyed }))).arrayBuffer()),
    word: () => {
      words += 1;
      return `Blind ${words}`;
    },
  };
}

type Service = Bench['healthy'];

function searchOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** A witness that does the same on both services and compares what it is told. */
export function both(script: (client: Client) => Promise<unknown>): (bench: Bench) => Promise<Seen> {
  return async ({ healthy, broken, keys }) => ({
    healthy: told(await script(clientOf(healthy, keys))),
    broken: told(await script(clientOf(broken, keys))),
  });
}

function told(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

/** The items of a list. */
export function itemsOf(answer: Answer): Fields[] {
  return list(answer.body['data']).map(fields);
}

/** One field of every item, as text. */
export function column(answer: Answer, ...keys: readonly string[]): string[] {
  return itemsOf(answer).map((item) => textAt(item, ...keys));
}

/** The `pagination` of a list. */
export function paginationOf(answer: Answer): Fields {
  return fields(answer.body['pagination']);
}

/** The next cursor of a list, '' for none. */
export function nextOf(answer: Answer): string {
  return textAt(answer.body, 'pagination', 'nextCursor');
}

/** Creates a student or teacher and returns the user. */
export async function newUser(
  client: Client,
  role: 'student' | 'teacher',
  more: Fields = {},
): Promise<Fields> {
  const user = { firstName: client.word(), lastName: 'Witness', ...more };
  return fields((await client.send('POST', `/${role}s`, { user })).body['user']);
}

/** The id of a new student or teacher. */
export async function newUserId(
  client: Client,
  role: 'student' | 'teacher',
  more: Fields = {},
): Promise<string> {
  return textAt(await newUser(client, role, more), 'userId');
}

/** Creates so many students or teachers and returns their ids. */
export async function newUserIds(
  client: Client,
  role: 'student' | 'teacher',
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await newUserId(client, role));
  return ids;
}

/** Creates a class and returns its id. */
export async function newClassId(client: Client, more: Fields = {}): Promise<string> {
  const created = await client.send('POST', '/classes', { class: { name: client.word(), ...more } });
  return textAt(created.body, 'class', 'classId');
}

/** Creates a cohort and returns its id. */
export async function newCohortId(client: Client, more: Fields = {}): Promise<string> {
  const created = await client.send('POST', '/smart-ia/cohorts', {
    cohort: { name: client.word(), ...more },
  });
  return textAt(created.body, 'cohort', 'cohortId');
}

/** The user with that id, as the list has it. */
export async function userOf(client: Client, userId: string): Promise<Fields> {
  return itemsOf(await client.get('/users', { userId }))[0] ?? {};
}

/** Which of these users, in their order, have that class or cohort: `101`. */
export async function membersAmong(
  client: Client,
  ids: readonly string[],
  field: 'classIds' | 'cohortIds',
  groupId: string,
): Promise<string> {
  const found = await client.send('POST', '/users/search', { search: { userIds: ids }, limit: 1000 });
  const inside = new Set(
    itemsOf(found)
      .filter((user) => list(user[field]).includes(groupId))
      .map((user) => user['userId']),
  );
  return ids.map((id) => (inside.has(id) ? '1' : '0')).join('');
}

/** The ids of the tests. */
export async function testIds(client: Client): Promise<string[]> {
  return column(await client.get('/smart-ia/tests'), 'testId');
}

/** An id that nothing has. */
export const nobody = '00000000-0000-4000-8000-00000000dead';
