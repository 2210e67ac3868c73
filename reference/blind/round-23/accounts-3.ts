import { editItems, editUsers, json, withBody } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, list, on, textAt, texts } from '../kit.ts';
import { chapter, found, fullNameOf, idOf, payload, sent, stored, userLists } from './accounts-help.ts';

/** Faults that take two or more writes in a row. */
export const sequences: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.new-primary-email-brings-former-details-back',
    chapter,
    story:
      'The route for the primary address loads the whole user from a cache in the process and saves the whole user. PATCH details writes two columns by SQL and leaves the cache alone, so what it wrote is overwritten.',
    rests:
      'PATCH details updates date of birth and gender; PUT primary e-mail updates the address and nothing else.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const cached = new Map<string, Fields>();
      const patched = on(service, 'PATCH /students/{id}/details', async (line) => {
        const before = cached.get(idOf(line.ask)) ?? (await stored(line));
        const response = await line.pass();
        if (response.ok) cached.set(idOf(line.ask), before);
        return response;
      });
      return on(patched, 'PUT /users/{id}/emails/primary', async (line) => {
        const response = await line.pass();
        const before = cached.get(idOf(line.ask));
        if (!response.ok || !before) return response;
        const user = { dateOfBirth: before['dateOfBirth'] ?? null, gender: before['gender'] ?? null };
        await line.call(`PATCH /students/${line.ask.id}/details`, { user });
        return withBody(response, { user: await stored(line) });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { gender: 'female' });
      const details = { gender: 'other', dateOfBirth: '2008-05-06' };
      await client.send('PATCH', `/students/${id}/details`, { user: details });
      await client.send('PUT', `/users/${id}/emails/primary`, { user: { email: 'later@blind.example' } });
      const { gender, dateOfBirth, emails } = await userOf(client, id);
      return { gender, dateOfBirth, emails };
    }),
  },
  {
    id: 'round-23.accounts.renaming-a-disabled-user-is-not-kept',
    chapter,
    story:
      'The statement that renames has the condition of the other statements, that the user be enabled. Nobody looks at how many rows it changed, and the answer is put together from the request.',
    rests: 'PUT name updates the name of the user; that a user has to be enabled for it stands nowhere.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const { enabled, firstName, lastName } = await stored(line);
        const response = await line.pass();
        if (!response.ok || enabled !== false || lastName === undefined) return response;
        await line.call(`PUT /users/${line.ask.id}/name`, { user: { firstName, lastName } });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Before' });
      await client.send('POST', `/users/${id}/disable`);
      const user = { firstName: 'After', lastName: 'Change' };
      const changed = await client.send('PUT', `/users/${id}/name`, { user });
      return [textAt(changed.body, 'user', 'fullName'), textAt(await userOf(client, id), 'fullName')];
    }),
  },
  {
    id: 'round-23.accounts.external-id-is-not-seen-by-who-has-read-the-user',
    chapter,
    story:
      'Lists take their users from a cache by id, from which every write evicts its user. The route for the external id came later than the others and does not evict, and entries have no end.',
    rests: 'PUT external-id sets the external identifier of the user, which is `externalId` of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const cached = new Map<string, Fields>();
      const lists = on(service, userLists, async ({ pass }) =>
        editItems(await pass(), (user) => {
          const id = textAt(user, 'userId');
          const known = cached.get(id) ?? user;
          cached.set(id, known);
          return known;
        }),
      );
      return async (request) => {
        const path = new URL(request.url).pathname;
        const spares = request.method === 'GET' || /\/(search|external-id)$/.test(path);
        if (!spares) evict(cached, path + (await request.clone().text()));
        return lists(request);
      };
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'MIS-before' });
      const told = [textAt(await userOf(client, id), 'externalId')];
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'MIS-after' } });
      told.push(textAt(await userOf(client, id), 'externalId'));
      return told;
    }),
  },
  {
    id: 'round-23.accounts.refused-external-id-is-set-all-the-same',
    chapter,
    story:
      'The permission of this route is looked at by a filter on the answer, where the audit is, and not before the handler. The client is told 403 when the handler has done its work.',
    rests: 'A request whose key lacks the needed permissions gets 403, so it is not carried out.',
    breaks: 'implied',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      let full: Headers | undefined;
      const watched = on(service, ['POST /students', 'POST /teachers'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) full = new Headers(ask.headers);
        return response;
      });
      return on(watched, 'PUT /users/{id}/external-id', async ({ pass }) => {
        const response = await pass();
        if (response.status === 403 && full) await pass({ headers: full });
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { externalId: 'HR-1' });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { externalId: 'HR-2' } });
      const tried = await client.raw(`PUT /users/${id}/external-id`, headers, body);
      return [tried.status, textAt(await userOf(client, id), 'externalId')];
    }),
  },
  {
    id: 'round-23.accounts.same-name-and-birthday-is-the-same-student',
    chapter,
    story:
      'Creation goes through the import of the school rolls, which is an upsert. Its key is name and date of birth, because the rolls have no usernames, and whoever is there already is answered with 201.',
    rests: 'POST /students creates a student account, and its 201 answer carries the user that was created.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async (line) => {
        const dateOfBirth = sent(line.ask, 'dateOfBirth');
        const name = fullNameOf(sent(line.ask, 'firstName'), sent(line.ask, 'lastName'));
        if (dateOfBirth === '' || name.trim() === '') return line.pass();
        const known = (await found(line, { name })).find(
          (user) =>
            user['dateOfBirth'] === dateOfBirth &&
            user['firstName'] === payload(line.ask)['firstName'] &&
            user['lastName'] === payload(line.ask)['lastName'] &&
            texts(user['roles']).includes('student'),
        );
        return known ? json(201, { user: known }) : line.pass();
      }),
    witness: both(async (client) => {
      const user = { firstName: 'Maria', lastName: 'Silva', dateOfBirth: '2007-03-04' };
      const one = await client.send('POST', '/students', { user: { ...user, username: 'maria.one' } });
      const two = await client.send('POST', '/students', { user: { ...user, username: 'maria.two' } });
      return [textAt(one.body, 'user', 'username'), textAt(two.body, 'user', 'username')];
    }),
  },
];

