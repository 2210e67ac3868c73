import { allOf, json, meant, page } from '../answers.ts';
import { both, column, newUser, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { rowOf } from './accounts-help.ts';

const sessionLists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
] as const;

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.enabling.enabling-brings-back-the-row-of-the-day-of-disabling',
    chapter: 'enabling',
    story:
      'Disabling copies the row to an archive, and enabling copies it back over whatever was changed since.',
    rests: 'POST /users/{userId}/enable enables the user; PUT /users/{userId}/name has updated the name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const archive = new Map<string, Fields>();
      const archiving = on(service, 'POST /users/{id}/disable', async (line) => {
        const response = await line.pass();
        if (response.ok) archive.set(line.ask.id.toLowerCase(), await rowOf(line, line.ask.id));
        return response;
      });
      return on(archiving, 'POST /users/{id}/enable', async (line) => {
        const { id } = line.ask;
        const response = await line.pass();
        const old = archive.get(id.toLowerCase());
        if (!response.ok || !old) return response;
        archive.delete(id.toLowerCase());
        const row = await rowOf(line, id);
        const { fullName, firstName, lastName, emails, externalId } = old;
        const put = (end: string, user: Fields) => line.call(`PUT /users/${id}/${end}`, { user });
        if (row['fullName'] !== fullName) await put('name', { firstName, lastName });
        if (row['externalId'] !== externalId) await put('external-id', { externalId: externalId ?? null });
        const email = textAt(emails, 0);
        if (email !== '' && textAt(row['emails'], 0) !== email) await put('emails/primary', { email });
        return response;
      });
    },
    witness: both(async (client) => {
      const student = await newUserId(client, 'student', { firstName: 'Before', externalId: 'OLD-1' });
      await client.send('POST', `/users/${student}/disable`);
      await client.send('PUT', `/users/${student}/name`, { user: { firstName: 'After', lastName: 'Leave' } });
      await client.send('PUT', `/users/${student}/external-id`, { user: { externalId: 'NEW-1' } });
      await client.send('POST', `/users/${student}/enable`);
      const { firstName, lastName, externalId } = await userOf(client, student);
      return [firstName, lastName, externalId];
    }),
  },
  {
    id: 'round-19.enabling.who-lacks-an-external-id-is-disabled-with-all-who-do',
    chapter: 'enabling',
    story:
      'Disabling was written for the import and updates by external id, where an absent one equals every other absent one.',
    rests: 'POST /users/{userId}/disable disables the user of the path.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/disable', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/disable', async (line) => {
        const response = await line.pass();
        if (!response.ok || 'externalId' in (await rowOf(line, line.ask.id))) return response;
        for (const user of await allOf(line, '/users', new URLSearchParams())) {
          if (!('externalId' in user)) await line.call(`POST /users/${textAt(user, 'userId')}/disable`);
        }
        return response;
      }),
    witness: both(async (client) => {
      const leaver = await newUserId(client, 'student');
      const other = await newUser(client, 'teacher');
      await client.send('POST', `/users/${leaver}/disable`);
      const after = await userOf(client, textAt(other, 'userId'));
      return [after['updatedAt'] === other['updatedAt'], after['enabled'] === other['enabled']];
    }),
  },
  {
    id: 'round-19.sessions.index-loses-them-when-the-learner-was-disabled',
    chapter: 'sessions',
    story:
      'The handler of the disabled event deletes the learner from the index of sessions, and there is no handler for enabled.',
    rests: 'GET /smart-ia/sessions searches both In Progress and Completed sessions; `userId` filters them.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) => {
      const gone = new Set<string>();
      const disabling = on(service, 'POST /users/{id}/disable', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) gone.add(ask.id.toLowerCase());
        return response;
      });
      return on(disabling, sessionLists, ({ ask, pass }) => {
        const ids = ask.query.getAll('userId');
        if (!ids.some((id) => gone.has(id.toLowerCase()))) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        for (const id of ids) {
          query.append('userId', gone.has(id.toLowerCase()) ? '00000000-0000-4000-8000-000000000000' : id);
        }
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const students = column(await client.get('/users', { role: 'student', limit: 30 }), 'userId');
      const total = async (userId: string) =>
        Number(paginationOf(await client.get('/smart-ia/sessions', { userId }))['total']);
      let userId = '';
      for (const id of students) if (userId === '' && (await total(id)) > 0) userId = id;
      const before = await total(userId);
      await client.send('POST', `/users/${userId}/disable`);
      await client.send('POST', `/users/${userId}/enable`);
      return [before, await total(userId)];
    }),
  },
  {
    id: 'round-19.sessions.come-once-for-every-name-the-learner-had',
    chapter: 'sessions',
    story:
      'Names moved into a table of versions, and the join of the sessions of a learner lacks the condition of the present one.',
    rests:
      'Pagination: `total` is the total number of results; a session is one attempt, with a unique identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) => {
      const names = new Map<string, number>();
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        const userId = ask.id.toLowerCase();
        if (response.ok) names.set(userId, (names.get(userId) ?? 1) + 1);
        return response;
      });
      return on(renaming, sessionLists, async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        if (!query.getAll('userId').some((id) => names.has(id.toLowerCase()))) return pass();
        const plain = await pass({
          query: new URLSearchParams([...query].filter(([name]) => name !== 'resumed')),
        });
        if (!plain.ok) return plain;
        const items = (await allOf(line, ask.path, query)).flatMap((session) =>
          Array.from({ length: names.get(textAt(session, 'user', 'userId')) ?? 1 }, () => session),
        );
        return items.length > 0 ? page(query, items) : plain;
      });
    },
    witness: both(async (client) => {
      const students = column(await client.get('/users', { role: 'student', limit: 30 }), 'userId');
      const total = async (userId: string) =>
        Number(paginationOf(await client.get('/smart-ia/sessions', { userId }))['total']);
      let userId = '';
      for (const id of students) if (userId === '' && (await total(id)) > 0) userId = id;
      const before = await total(userId);
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName: 'Just', lastName: 'Married' } });
      return [before, await total(userId)];
    }),
  },
  {
    id: 'round-19.lookups.new-last-name-alone-is-not-found',
    chapter: 'lookups',
    story:
      'The trigger that fills the column of the name search was declared for updates of the first name only.',
    rests: 'GET /users: `name` finds users by their name; PUT /users/{userId}/name updates it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const kept = new Map<string, string>();
      const renaming = on(service, 'PUT /users/{id}/name', async (line) => {
        const userId = line.ask.id.toLowerCase();
        const before = await rowOf(line, userId);
        const response = await line.pass();
        if (!response.ok) return response;
        const after = await rowOf(line, userId);
        if (after['firstName'] !== before['firstName']) kept.delete(userId);
        else kept.set(userId, kept.get(userId) ?? textAt(before, 'fullName'));
        return response;
      });
      return on(renaming, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const wanted = (query.get('name') ?? '').toLowerCase();
        if (wanted === '' || kept.size === 0) return line.pass();
        const clean = new URLSearchParams([...query].filter(([name]) => name !== 'resumed'));
        const plain = await line.pass({ query: clean });
        if (!plain.ok) return plain;
        const all = new URLSearchParams(query);
        all.delete('name');
        const items = (await allOf(line, '/users', all)).filter((user) => {
          const searched = kept.get(textAt(user, 'userId')) ?? textAt(user, 'fullName');
          return searched.toLowerCase().includes(wanted);
        });
        return page(query, items);
      });
    },
    witness: both(async (client) => {
      const student = await newUserId(client, 'student', { firstName: 'Vera', lastName: 'Blindmaiden' });
      const user = { firstName: 'Vera', lastName: 'Blindmarried' };
      await client.send('PUT', `/users/${student}/name`, { user });
      const found = async (name: string) => column(await client.get('/users', { name }), 'userId').length;
      return [await found('Vera Blindmarried'), await found('Vera Blindmaiden')];
    }),
  },
  {
    id: 'round-19.creation.second-twin-gets-the-account-of-the-first',
    chapter: 'creation',
    story:
      'A guard against double entry takes the same last name and date of birth for the same pupil, and answers what is there.',
    rests: 'POST /students creates a student account; the 201 response carries it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ ask, pass, call }) => {
        const { firstName, lastName, dateOfBirth } = fields(ask.body['user']);
        if (typeof firstName !== 'string' || typeof lastName !== 'string' || lastName === '') return pass();
        if (typeof dateOfBirth !== 'string') return pass();
        const name = encodeURIComponent(lastName);
        const { body } = await call(`GET /users?role=student&limit=1000&name=${name}`);
        const user = list(body['data'])
          .map(fields)
          .find((one) => one['lastName'] === lastName && one['dateOfBirth'] === dateOfBirth);
        return user ? json(201, { user }) : pass();
      }),
    witness: both(async (client) => {
      const twin = { lastName: 'Blindtwin', dateOfBirth: '2009-08-21' };
      const first = await newUser(client, 'student', { ...twin, firstName: 'Ada' });
      const second = await newUser(client, 'student', { ...twin, firstName: 'Bea' });
      return [first['userId'] !== second['userId'], second['firstName']];
    }),
  },
];
