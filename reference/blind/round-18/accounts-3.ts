import { setTimeout as wait } from 'node:timers/promises';
import { edit, editUsers, nothing, withText } from '../answers.ts';
import { both, column, itemsOf, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'accounts';
const reads = ['GET /users', 'POST /users/search'];
const typed = { 'content-type': 'application/json' };

/** Faults that need certain values, orders or combinations. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.accounts.password-answer-remembered-by-body',
    chapter,
    story:
      'The guard against double clicks remembers answers by a hash of the body and leaves the path out of it.',
    rests:
      "PUT /users/{userId}/password: Change the user's password; 200 response carries property `user` (User).",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/password'],
    wrap: (service) => {
      const answers = new Map<string, string>();
      return on(service, 'PUT /users/{id}/password', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const text = await response.text();
        const first = answers.get(ask.text) ?? text;
        answers.set(ask.text, first);
        return withText(response, first);
      });
    },
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'student'), await newUserId(client, 'student')];
      const right: boolean[] = [];
      for (const id of ids) {
        const body = { user: { password: 'Welcome-2026' } };
        const changed = await client.send('PUT', `/users/${id}/password`, body);
        right.push(textAt(changed.body, 'user', 'userId') === id);
      }
      return right;
    }),
  },
  {
    id: 'round-18.accounts.gender-of-student-before-leaks-into-next',
    chapter,
    story:
      'The mapper fills one form object that lives as long as the controller, and writes only the properties that were sent.',
    rests:
      'Conventions 3: Empty fields are omitted from a response; User gender; POST /students: Create a student account.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      let form: unknown;
      return on(service, 'POST /students', async ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const filled =
          form === undefined || 'gender' in user || !('firstName' in user) ? user : { ...user, gender: form };
        const response = await pass(filled === user ? {} : { body: { ...ask.body, user: filled } });
        if (response.ok && typeof user['gender'] === 'string') form = user['gender'];
        return response;
      });
    },
    witness: both(async (client) => {
      await newUserId(client, 'student', { gender: 'female' });
      return (await userOf(client, await newUserId(client, 'student')))['gender'] ?? 'none';
    }),
  },
  {
    id: 'round-18.accounts.repeated-disable-needs-no-key',
    chapter,
    story:
      'A replay layer answers repeats of calls without a body by their address alone, and it stands in front of the key check.',
    rests: 'Authentication 2: A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{userId}/enable', 'POST /users/{userId}/disable'],
    wrap: (service) => {
      const done = new Map<string, string>();
      return on(service, ['POST /users/{id}/enable', 'POST /users/{id}/disable'], async ({ ask, pass }) => {
        if (done.get(ask.id) === ask.path) return nothing();
        const response = await pass();
        if (response.ok) done.set(ask.id, ask.path);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      return (await client.raw(`POST /users/${id}/disable`)).status;
    }),
  },
  {
    id: 'round-18.accounts.double-first-name-is-split-at-first-blank',
    chapter,
    story:
      'The rename writes the full name only, and a database trigger from the old system cuts it into first and last name at the first blank.',
    rests: "PUT /users/{userId}/name: Update the user's name; User firstName and lastName.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{userId}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const { firstName: first, lastName: last } = user;
        if (typeof first !== 'string' || typeof last !== 'string' || last.trim() === '') return pass();
        const cut = first.indexOf(' ');
        if (cut < 1 || first.slice(cut).trim() === '') return pass();
        const changed = {
          ...user,
          firstName: first.slice(0, cut),
          lastName: `${first.slice(cut + 1)} ${last}`,
        };
        return pass({ body: { ...ask.body, user: changed } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Ana María', lastName: 'Lopes' };
      await client.send('PUT', `/users/${id}/name`, { user });
      const { firstName, lastName } = await userOf(client, id);
      return [firstName, lastName];
    }),
  },
  {
    id: 'round-18.accounts.students-without-details-share-one-row',
    chapter,
    story:
      'A student created without details is pointed at a common empty row of details, which the update then writes instead of making a copy.',
    rests: "PATCH /students/{userId}/details: Update the student's date of birth or gender.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{userId}/details', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const sharing = new Set<string>();
      const patched = on(service, 'PATCH /students/{id}/details', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok || !sharing.has(ask.id)) return response;
        for (const other of sharing) {
          if (other !== ask.id) await call(`PATCH /students/${other}/details`, ask.body);
        }
        return response;
      });
      return on(patched, 'POST /students', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          if (!('gender' in user) && !('dateOfBirth' in user)) sharing.add(textAt(user, 'userId'));
          return body;
        }),
      );
    },
    witness: both(async (client) => {
      const changed = await newUserId(client, 'student');
      const other = await newUserId(client, 'student');
      const body = { user: { dateOfBirth: '2008-03-09' } };
      await client.send('PATCH', `/students/${changed}/details`, body);
      return [await userOf(client, changed), await userOf(client, other)].map((user) =>
        textAt(user, 'dateOfBirth'),
      );
    }),
  },
  {
    id: 'round-18.accounts.id-in-upper-case-passes-by-the-key-check',
    chapter,
    story:
      'The key check is bound to a pattern of addresses that knows lower-case digits only, while the router takes ids in either case.',
    rests: 'Authentication 1 and 2: Every endpoint requires an API key; a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{userId}/name', 'PUT /users/{userId}/password', 'PUT /users/{userId}/emails/primary'],
    wrap: (service) => {
      let working: string | null = null;
      const ends = ['name', 'password', 'emails/primary'].map((end) => `PUT /users/{id}/${end}`);
      const open = on(service, ends, ({ ask, pass }) => {
        if (working === null || !/[A-F]/.test(ask.id)) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', working);
        return pass({ headers });
      });
      return on(open, ['POST /students', 'POST /teachers'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) working = ask.headers.get('x-api-key');
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { firstName: 'Locked' });
      const body = JSON.stringify({ user: { firstName: 'Broken', lastName: 'Into' } });
      const { status } = await client.raw(`PUT /users/${id.toUpperCase()}/name`, typed, body);
      return [status, (await userOf(client, id))['firstName']];
    }),
  },
  {
    id: 'round-18.accounts.external-id-resolved-from-first-look-up',
    chapter,
    story:
      'The resolver from external id to user keeps what it found, and only the removal of an account clears it.',
    rests:
      "GET /users: `externalId` filter; PUT /users/{userId}/external-id: Set the user's external identifier.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const resolved = new Map<string, string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const wanted = ask.query.getAll('externalId');
        const [value = ''] = wanted;
        if (wanted.length !== 1 || [...ask.query.keys()].length > 1) return pass();
        const known = resolved.get(value);
        if (known !== undefined) return pass({ query: new URLSearchParams({ userId: known }) });
        return edit(await pass(), (body) => {
          const data = list(body['data']);
          if (data.length === 1) resolved.set(value, textAt(data, 0, 'userId'));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const former = await newUserId(client, 'student', { externalId: 'BLIND-77' });
      const found = () => client.get('/users', { externalId: 'BLIND-77' });
      const before = column(await found(), 'userId').includes(former);
      await client.send('PUT', `/users/${former}/external-id`, { user: { externalId: 'BLIND-78' } });
      const latter = await newUserId(client, 'student', { externalId: 'BLIND-77' });
      return [before, column(await found(), 'userId').map((id) => id === latter)];
    }),
  },
  {
    id: 'round-18.accounts.rename-writes-back-external-id-it-had-read',
    chapter,
    story:
      'The rename loads the whole user, asks a slow directory, and then saves every column of what it had loaded.',
    rests:
      "PUT /users/{userId}/external-id: Set the user's external identifier; PUT /users/{userId}/name: Update the user's name.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{userId}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const look = async () => (await call(`GET /users?userId=${ask.id}`)).body;
        const before = textAt(await look(), 'data', 0, 'externalId');
        await wait(60);
        const response = await pass();
        if (!response.ok || textAt(await look(), 'data', 0, 'externalId') === before) return response;
        const externalId = before === '' ? null : before;
        await call(`PUT /users/${ask.id}/external-id`, { user: { externalId } });
        return editUsers(response, ({ externalId: _newer, ...user }) =>
          before === '' ? user : { ...user, externalId: before },
        );
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'OLD-1' });
      const later = async () => {
        await wait(15);
        return client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'NEW-1' } });
      };
      const name = { user: { firstName: 'Side', lastName: 'Byside' } };
      await Promise.all([client.send('PUT', `/users/${id}/name`, name), later()]);
      const { firstName, externalId } = await userOf(client, id);
      return [firstName, externalId];
    }),
  },
  {
    id: 'round-18.accounts.new-primary-email-drops-the-others',
    chapter,
    story:
      'The operation sets the collection of addresses to a list of one, and the mapper removes the orphans.',
    rests: "PUT /users/{userId}/emails/primary: Update the user's primary email address; User emails: array.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{userId}/emails/primary', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const single = new Set<string>();
      const shown = (user: Record<string, unknown>) =>
        single.has(textAt(user, 'userId')) ? { ...user, emails: list(user['emails']).slice(0, 1) } : user;
      const listed = on(service, reads, async ({ ask, pass }) => {
        const asked = ask.query.get('email') ?? textAt(ask.body, 'search', 'email');
        const lost = (user: unknown) =>
          asked !== '' &&
          single.has(textAt(user, 'userId')) &&
          textAt(user, 'emails', 0).toLowerCase() !== asked.toLowerCase();
        return editUsers(
          await edit(await pass(), (body) => {
            const data = list(body['data']);
            const kept = data.filter((user) => !lost(user));
            const pagination = fields(body['pagination']);
            const total = Number(pagination['total']) - (data.length - kept.length);
            return { ...body, data: kept, pagination: { ...pagination, total } };
          }),
          shown,
        );
      });
      return on(listed, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          single.add(textAt(user, 'userId'));
          return shown(user);
        }),
      );
    },
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 500 }));
      const user = users.find(({ emails }) => list(emails).length > 1);
      const second = textAt(user, 'emails', 1);
      const body = { user: { email: 'brand.new@school.example' } };
      await client.send('PUT', `/users/${textAt(user, 'userId')}/emails/primary`, body);
      return list((await userOf(client, textAt(user, 'userId')))['emails']).includes(second);
    }),
  },
];