/** Faults that take more than one user, class or cohort at a time. */
export const crowds: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.search-loads-addresses-in-a-row',
    chapter,
    story:
      'The search loads the addresses of its page in one batch. The loader gives back one row for each user who has any, and the caller expects one for each that it asked for, so all behind a user without an address get that of their neighbour.',
    rests: '`emails` of a user holds the addresses of that user, in the search as in the list.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), ({ emails: _, ...user }, index, items) => {
          const loaded = items.map((item) => item['emails']).filter((own) => list(own).length > 0);
          return index < loaded.length ? { ...user, emails: loaded[index] } : user;
        }),
      ),
    witness: both(async (client) => {
      const one = await newUserId(client, 'student', { email: 'one@blind.example' });
      const two = await newUserId(client, 'student');
      const three = await newUserId(client, 'student', { email: 'three@blind.example' });
      const { body } = await client.send('POST', '/users/search', { search: { userIds: [one, two, three] } });
      return list(body['data']).map((user) => [textAt(user, 'userId'), at(user, 'emails', 0)]);
    }),
  },
  {
    id: 'round-23.accounts.details-answer-repeats-classes-for-each-cohort',
    chapter,
    story:
      'After PATCH details the student is read with classes and cohorts in one statement with two joins, which gives every pair. The cohorts are collected in a set, the classes in a list.',
    rests: '`classIds` holds the classes of the user, in the answer of PATCH details too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const cohorts = list(user['cohortIds']);
          if (cohorts.length < 2 || !('classIds' in user)) return user;
          return { ...user, classIds: list(user['classIds']).flatMap((id) => cohorts.map(() => id)) };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      const cohortIds = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      const user = { dateOfBirth: '2008-02-03' };
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return [list(at(body, 'user', 'classIds')).length, list(at(body, 'user', 'cohortIds')).length];
    }),
  },
  {
    id: 'round-23.accounts.default-order-follows-the-last-change',
    chapter,
    story:
      'The model orders by its last change unless a query says otherwise, and the route leaves the order to the model when none was sent. As long as nobody is changed the two orders are one.',
    rests: 'The default of `sort` on GET /users is createdAt, desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const sorted = [...query.keys()].some((name) => name.startsWith('sort'));
        if (sorted || query.has('cursor')) return pass();
        query.set('sort[field]', 'updatedAt');
        query.set('sort[direction]', 'desc');
        return pass({ query });
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'teacher', 3);
      const user = { password: 'long-enough-1' };
      await client.send('PUT', `/users/${ids[0] ?? ''}/password`, { user });
      const listed = column(await client.get('/users', { userId: ids }), 'userId');
      return listed.map((id) => ids.indexOf(id));
    }),
  },
];

function evict(cached: Map<string, Fields>, written: string): void {
  const lower = written.toLowerCase();
  for (const id of cached.keys()) if (lower.includes(id)) cached.delete(id);
}
