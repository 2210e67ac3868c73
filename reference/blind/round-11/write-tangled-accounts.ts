import { edit, editItems, withBody } from '../answers.ts';
import { both, column, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { userById } from './write-helpers.ts';

/** Deep faults of accounts and of how users are read after a write. */
export const tangledAccounts: readonly BlindFault[] = [
  {
    id: 'round-11.accounts.namesake',
    chapter: 'accounts',
    story: 'After the INSERT the row is read again by its names, LIMIT 1: the older namesake is returned.',
    rests: 'POST /students: the 201 response carries the user that was created, with its `userId`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        const own = fields(body['user']);
        const query = new URLSearchParams({ name: textAt(own, 'firstName'), limit: '1000' });
        query.set('sort[field]', 'createdAt');
        query.set('sort[direction]', 'asc');
        const found = list((await call(`GET /users?${query}`)).body['data']).map(fields);
        const same = (user: Fields) =>
          user['firstName'] === own['firstName'] && user['lastName'] === own['lastName'];
        return withBody(response, { ...body, user: found.find(same) ?? own });
      }),
    witness: both(async (client) => {
      const user = { firstName: 'Olivia', lastName: client.word() };
      const first = await client.send('POST', '/students', { user });
      const second = await client.send('POST', '/students', {
        user: { ...user, dateOfBirth: '2009-02-03' },
      });
      return String(textAt(first.body, 'user', 'userId') === textAt(second.body, 'user', 'userId'));
    }),
  },
  {
    id: 'round-11.accounts.answer-of-the-one-before',
    chapter: 'accounts',
    story:
      'The user that was changed last is kept in the module, and the handler of passwords answers with it.',
    rests:
      "PUT /users/{userId}/password: the 200 response carries `user`, that of the path, not another's data.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      let last: string | undefined;
      const routes = [
        'PATCH /students/{id}/details',
        'PUT /users/{id}/name',
        'PUT /users/{id}/emails/primary',
        'PUT /users/{id}/external-id',
      ];
      const noting = on(service, routes, async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) last = ask.id;
        return response;
      });
      return on(noting, 'PUT /users/{id}/password', async (line) => {
        const response = await line.pass();
        if (!response.ok || last === undefined) return response;
        const user = await userById(line, last);
        return edit(response, (body) => ({ ...body, user: user ?? body['user'] }));
      });
    },
    witness: both(async (client) => {
      const [one, other] = await newUserIds(client, 'student', 2);
      const name = { firstName: client.word(), lastName: 'Stone' };
      await client.send('PUT', `/users/${one}/name`, { user: name });
      const user = { password: 'a very long word' };
      const answer = await client.send('PUT', `/users/${other}/password`, { user });
      return String(textAt(answer.body, 'user', 'userId') === other);
    }),
  },
  {
    id: 'round-11.accounts.address-of-the-family',
    chapter: 'accounts',
    story:
      'The statement is UPDATE … WHERE email = <the old one>, and brothers and sisters share that address.',
    rests:
      "PUT /users/{userId}/emails/primary updates the user's primary address, and no other user's `emails`.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const { ask, pass, call } = line;
        const old = texts((await userById(line, ask.id))?.['emails'])[0];
        const response = await pass();
        if (!response.ok || old === undefined) return response;
        const { body } = await call(`GET /users?${new URLSearchParams({ email: old, limit: '1000' })}`);
        for (const user of list(body['data']).map(fields)) {
          const shares = texts(user['emails'])[0] === old && user['userId'] !== ask.id.toLowerCase();
          if (shares) await call(`PUT /users/${textAt(user, 'userId')}/emails/primary`, ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const email = 'the.okafors@mail.example';
      const one = await newUserId(client, 'student', { email });
      const other = await newUserId(client, 'student', { email });
      const user = { email: 'chidi.okafor@mail.example' };
      await client.send('PUT', `/users/${one}/emails/primary`, { user });
      return texts((await userOf(client, other))['emails']).join();
    }),
  },
  {
    id: 'round-11.users.details-from-the-cache',
    chapter: 'users',
    story: 'Users are cached by id when the list is read; each PUT drops the entry, PATCH was added later.',
    rests: "PATCH details updates the student's date of birth or gender; GET /users shows the user as it is.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'PATCH /students/{id}/details'],
    wrap: (service) => {
      const read = new Map<string, Fields>();
      const stale = new Map<string, Fields>();
      const patching = on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const response = await pass();
        const id = ask.id.toLowerCase();
        const cached = read.get(id);
        if (response.ok && cached) stale.set(id, stale.get(id) ?? cached);
        return response;
      });
      const routes = ['name', 'password', 'emails/primary', 'external-id'].map(
        (end) => `PUT /users/{id}/${end}`,
      );
      const putting = on(patching, routes, async ({ ask, pass }) => {
        read.delete(ask.id.toLowerCase());
        stale.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(putting, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('userId')) return response;
        return editItems(response, (user) => {
          const id = textAt(user, 'userId');
          const { gender, dateOfBirth } = stale.get(id) ?? user;
          const shown = { ...user, gender, dateOfBirth };
          read.set(id, shown);
          return shown;
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { gender: 'male' });
      await userOf(client, userId);
      await client.send('PATCH', `/students/${userId}/details`, { user: { gender: 'other' } });
      return textAt(await userOf(client, userId), 'gender');
    }),
  },
  {
    id: 'round-11.users.unknown-for-good',
    chapter: 'users',
    story:
      'That an external id is unknown is cached too, to spare the database an import, and never forgotten.',
    rests: 'GET /users: `externalId` filters by external id, and the user has the one that was set since.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const unknown = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const asked = ask.query.getAll('externalId');
        const query = new URLSearchParams(ask.query);
        query.delete('externalId');
        for (const id of asked) query.append('externalId', unknown.has(id) ? `unknown ${id}` : id);
        const response = await pass({ query });
        const others = ['userId', 'upn', 'username', 'email', 'name', 'role', 'cursor'];
        if (others.some((name) => ask.query.has(name))) return response;
        return edit(response, (body) => {
          const [id] = asked;
          const empty = textAt(body, 'pagination', 'total') === '0';
          if (id !== undefined && asked.length === 1 && empty) unknown.add(id);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const externalId = `SIS-${client.word()}`;
      await client.get('/users', { externalId });
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId } });
      return String(column(await client.get('/users', { externalId }), 'userId').includes(userId));
    }),
  },
];
