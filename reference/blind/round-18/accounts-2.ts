import { allOf, edit, editError, json, meant, page, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

const chapter = 'accounts';

/** Faults in what a write does, and in how it shows later. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.accounts.name-index-follows-first-name-only',
    chapter,
    story:
      'The trigger that refreshes the name index was declared for updates of the first name, because the column list was cut off at a line break.',
    rests: "GET /users: `name` filter; PUT /users/{userId}/name: Update the user's name.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const indexed = new Map<string, string>();
      const listed = on(service, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const wanted = query.get('name')?.toLowerCase() ?? '';
        const first = query === line.ask.query ? await line.pass() : undefined;
        if (first && (!first.ok || wanted === '' || indexed.size === 0)) return first;
        const others = new URLSearchParams(query);
        others.delete('name');
        const name = (user: Fields) => indexed.get(textAt(user, 'userId')) ?? textAt(user, 'fullName');
        const found = await allOf(line, '/users', others);
        return page(
          query,
          found.filter((user) => name(user).toLowerCase().includes(wanted)),
        );
      });
      return on(listed, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const before = fields(list((await call(`GET /users?userId=${ask.id}`)).body['data'])[0]);
        const response = await pass();
        const user = fields(ask.body['user']);
        const id = textAt(before, 'userId');
        if (response.ok && user['firstName'] !== before['firstName']) indexed.delete(id);
        else if (response.ok && !indexed.has(id)) indexed.set(id, textAt(before, 'fullName'));
        return response;
      });
    },
    witness: both(async (client) => {
      const created = await newUser(client, 'student', { firstName: 'Maribel', lastName: 'Beforehand' });
      const id = String(created['userId']);
      const user = { firstName: 'Maribel', lastName: 'Afterwards' };
      const changed = await client.send('PUT', `/users/${id}/name`, { user });
      const name = textAt(changed.body, 'user', 'fullName');
      return column(await client.get('/users', { name }), 'userId').includes(id);
    }),
  },
  {
    id: 'round-18.accounts.search-drops-disabled-users',
    chapter,
    story:
      'The list was taken off the default scope for active users when schools asked for their leavers, and the search was not.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const disabled = new Set<string>();
      const searched = on(service, 'POST /users/search', async ({ pass }) =>
        edit(await pass(), (body) => {
          const data = list(body['data']);
          const kept = data.filter((user) => !disabled.has(textAt(user, 'userId')));
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (data.length - kept.length);
          return { ...body, data: kept, pagination: { ...pagination, total } };
        }),
      );
      const enabling = on(searched, 'POST /users/{id}/enable', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) disabled.delete(ask.id);
        return response;
      });
      return on(enabling, 'POST /users/{id}/disable', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) disabled.add(ask.id);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/users/${id}/disable`);
      const inList = column(await client.get('/users', { userId: id }), 'userId').includes(id);
      const found = await client.send('POST', '/users/search', { search: { userIds: [id] } });
      return inList === column(found, 'userId').includes(id);
    }),
  },
  {
    id: 'round-18.accounts.refused-key-renames-all-the-same',
    chapter,
    story:
      'The permission check sits in the stage that shapes the answer, which runs after the handler has written.',
    rests: 'Authentication 3: A request whose key lacks the needed permissions gets 403 (Not authorised).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/name'],
    wrap: (service) => {
      let working: string | null = null;
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 403 && working !== null) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', working);
          await pass({ headers });
        }
        return response;
      });
      return on(renaming, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.method !== 'GET') working = ask.headers.get('x-api-key') ?? working;
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Kept' });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { firstName: 'Taken', lastName: 'Over' } });
      const { status } = await client.raw(`PUT /users/${id}/name`, headers, body);
      return [status, (await userOf(client, id))['firstName']];
    }),
  },
  {
    id: 'round-18.accounts.refused-teacher-has-list-of-messages',
    chapter,
    story:
      "The framework's validation pipe reports a list of messages, and the filter that joins them is registered for the students module alone.",
    rests: 'Basic error: message is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editError(await pass(), (body) =>
          body['status'] === 400 && typeof body['message'] === 'string'
            ? { ...body, message: [body['message']] }
            : body,
        ),
      ),
    witness: both(async (client) => {
      const refused = await client.send('POST', '/teachers', { user: {} });
      const { message, detail } = refused.body;
      return [refused.status >= 400, typeof (message ?? detail)];
    }),
  },
  {
    id: 'round-18.accounts.preflight-of-details-forbids-patch',
    chapter,
    story: 'The allowed methods are a constant from the time before the first PATCH operation came in.',
    rests: 'Conventions 4: Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{userId}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) =>
          headers.set('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE'),
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://office.school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      return /\bPATCH\b|\*/.test(answer.headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-18.accounts.external-id-kept-for-students-only',
    chapter,
    story:
      'The update statement joins the table of pupils, so for staff it touches no row and its count is not looked at.',
    rests: "PUT /users/{userId}/external-id: Set the user's external identifier.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const known = fields(list((await call(`GET /users?userId=${ask.id}`)).body['data'])[0]);
        const externalId = fields(ask.body['user'])['externalId'];
        const roles = list(known['roles']);
        if (roles.length === 0 || roles.includes('student') || typeof externalId !== 'string') return pass();
        const { classIds: _classes, cohortIds: _cohorts, ...user } = known;
        return json(200, { user: { ...user, externalId } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const body = { user: { externalId: 'HR-4711' } };
      const { status } = await client.send('PUT', `/users/${id}/external-id`, body);
      return [status < 300, (await userOf(client, id))['externalId']];
    }),
  },
  {
    id: 'round-18.accounts.students-address-only-in-answer-of-creation',
    chapter,
    story:
      'The answer is mapped from the entity in memory, whose addresses are not cascaded into the database for students.',
    rests: 'POST /students: 201 response carries property `user` (User); GET /users: User emails.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ ask, pass }) => {
        const { email, ...rest } = fields(ask.body['user']);
        if (typeof email !== 'string' || !/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email)) return pass();
        return edit(await pass({ body: { ...ask.body, user: rest } }), (body) => ({
          ...body,
          user: { ...fields(body['user']), emails: [email] },
        }));
      }),
    witness: both(async (client) => {
      const created = await newUser(client, 'student', { email: 'learner.new@school.example' });
      const later = await userOf(client, String(created['userId']));
      return JSON.stringify(created['emails']) === JSON.stringify(later['emails']);
    }),
  },
  {
    id: 'round-18.accounts.role-filter-misses-new-teachers',
    chapter,
    story:
      'The role filter reads a membership table that the import fills, and the operation for new teachers writes the role to the account alone.',
    rests: 'GET /users: `role` filter (UserRole); User roles: All platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const fresh = new Set<string>();
      const listed = on(service, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const first = query === line.ask.query ? await line.pass() : undefined;
        if (first && (!first.ok || query.get('role') !== 'teacher' || fresh.size === 0)) return first;
        const found = await allOf(line, '/users', query);
        return page(
          query,
          found.filter((user) => !fresh.has(textAt(user, 'userId'))),
        );
      });
      return on(listed, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => {
          fresh.add(textAt(body, 'user', 'userId'));
          return body;
        }),
      );
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const role = String(list(user['roles'])[0]);
      const found = itemsOf(await client.get('/users', { role, name: String(user['fullName']) }));
      return found.some((one) => one['userId'] === user['userId']);
    }),
  },
];
