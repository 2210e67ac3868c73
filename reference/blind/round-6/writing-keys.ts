import { edit, editError, refuse, withHeaders } from '../answers.ts';
import { both, newUserId } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';
import { accountUpdates } from './helpers.ts';

const switches = ['POST /users/{id}/enable', 'POST /users/{id}/disable'];
const creations = ['POST /classes', 'POST /smart-ia/cohorts'];
const wrappers: Readonly<Record<string, string>> = { '/classes': 'class', '/smart-ia/cohorts': 'cohort' };

/** Keys, and what browsers need. */
export const keys: readonly BlindFault[] = [
  {
    id: 'round-6.keys.anonymous-forbidden-at-switches',
    chapter: 'authentication',
    story:
      'Enabling and disabling came later and sit behind method security alone, which answers 403 to nobody in particular.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: switches,
    wrap: (service) =>
      on(service, switches, async ({ ask, pass }) => {
        const answer = await pass();
        const anonymous = !ask.headers.has('x-api-key');
        return anonymous && answer.status === 401 ? refuse(ask, 403, 'Not authorised') : answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const off = await client.raw(`POST /users/${id}/disable`);
      const on = await client.raw(`POST /users/${id}/enable`);
      return [off.status, on.status];
    }),
  },
  {
    id: 'round-6.keys.body-judged-before-key',
    chapter: 'authentication',
    story: 'The validation of bodies runs as a middleware of its own, which was mounted above the key check.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: creations,
    wrap: (service) =>
      on(service, creations, async ({ ask, pass }) => {
        const answer = await pass();
        const bad = !((wrappers[ask.path] ?? '') in ask.body);
        return answer.status === 401 && bad ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async ({ raw }) => {
      const type = { 'content-type': 'application/json' };
      const none = await raw('POST /classes', type, '{}');
      const wrong = await raw('POST /smart-ia/cohorts', { ...type, 'x-api-key': 'no-such-key' }, '{}');
      return [none.status, wrong.status];
    }),
  },
  {
    id: 'round-6.cors.no-origin-header-on-204',
    chapter: 'conventions',
    story:
      'The CORS headers are written by the JSON serialiser, and an answer without a body never gets there.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 204 || ask.method === 'OPTIONS') return answer;
        return withHeaders(answer, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const { body } = await client.send('POST', '/classes', { class: { name: client.word() } });
      const path = `/classes/${textAt(body, 'class', 'classId')}/students`;
      const answer = await client.send('POST', path, { userIds: [id] });
      return answer.headers.get('access-control-allow-origin') !== null;
    }),
  },
  {
    id: 'round-6.cors.preflight-forgets-patch',
    chapter: 'conventions',
    story: 'The list of allowed methods was written before there was any PATCH, and nobody came back to it.',
    rests:
      'Conventions 4: browser requests from any origin are permitted (CORS); PATCH is one of the operations.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) =>
          headers.set('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS'),
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const { headers } = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      const allowed = headers.get('access-control-allow-methods') ?? '';
      return allowed.includes('PATCH') || allowed === '*';
    }),
  },
];

const withBodies = ['POST /students', 'POST /teachers', ...accountUpdates];

/** What refusals of writes look like. */
export const refusals: readonly BlindFault[] = [
  {
    id: 'round-6.errors.message-is-a-list',
    chapter: 'errors',
    story:
      'The validation library reports all complaints at once, and its list is put into the message as it is.',
    rests: 'Errors, basic error: message is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: withBodies,
    wrap: (service) =>
      on(service, withBodies, async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 400) return answer;
        return editError(answer, (body) => {
          const name = 'message' in body ? 'message' : 'detail';
          return { ...body, [name]: [body[name]] };
        });
      }),
    witness: both(async (client) => {
      const { status, body } = await client.send('POST', '/students', { user: {} });
      return [status, typeof (body['message'] ?? body['detail'])];
    }),
  },
  {
    id: 'round-6.errors.broken-json-answered-with-a-page',
    chapter: 'errors',
    story:
      'The body parser fails before the error handler is in place, so the framework shows its own HTML page.',
    rests:
      'Errors: an error response takes one of two JSON formats; Conventions 1: responses are application/json.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 400 || ask.text === '' || parses(ask.text)) return answer;
        const headers = { 'content-type': 'text/html; charset=utf-8', 'access-control-allow-origin': '*' };
        return new Response('<!DOCTYPE html><pre>SyntaxError: Unexpected end of JSON input</pre>', {
          status: 400,
          headers,
        });
      }),
    witness: both(async ({ raw, keys: { full } }) => {
      const headers = { 'x-api-key': full, 'content-type': 'application/json' };
      const { status, body, headers: sent } = await raw('POST /classes', headers, '{"class":{"name":"Half');
      return [status, body['status'] === 400, /json/.test(sent.get('content-type') ?? '')];
    }),
  },
  {
    id: 'round-6.updates.name-answered-bare',
    chapter: 'updates',
    story:
      'The handler for names returns the user straight from the data layer and skips the response wrapper.',
    rests: 'PUT /users/{userId}/name: the 200 response carries property user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) => edit(await pass(), (body) => body['user'])),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Nadia', lastName: 'Okafor' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'userId') === id;
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
