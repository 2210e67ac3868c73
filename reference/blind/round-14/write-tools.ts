import { editUsers } from '../answers.ts';
import { type Client, column, newUserIds } from '../client.ts';
import { at, type Fields, fields, type Line, list, on, type Service, textAt } from '../kit.ts';

/** Every operation whose answer may hold users. */
const userRoutes = [
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

/** The service with every user that it shows changed. */
export function showing(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, userRoutes, async ({ pass }) => editUsers(await pass(), change));
}

/** The user with that id, as a fault reads it; `{}` for none. */
export async function userIn(line: Line, userId: string): Promise<Fields> {
  return fields(at((await line.call(`GET /users?userId=${userId}`)).body, 'data', 0));
}

/** The users with these ids, or all, as a fault reads them. */
export async function usersIn(line: Line, userIds?: readonly string[]): Promise<Fields[]> {
  const search = userIds === undefined ? {} : { userIds };
  const found: Fields[] = [];
  for (let offset = 0; ; offset += 500) {
    const { body } = await line.call('POST /users/search', { search, limit: 500, offset });
    const data = list(body['data']).map(fields);
    found.push(...data);
    if (data.length < 500) return found;
  }
}

/** The object that a body wraps. */
export function payload(line: Line, wrapper: string): Fields {
  return fields(line.ask.body[wrapper]);
}

/** The id of the current academic year, as a fault reads it. */
export async function currentYearIn(line: Line): Promise<string> {
  return textAt((await line.call('GET /academic-years/current')).body, 'academicYear', 'academicYearId');
}

/** The ids of so many students or teachers: those there are, and new ones where they don't suffice. */
export async function idsOf(client: Client, role: 'student' | 'teacher', count: number): Promise<string[]> {
  const found = column(await client.get('/users', { role, limit: Math.min(100, count) }), 'userId');
  return [...found, ...(await newUserIds(client, role, count - found.length))];
}
