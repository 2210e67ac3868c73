import { refuse, withHeaders, withText } from '../answers.ts';
import { both, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

/** Keys, origins, error pages and long addresses. */
export const gates: readonly BlindFault[] = [
  {
    id: 'round-16.authentication.known-key-in-another-case',
    chapter: 'authentication',
    story: 'Keys that were good are cached in a table whose collation ignores case, and found there again.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const good = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const sent = ask.headers.get('x-api-key') ?? '';
        const headers = new Headers(ask.headers);
        const known = good.get(sent.toLowerCase());
        if (known !== undefined) headers.set('x-api-key', known);
        const response = await pass({ headers });
        if (response.ok && sent !== '') good.set(sent.toLowerCase(), known ?? sent);
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/academic-years');
      const shouted = { 'x-api-key': client.keys.full.toUpperCase() };
      return (await client.raw('GET /academic-years', shouted)).status;
    }),
  },
  {
    id: 'round-16.authentication.key-in-the-address',
    chapter: 'authentication',
    story: 'A gateway looks for the key in the header, then in the query, as it does for another product.',
    rests: 'Every endpoint requires an API key in the request header; a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', ({ ask, pass }) => {
        const inAddress = ask.query.get('x-api-key');
        if (ask.headers.has('x-api-key') || inAddress === null) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', inAddress);
        return pass({ headers });
      }),
    witness: both(async (client) => (await client.raw(`GET /classes?x-api-key=${client.keys.full}`)).status),
  },
  {
    id: 'round-16.http.plain-origins-are-not-let-in',
    chapter: 'http',
    story: 'The CORS middleware was given the pattern ^https://, so a page on http:// gets no header.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const plain = ask.headers.get('origin')?.startsWith('http://') ?? false;
        return withHeaders(await pass(), (headers) => {
          if (plain) headers.delete('access-control-allow-origin');
        });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, origin: 'http://intranet.school.example' };
      const answer = await client.raw('GET /academic-years', headers);
      return answer.headers.get('access-control-allow-origin') ?? 'none';
    }),
  },
  {
    id: 'round-16.http.preflight-does-not-allow-the-key',
    chapter: 'http',
    story: 'The CORS middleware allows its usual headers, and x-api-key was not added to them.',
    rests: 'Browser requests from any origin are permitted (CORS); the key is sent in the header x-api-key.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS') return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-headers', 'content-type'),
        );
      }),
    witness: both(async (client) => {
      const answer = await client.raw('OPTIONS /classes', {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      });
      return answer.headers.get('access-control-allow-headers') ?? 'none';
    }),
  },
  {
    id: 'round-16.errors.page-for-those-who-like-html',
    chapter: 'errors',
    story:
      'The error handler of the framework minds Accept: where that begins with text/html it renders a page.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const browser = ask.headers.get('accept')?.startsWith('text/html') ?? false;
        if (response.status < 400 || !browser) return response;
        const html = `<!doctype html><title>Error</title><pre>${response.status}</pre>`;
        return withText(response, html, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, accept: 'text/html,application/json;q=0.9' };
      const answer = await client.raw(`GET /smart-ia/cohorts/${nobody}`, headers);
      return answer.headers.get('content-type') ?? 'none';
    }),
  },
  {
    id: 'round-16.http.address-cut-off-at-two-kilobytes',
    chapter: 'http',
    story:
      'A proxy refuses addresses over 2048 characters: three full filters of users are longer than that.',
    rests: 'userId, externalId, username: Repeat the parameter; 1 to 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) =>
        ask.query.toString().length > 2048 ? Promise.resolve(refuse(ask, 414, 'Address too long')) : pass(),
      ),
    witness: both(async (client) => {
      const thirty = (start: string) => Array.from({ length: 30 }, (_, index) => `${start}${index}`);
      const userId = thirty(nobody).map(() => nobody);
      const query = { userId, externalId: thirty('MIS-1000'), username: thirty('s000') };
      return (await client.get('/users', query)).status;
    }),
  },
];
