import { refuse, withHeaders, withText } from '../answers.ts';
import { both, newUserId, userOf } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';
import { noting } from './helpers.ts';

const switches = ['POST /users/{id}/enable', 'POST /users/{id}/disable'];
const creations = ['POST /students', 'POST /teachers'];
const bodies = ['POST /classes', 'POST /smart-ia/cohorts', ...creations];
const rename = 'PUT /users/{id}/name';
const details = 'PATCH /students/{id}/details';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Keys, browsers and broken bodies. */
export const accessFaults: readonly BlindFault[] = [
  {
    id: 'round-7.access.users-switched-without-permission',
    chapter: 'authentication',
    story: 'Permissions are looked at where bodies are validated, and these two routes have no body.',
    rests: 'A request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: switches,
    wrap: (service) => {
      const noted = noting(service);
      return on(noted.service, switches, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 403 || noted.key() === '') return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', noted.key());
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const headers = { 'x-api-key': client.keys.restricted };
      return (await client.raw(`POST /users/${id}/disable`, headers)).status;
    }),
  },
  {
    id: 'round-7.access.body-judged-before-the-key',
    chapter: 'authentication',
    story: 'The validation of the route runs as a hook before the one that looks at the key.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: creations,
    wrap: (service) =>
      on(service, creations, async ({ ask, pass }) => {
        const answer = await pass();
        const defect = textAt(ask.body, 'user', 'firstName') === '';
        return answer.status === 401 && defect ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ raw }) => (await raw('POST /students', { 'content-type': 'application/json' }, '{}')).status,
    ),
  },
  {
    id: 'round-7.access.refused-name-is-written-all-the-same',
    chapter: 'authentication',
    story:
      'The look at the key is a promise that nobody awaits: its refusal is answered, the handler runs on.',
    rests: 'Every endpoint requires an API key; a request with an invalid one gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) => {
      const noted = noting(service);
      return on(noted.service, rename, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 401 || noted.key() === '') return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', noted.key());
        await pass({ headers });
        return answer;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const headers = { 'x-api-key': 'not-a-key', 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { firstName: 'Written', lastName: 'Anyway' } });
      const { status } = await client.raw(`PUT /users/${id}/name`, headers, body);
      return [status, textAt(await userOf(client, id), 'firstName') === 'Written'];
    }),
  },
  {
    id: 'round-7.access.browsers-may-not-patch',
    chapter: 'conventions',
    story: 'The list of methods in the settings for CORS was written before there was a PATCH.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: [details],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const { headers } = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://page.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return /\bPATCH\b|\*/.test(headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-7.access.broken-json-answered-with-a-page',
    chapter: 'errors',
    story: 'The body parser fails before the error mapper is in place, and the framework shows its page.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: bodies,
    wrap: (service) =>
      on(service, bodies, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 400 || ask.text === '' || isJson(ask.text)) return answer;
        const page = '<!DOCTYPE html><title>Error</title><pre>SyntaxError: Unexpected token in JSON</pre>';
        return withText(answer, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, 'content-type': 'application/json' };
      const answer = await raw('POST /classes', headers, '{"class": {"name": "Half');
      return [answer.status, isJson(answer.text)];
    }),
  },
];
