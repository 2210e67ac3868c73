import { both, itemsOf, newUserId, userOf } from '../client.ts';
import { type BlindFault, on, readAnswer, textAt } from '../kit.ts';

const chapter = 'access';
const typed = { 'content-type': 'application/json' };

/** Keys on writes. */
export const access: readonly BlindFault[] = [
  {
    id: 'round-2.access.disable-without-a-key',
    chapter,
    story: 'The middleware with the key is mounted on requests that carry a body, and this one carries none.',
    rests: 'every endpoint requires the key, a request without one gets 401 (Authentication 1 and 2)',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/disable'],
    wrap: (service) => {
      let own: string | undefined;
      const noting = on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const full = response.ok && !ask.path.startsWith('/academic-years');
        if (full) own = ask.headers.get('x-api-key') ?? own;
        return response;
      });
      return on(noting, 'POST /users/{id}/disable', ({ ask, pass }) => {
        if (own === undefined || ask.headers.has('x-api-key')) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', own);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      return (await client.raw(`POST /users/${id}/disable`)).status;
    }),
  },
  {
    id: 'round-2.access.forbidden-and-done',
    chapter,
    story: 'The permission is looked at while the answer is written, after the work is done.',
    rests: 'a request that gets 403 is not authorised, so it is not carried out (Authentication 3)',
    breaks: 'implied',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) => {
      let own: string | undefined;
      return on(service, ['POST /classes', 'GET /classes'], async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key');
        if (response.ok && key !== null) own = key;
        if (response.status !== 403 || ask.method !== 'POST' || own === undefined) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', own);
        await readAnswer(await pass({ headers }));
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const look = async () => itemsOf(await client.get('/classes', { search: name })).length;
      const before = await look();
      const headers = { ...typed, 'x-api-key': client.keys.restricted };
      const { status } = await client.raw('POST /classes', headers, JSON.stringify({ class: { name } }));
      return [before, status, await look()];
    }),
  },
  {
    id: 'round-2.access.key-of-the-request-before',
    chapter,
    story: 'Whether a caller may rename a user is cached by the path, to spare the key store a question.',
    rests: 'a request with an invalid key gets 401 (Authentication 2)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) => {
      const granted = new Map<string, string>();
      return on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const before = granted.get(ask.path);
        const headers = new Headers(ask.headers);
        if (before !== undefined && headers.has('x-api-key')) headers.set('x-api-key', before);
        const response = await pass({ headers });
        const key = headers.get('x-api-key');
        if (response.ok && key !== null) granted.set(ask.path, key);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Right', lastName: 'Key' } });
      const headers = { ...typed, 'x-api-key': 'wrong' };
      const body = JSON.stringify({ user: { firstName: 'Wrong', lastName: 'Key' } });
      const { status } = await client.raw(`PUT /users/${id}/name`, headers, body);
      return [status, textAt(await userOf(client, id), 'firstName')];
    }),
  },
];
