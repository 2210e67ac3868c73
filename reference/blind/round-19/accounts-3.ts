import { json, withHeaders } from '../answers.ts';
import { both, column, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { lacking, rowOf, showing, userLists, without } from './accounts-help.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.details.preflight-does-not-know-patch',
    chapter: 'details',
    story:
      'The list of methods in the CORS settings was written when there were GET, POST, PUT and DELETE only.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        }),
      ),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const { status, headers } = await client.raw(`OPTIONS /students/${student}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key,content-type',
      });
      const methods = headers.get('access-control-allow-methods') ?? '';
      return [status < 300, /\bPATCH\b|\*/.test(methods)];
    }),
  },
  {
    id: 'round-19.lookups.unknown-external-id-is-remembered-as-unknown',
    chapter: 'lookups',
    story:
      'Misses of the look-up by external id are cached against the nightly import, and creating an account does not clear them.',
    rests: 'GET /users: `externalId` finds the users with those identifiers from an outside system.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const misses = new Map<string, Fields>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const name = ask.query.toString();
        const missed = misses.get(name);
        if (missed) return json(200, missed);
        const response = await pass();
        if (!response.ok || !ask.query.has('externalId') || ask.query.has('cursor')) return response;
        const body = fields(await response.clone().json());
        if (list(body['data']).length === 0 && !ask.query.has('offset')) misses.set(name, body);
        return response;
      });
    },
    witness: both(async (client) => {
      const externalId = 'SIS-blind-77';
      const before = column(await client.get('/users', { externalId }), 'userId');
      await newUserId(client, 'student', { externalId });
      const after = column(await client.get('/users', { externalId }), 'externalId');
      return [before, after];
    }),
  },
  {
    id: 'round-19.external-ids.leading-zeros-are-lost-when-set',
    chapter: 'external-ids',
    story:
      'The first outside system had numbers, and the operation still reads whatever looks like one as a number.',
    rests: 'PUT /users/{userId}/external-id sets the external identifier of the user, a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/external-id', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const sent = user['externalId'];
        if (typeof sent !== 'string' || !/^0\d+$/.test(sent)) return pass();
        const externalId = sent.replace(/^0+(?=\d)/, '');
        return pass({ body: { ...ask.body, user: { ...user, externalId } } });
      }),
    witness: both(async (client) => {
      const externalId = '0073105';
      const teacher = await newUserId(client, 'teacher');
      await client.send('PUT', `/users/${teacher}/external-id`, { user: { externalId } });
      const found = column(await client.get('/users', { externalId }), 'userId');
      return [(await userOf(client, teacher))['externalId'], found.includes(teacher)];
    }),
  },
  {
    id: 'round-19.enabling.disabling-frees-the-username-by-a-suffix',
    chapter: 'enabling',
    story:
      'Disabling is the old soft delete, which adds a suffix to the username so that the unique key is free again.',
    rests:
      'POST /users/{userId}/disable disables the user; `username` stays that of the user, and GET /users finds it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const off = new Set<string>();
      const switching = on(
        on(service, 'POST /users/{id}/disable', async ({ ask, pass }) => {
          const response = await pass();
          if (response.ok) off.add(ask.id.toLowerCase());
          return response;
        }),
        'POST /users/{id}/enable',
        async ({ ask, pass }) => {
          const response = await pass();
          if (response.ok) off.delete(ask.id.toLowerCase());
          return response;
        },
      );
      const listing = on(switching, userLists, async ({ ask, pass }) => {
        const response = await pass();
        const named = ask.query.has('username') || 'usernames' in fields(ask.body['search']);
        return named ? without(response, (user) => off.has(textAt(user, 'userId'))) : response;
      });
      return showing(listing, (user) =>
        off.has(textAt(user, 'userId')) ? { ...user, username: `${textAt(user, 'username')}~off` } : user,
      );
    },
    witness: both(async (client) => {
      const username = 'blind.leaver';
      const student = await newUserId(client, 'student', { username });
      await client.send('POST', `/users/${student}/disable`);
      const shown = (await userOf(client, student))['username'];
      return [shown, column(await client.get('/users', { username }), 'userId').includes(student)];
    }),
  },
  {
    id: 'round-19.details.values-of-one-student-go-on-to-the-next',
    chapter: 'details',
    story: 'Each payload is merged into an object of defaults that is made once when the module loads.',
    rests: 'PATCH /students/{userId}/details updates the date of birth or gender of that student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      let defaults: Fields = {};
      return on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        if (typeof ask.body['user'] !== 'object' || ask.body['user'] === null) return pass();
        const user = { ...defaults, ...fields(ask.body['user']) };
        const response = await pass({ body: { ...ask.body, user } });
        if (response.ok) defaults = user;
        return response;
      });
    },
    witness: both(async (client) => {
      const [one, two] = [await newUserId(client, 'student'), await newUserId(client, 'student')];
      const send = (id: string, user: Fields) => client.send('PATCH', `/students/${id}/details`, { user });
      await send(one, { dateOfBirth: '2008-11-30' });
      await send(two, { gender: 'female' });
      const { dateOfBirth, gender } = await userOf(client, two);
      return [gender, dateOfBirth ?? 'none'];
    }),
  },
  {
    id: 'round-19.emails.address-is-taken-from-whoever-had-it',
    chapter: 'emails',
    story:
      'The table of addresses has a unique key on the address, and the upsert sets its owner to the user at hand.',
    rests:
      'PUT /users/{userId}/emails/primary updates the address of that user; `emails` holds those of each.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const lost = new Map<string, Set<string>>();
      const lostBy = (user: Fields) => lost.get(textAt(user, 'userId')) ?? new Set<string>();
      const taking = on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const userId = line.ask.id.toLowerCase();
        lost.delete(userId);
        const email = textAt((await rowOf(line, userId))['emails'], 0);
        const { body } = await line.call(`GET /users?limit=1000&email=${encodeURIComponent(email)}`);
        for (const other of list(body['data']).map(fields)) {
          const otherId = textAt(other, 'userId');
          if (otherId !== userId) lost.set(otherId, lostBy(other).add(email.toLowerCase()));
        }
        return response;
      });
      const listing = on(taking, userLists, async ({ ask, pass }) => {
        const email = ask.query.get('email') ?? textAt(ask.body, 'search', 'email');
        const response = await pass();
        return email === '' ? response : without(response, (user) => lostBy(user).has(email.toLowerCase()));
      });
      return showing(listing, (user) => {
        const emails = texts(user['emails']).filter((email) => !lostBy(user).has(email.toLowerCase()));
        return emails.length > 0 ? { ...user, emails } : lacking(user, 'emails');
      });
    },
    witness: both(async (client) => {
      const email = 'parents@home.example';
      const elder = await newUserId(client, 'student', { email });
      const younger = await newUserId(client, 'student');
      await client.send('PUT', `/users/${younger}/emails/primary`, { user: { email } });
      return [(await userOf(client, elder))['emails'] ?? 'none', (await userOf(client, younger))['emails']];
    }),
  },
];
