import { edit, json } from '../answers.ts';
import { both, column, newUser, newUserId, paginationOf, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { found, overlay, payloadOf, refill, userIn, userLists } from './accounts-common.ts';

/** Faults off the plainest path: creations, caches, and fields that a change reaches or misses. */
export const more: readonly BlindFault[] = [
  {
    id: 'round-20.names.new-first-name-alone-does-not-move-updated-at',
    chapter: 'names',
    story: 'The dirty check of names was copied for the second name and both lines compare the last name.',
    rests: 'User: updatedAt, When the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const held = new Map<string, { readonly real: string; readonly shown: string }>();
      const renaming = on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await found(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        const user = await userIn(response);
        const id = textAt(user, 'userId');
        if (user['lastName'] !== before['lastName']) return response;
        const last = textAt(before, 'updatedAt');
        const kept = held.get(id);
        const shown = kept?.real === last ? kept.shown : last;
        held.set(id, { real: textAt(user, 'updatedAt'), shown });
        return response;
      });
      return overlay(renaming, (user) => {
        const kept = held.get(textAt(user, 'userId'));
        return kept?.real === user['updatedAt'] ? { ...user, updatedAt: kept?.shown } : user;
      });
    },
    witness: both(async (client) => {
      const { userId, lastName, updatedAt } = await newUser(client, 'teacher');
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName: 'Firsta', lastName } });
      const now = await userOf(client, String(userId));
      return [now['firstName'], now['updatedAt'] === updatedAt ? 'not moved' : 'moved'];
    }),
  },
  {
    id: 'round-20.email.filter-lowers-the-wanted-address-and-not-the-stored-one',
    chapter: 'email',
    story:
      'The filter was made to ignore case by lowering its value, and the column keeps the case that was typed at creation.',
    rests: 'GET /users: email; User: emails, array of string (email).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, userLists, async ({ ask, pass }) => {
        const wanted = ask.query.get('email') ?? textAt(ask.body, 'search', 'email');
        const response = await pass();
        if (wanted === '') return response;
        return edit(response, (body) =>
          refill(body, (user) => texts(user['emails']).includes(wanted.toLowerCase())),
        );
      }),
    witness: both(async (client) => {
      const email = 'Ann.Lee@School.example';
      const user = await newUser(client, 'teacher', { email });
      const listed = await client.get('/users', { email: textAt(user, 'emails', 0) });
      return [paginationOf(listed)['total'], column(listed, 'emails')];
    }),
  },
  {
    id: 'round-20.external-id.new-external-id-becomes-the-upn-of-a-pupil-who-had-one',
    chapter: 'external-id',
    story:
      'The setter serves the old MIS import too, where the one number of a pupil was both, so it replaces the UPN on file.',
    rests: "User: upn, Unique Pupil Number of the user; PUT external-id: Set the user's external identifier.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const replaced = new Map<string, string>();
      const setting = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const before = await found(line, line.ask.id);
        const response = await line.pass();
        const externalId = textAt(payloadOf(line), 'externalId');
        if (response.ok && externalId !== '' && textAt(before, 'upn') !== '') {
          replaced.set(textAt(before, 'userId'), externalId);
        }
        return response;
      });
      const shown = overlay(setting, (user) => {
        const upn = replaced.get(textAt(user, 'userId'));
        return upn === undefined ? user : { ...user, upn };
      });
      return on(shown, userLists, async ({ ask, pass }) => {
        const upns = [...ask.query.getAll('upn'), ...texts(at(ask.body, 'search', 'upns'))];
        const response = await pass();
        if (upns.length === 0) return response;
        return edit(response, (body) => refill(body, (user) => upns.includes(textAt(user, 'upn'))));
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { upn: 'A820200999001' });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'MIS-31' } });
      const { upn, externalId } = await userOf(client, id);
      return [upn, externalId];
    }),
  },
  {
    id: 'round-20.details.user-cache-is-not-dropped-by-the-patch-of-details',
    chapter: 'details',
    story:
      'Reads by user id are cached by address, and the cache is emptied by an interceptor that knows POST, PUT and DELETE, for PATCH came later.',
    rests:
      "PATCH details: Update the student's date of birth or gender; GET /users: userId, 200 `{ data: User[] }`.",
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const cache = new Map<string, { readonly status: number; readonly body: unknown }>();
      const emptying = on(service, '*', ({ ask, pass }) => {
        const reads = ask.method === 'GET' || ask.method === 'HEAD' || ask.path.endsWith('/search');
        if (!reads && ask.method !== 'PATCH') cache.clear();
        return pass();
      });
      return on(emptying, 'GET /users', async ({ ask, pass }) => {
        if (!ask.query.has('userId') || ask.query.has('cursor')) return pass();
        const name = `${ask.headers.get('x-api-key')} ${ask.query}`;
        const known = cache.get(name);
        if (known) return json(known.status, known.body);
        const response = await pass();
        if (response.ok) cache.set(name, { status: response.status, body: await response.clone().json() });
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2008-11-05' });
      const before = (await userOf(client, id))['dateOfBirth'];
      await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth: '2008-05-11' } });
      return [before, (await userOf(client, id))['dateOfBirth']];
    }),
  },
  {
    id: 'round-20.creation.namesake-is-taken-for-the-student-who-is-there',
    chapter: 'creation',
    story:
      'A guard against double clicks looks for a student of the same full name and returns that one with the usual 201.',
    rests: 'POST /students: Create a student account; 201 response carries property `user`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async (line) => {
        const payload = payloadOf(line);
        const [firstName, lastName] = [payload['firstName'], payload['lastName']];
        if (typeof firstName !== 'string' || typeof lastName !== 'string') return line.pass();
        const query = new URLSearchParams({ role: 'student', name: `${firstName} ${lastName}` });
        const there = list((await line.call(`GET /users?${query}`)).body['data'])
          .map(fields)
          .find((user) => user['firstName'] === firstName && user['lastName'] === lastName);
        return there ? json(201, { user: there }) : line.pass();
      }),
    witness: both(async (client) => {
      const name = { firstName: 'Mary', lastName: 'Witnessed' };
      const one = await newUser(client, 'student', { ...name, dateOfBirth: '2009-01-02' });
      const two = await newUser(client, 'student', { ...name, dateOfBirth: '2010-03-04' });
      return [one['userId'] === two['userId'] ? 'one account' : 'two accounts', two['dateOfBirth']];
    }),
  },
];
