import { edit, editUsers, refuse, withHeaders, withText } from '../answers.ts';
import { both, itemsOf, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { knowingKey, userRoutes, withKey } from './shapes-keys.ts';

/** Medium faults. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.shapes.external-id-upsert-renews-created-at',
    chapter: 'shapes',
    story:
      'The external id is written with REPLACE INTO, which deletes the row and inserts it anew, so that the column default sets the creation again.',
    rests: 'User: createdAt (date-time), when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const renewed = new Map<string, unknown>();
      const noting = on(service, 'PUT /users/{id}/external-id', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body } = await call(`GET /users?userId=${ask.id}`);
        const [user] = list(body['data']);
        renewed.set(textAt(user, 'userId'), fields(user)['updatedAt']);
        return response;
      });
      return on(noting, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const createdAt = renewed.get(textAt(user, 'userId'));
          return createdAt === undefined ? user : { ...user, createdAt };
        }),
      );
    },
    witness: both(async (client) => {
      const created = await newUser(client, 'student');
      const userId = textAt(created, 'userId');
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: 'A-1' } });
      const after = await userOf(client, userId);
      return `created ${created['createdAt']}, later said to be created ${after['createdAt']}`;
    }),
  },
  {
    id: 'round-19.cors.preflight-forgets-patch',
    chapter: 'cors',
    story:
      'The list of methods that the CORS middleware allows was written before the first PATCH operation was added.',
    rests:
      'Conventions 4: browser requests from any origin are permitted (CORS). PATCH /students/{userId}/details is one.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{userId}/details'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS') return response;
        return withHeaders(response, (headers) => {
          if (headers.has('access-control-allow-methods')) {
            headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
          }
        });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const preflight = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      const allowed = (preflight.headers.get('access-control-allow-methods') ?? '').split(', ');
      return `a browser may send PATCH: ${allowed.includes('PATCH')}`;
    }),
  },
  {
    id: 'round-19.auth.refused-change-of-a-name-is-made',
    chapter: 'auth',
    story:
      'The check of permissions became an interceptor that runs on the way out, after the handler has saved the name.',
    rests:
      'Authentication 3 and Errors: a request whose key lacks the needed permissions gets 403, not authorised to access the resource.',
    breaks: 'implied',
    depth: 'medium',
    at: ['PUT /users/{userId}/name'],
    wrap: (service) =>
      knowingKey(service, 'PUT /users/{id}/name', async ({ ask, pass }, key) => {
        const response = await pass();
        if (response.status === 403 && key !== '') await pass({ headers: withKey(ask.headers, key) });
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const answer = await client.raw(
        `PUT /users/${userId}/name`,
        { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' },
        JSON.stringify({ user: { firstName: 'Taken', lastName: 'Over' } }),
      );
      const { fullName } = await userOf(client, userId);
      return `after a ${answer.status} the user is called ${fullName}`;
    }),
  },
  {
    id: 'round-19.errors.broken-json-is-answered-with-a-page',
    chapter: 'errors',
    story:
      'The parser of bodies stands before the handler of errors, and a syntax error goes to the default handler of the framework, which writes HTML.',
    rests:
      'Conventions 1: responses are application/json. Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'POST /smart-ia/cohorts', 'POST /classes/{classId}/students'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || parses(ask.text)) return response;
        const page =
          '<!DOCTYPE html>\n<title>Error</title>\n<pre>SyntaxError: Unexpected end of JSON input</pre>\n';
        return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": "Half a');
      const json = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
      return `${answer.status} that is JSON: ${json}, status in the body: ${answer.body['status'] ?? 'none'}`;
    }),
  },
  {
    id: 'round-19.parsing.more-than-twenty-repeats-are-no-list',
    chapter: 'parsing',
    story:
      'A new version of the query parser turns a parameter given more than twenty times into an object with numbered keys, and validation wants a list.',
    rests:
      'GET /users: userId, upn, externalId, username: repeat the parameter; 1 to 30 values. Sessions: at most 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, ['GET /users', 'GET /smart-ia/sessions'], async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const names = ['userId', 'upn', 'externalId', 'username', 'testId', 'subject'];
        const known = names.some((name) => ask.query.getAll(name).length > 20);
        return known ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 24 }));
      const usernames = users.map(({ username }) => String(username));
      const { status, body } = await client.get('/users', { username: usernames });
      return `24 usernames: ${status}, ${list(body['data']).length} users`;
    }),
  },
  {
    id: 'round-19.shapes.texts-of-digits-become-numbers',
    chapter: 'shapes',
    story:
      'The encoder of JSON was given the option that turns numeric texts into numbers, to mend one column of counts.',
    rests: 'User: externalId, firstName and username are strings. Class: name is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        return ask.method === 'HEAD' ? response : edit(response, numeric);
      }),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness', externalId: '00731' };
      const created = fields((await client.send('POST', '/students', { user })).body['user']);
      const id = await newClassId(client, { name: '1101' });
      const { name } = fields((await client.get(`/classes/${id}`)).body['class']);
      return `external id ${JSON.stringify(created['externalId'])}, class ${JSON.stringify(name)}`;
    }),
  },
  {
    id: 'round-19.rates.password-limit-answers-plain-text',
    chapter: 'rates',
    story:
      'A limiter against guessing was put before the change of a password, ten in a minute for each user, with the plain text that the package sends by itself.',
    rests:
      'Errors: an error response takes one of two JSON formats; 429 is among the statuses. Conventions 1: application/json.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/password'],
    wrap: (service) => {
      const counts = new Map<string, { since: number; count: number }>();
      return on(service, 'PUT /users/{id}/password', async ({ ask, pass }) => {
        const last = counts.get(ask.id);
        const now = Date.now();
        const meter = last === undefined || now - last.since > 60_000 ? { since: now, count: 0 } : last;
        if (meter.count < 10) {
          const response = await pass();
          if (response.ok) counts.set(ask.id, { ...meter, count: meter.count + 1 });
          return response;
        }
        const text = 'Too many requests, please try again later.';
        const headers = { 'content-type': 'text/html; charset=utf-8', 'access-control-allow-origin': '*' };
        return new Response(text, { status: 429, headers });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const refusals: string[] = [];
      for (let number = 1; number <= 12; number += 1) {
        const user = { password: `a long enough password ${number}` };
        const { status, headers, body } = await client.send('PUT', `/users/${id}/password`, { user });
        if (status < 400 || 'message' in body || 'type' in body) continue;
        refusals.push(`${status} as ${headers.get('content-type')}`);
      }
      return `refusals in neither format: ${refusals.join(', ') || 'none'}`;
    }),
  },
  {
    id: 'round-19.parsing.names-are-escaped-on-the-way-in',
    chapter: 'parsing',
    story:
      'The validators of the account forms were taken over from the web pages together with their escaping, so that names are stored as HTML.',
    rests:
      'PUT /users/{userId}/name: update the user’s name; 200 response carries `user` (User: firstName, lastName).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{userId}/name', 'POST /students', 'POST /teachers'],
    wrap: (service) =>
      on(service, ['PUT /users/{id}/name', 'POST /students', 'POST /teachers'], ({ ask, pass }) => {
        if (!/"(first|last)Name"/.test(ask.text)) return pass();
        const user = Object.entries(fields(ask.body['user'])).map(([name, value]) => [
          name,
          typeof value === 'string' && /Name$/.test(name) ? escaped(value) : value,
        ]);
        return pass({ body: { ...ask.body, user: Object.fromEntries(user) } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Aoife', lastName: "O'Brien" };
      await client.send('PUT', `/users/${id}/name`, { user });
      return `last name: ${(await userOf(client, id))['lastName']}`;
    }),
  },
];

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function numeric(value: unknown): unknown {
  if (typeof value === 'string') return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(numeric);
  if (typeof value !== 'object' || value === null) return value;
  const entries: Fields = {};
  for (const [name, held] of Object.entries(value)) entries[name] = numeric(held);
  return entries;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"'/]/g, (sign) => entities[sign] ?? sign);
}
