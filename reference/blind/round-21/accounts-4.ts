import { editUsers, json } from '../answers.ts';
import { both, clientOf, column, itemsOf, newUserId, userOf } from '../client.ts';
import {
  type BlindFault,
  type Fields,
  fields,
  type Line,
  list,
  on,
  type Service,
  textAt,
  texts,
} from '../kit.ts';
import { current, fault, idOf, isText, reads, seen, sent } from './accounts-help.ts';

const name = 'PUT /users/{id}/name';

/** Faults that take a combination: of keys, of accounts, of a change and a search. */
export const combinations: readonly BlindFault[] = [
  fault({
    name: 'a-name-change-that-is-refused-for-the-key-takes-place',
    story:
      'Permissions of this route are checked by a response filter, which replaces the answer with 403 after the handler has run and committed.',
    rests: 'A request whose key lacks the permission gets 403: not authorised (Authentication 3).',
    breaks: 'explicit',
    depth: 'deep',
    at: [name],
    wrap: (service) => {
      let able: string | undefined;
      const unchecked = on(service, name, async ({ pass, ask }) => {
        const response = await pass();
        if (response.status !== 403 || able === undefined) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', able);
        await pass({ headers });
        return response;
      });
      return noticing(unchecked, (key) => {
        able = key;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Rightful' });
      const answer = await client.raw(
        `PUT /users/${id}/name`,
        { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' },
        JSON.stringify({ user: { firstName: 'Wrongful', lastName: 'Witness' } }),
      );
      return [answer.status, seen(await userOf(client, id), 'fullName')];
    }),
  }),
  fault({
    name: 'a-student-with-the-e-mail-of-another-becomes-that-student',
    story:
      'Creation goes through the upsert of the nightly import, which finds accounts by their e-mail address. Siblings often come with the address of a parent.',
    rests: 'POST /students creates a student account; userId identifies one user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students', ...reads],
    wrap: (service) =>
      on(service, 'POST /students', async (line) => {
        const { email, firstName, lastName } = sent(line);
        if (!isText(email) || !isText(firstName) || !isText(lastName)) return line.pass();
        const query = new URLSearchParams({ email, role: 'student' });
        const found = fields(itemsOf(await line.call(`GET /users?${query}`))[0]);
        if (idOf(found) === '') return line.pass();
        const put = await line.call(`PUT /users/${idOf(found)}/name`, { user: { firstName, lastName } });
        return put.status === 200 ? json(201, put.body) : line.pass();
      }),
    witness: both(async (client) => {
      const email = 'parent@home.example';
      const first = await newUserId(client, 'student', { firstName: 'Elder', email });
      const second = await newUserId(client, 'student', { firstName: 'Younger', email });
      return [first !== second, seen(await userOf(client, first), 'fullName')];
    }),
  }),
  fault({
    name: 'a-student-refused-for-the-upn-is-there-all-the-same',
    story:
      'The pupil number lives in a table of its own. The user is inserted first, and the insert of a number that is taken fails outside the transaction.',
    rests: 'A request that is refused creates no account: only POST /students with 201 does.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /students', ...reads],
    wrap: (service) =>
      on(service, 'POST /students', async (line) => {
        const response = await line.pass();
        const { upn, ...others } = sent(line);
        if (response.status !== 400 || !isText(upn)) return response;
        const taken = itemsOf(await line.call(`GET /users?${new URLSearchParams({ upn })}`));
        if (taken.length > 0) await line.call('POST /students', { ...line.ask.body, user: others });
        return response;
      }),
    witness: both(async (client) => {
      const upn = 'Z820299000002';
      await newUserId(client, 'student', { upn });
      const user = { firstName: 'Refused', lastName: client.word(), upn };
      const answer = await client.send('POST', '/students', { user });
      return [answer.status, column(await client.get('/users', { name: user.lastName }), 'fullName')];
    }),
  }),
  fault({
    name: 'the-search-knows-users-by-the-name-they-had-first',
    story:
      'The search reads names from an index that is fed when an account is created. Renaming sends an event of another type, to which the indexer never subscribed.',
    rests: 'POST /users/search has the same filters and response as GET /users; name is one of them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const firstNames = new Map<string, string>();
      const renaming = on(service, name, async (line) => {
        const user = await current(line, line.ask.id);
        const response = await line.pass();
        if (user && response.ok && !firstNames.has(idOf(user))) {
          firstNames.set(idOf(user), textAt(user, 'fullName'));
        }
        return response;
      });
      return on(renaming, 'POST /users/search', (line) => searchByFirstNames(line, firstNames));
    },
    witness: both(async (client) => {
      const [before, after] = [client.word(), client.word()];
      const id = await newUserId(client, 'student', { lastName: before });
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Renamed', lastName: after } });
      const found = async (wanted: string) =>
        column(await client.send('POST', '/users/search', { search: { name: wanted } }), 'fullName');
      return [await found(before), await found(after)];
    }),
  }),
  fault({
    name: 'users-chosen-by-role-show-that-role-only',
    story:
      'The filter is put on the eager load of the roles, so the join that chooses the users also chooses which of their roles are loaded.',
    rests: 'roles: all platform roles of the user (User).',
    breaks: 'explicit',
    depth: 'deep',
    at: reads,
    wrap: (service) =>
      on(service, reads, async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? fields(ask.body['search'])['role'];
        const response = await pass();
        if (typeof role !== 'string') return response;
        return editUsers(response, (user) => ({
          ...user,
          roles: texts(user['roles']).filter((own) => own === role),
        }));
      }),
    witness: async ({ healthy, broken, keys }) => ({
      healthy: await rolesOfAdministrator(healthy, keys.full),
      broken: await rolesOfAdministrator(broken, keys.full),
    }),
  }),
];

async function rolesOfAdministrator(service: Service, full: string): Promise<string> {
  const client = clientOf(service, { full, restricted: '' });
  const found = await client.get('/users', { role: 'administrator', limit: 1 });
  return seen(itemsOf(found)[0], 'roles');
}

/** A service that tells of each key with which something below /users succeeded. */
function noticing(service: Service, tell: (key: string) => void): Service {
  return async (request) => {
    const key = request.headers.get('x-api-key');
    const { pathname } = new URL(request.url);
    const response = await service(request);
    const keyed = key !== null && !pathname.includes('/academic-years') && request.method !== 'OPTIONS';
    if (keyed && response.ok) tell(key);
    return response;
  };
}

/** The search, with its `name` compared to the first names of users who have been renamed. */
async function searchByFirstNames(line: Line, firstNames: ReadonlyMap<string, string>): Promise<Response> {
  const response = await line.pass();
  const search = fields(line.ask.body['search']);
  const { name: wanted, ...others } = search;
  if (!isText(wanted) || !response.ok || firstNames.size === 0) return response;
  const candidates = await idsFound(line, others);
  const byName = new Set(await idsFound(line, search));
  const matches = (id: string) => {
    const first = firstNames.get(id);
    return first === undefined ? byName.has(id) : first.toLowerCase().includes(wanted.toLowerCase());
  };
  const userIds = candidates.filter(matches);
  return line.pass({ body: { ...line.ask.body, search: { ...others, userIds } } });
}

async function idsFound({ call }: Line, search: Fields): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 1000) {
    const { body } = await call('POST /users/search', { search, limit: 1000, offset });
    const found = list(body['data']).map((user) => textAt(user, 'userId'));
    ids.push(...found);
    if (found.length < 1000) return ids;
  }
}
