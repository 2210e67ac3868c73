import { withHeaders, withText } from '../answers.ts';
import { both, newClassId, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const chapter = 'conventions';

/** Faults of what holds for all answers: JSON, headers, other origins. */
export const conventionFaults: readonly BlindFault[] = [
  {
    id: 'round-2.conventions.not-found-without-origins',
    chapter,
    story:
      'The handler for what is not found starts a new response, after the middleware has set its headers on the old one.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, origin: 'https://school.example' };
      const { status, headers: answered } = await raw(`GET /classes/${nobody}`, headers);
      return `${status} ${answered.get('access-control-allow-origin')}`;
    }),
  },
  {
    id: 'round-2.conventions.preflight-forgets-json',
    chapter,
    story:
      'The list of permitted headers was written when all operations were GET, and names the key only; browsers then refuse to send JSON.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS') return response;
        const headers = new Headers(response.headers);
        headers.set('access-control-allow-headers', 'x-api-key');
        return new Response(null, { status: response.status, headers });
      }),
    witness: both(async ({ raw }) => {
      const { headers } = await raw('OPTIONS /users/search', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return headers.get('access-control-allow-headers');
    }),
  },
  {
    id: 'round-2.conventions.first-origin-stays',
    chapter,
    story:
      'The origin of a request is repeated in the answer, and an option that was meant to be made anew each time is made once.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let first: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null) return response;
        first ??= origin;
        const allowed = first;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', allowed));
      });
    },
    witness: both(async ({ raw, keys }) => {
      const permitted: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const { headers } = await raw('GET /academic-years', { 'x-api-key': keys.full, origin });
        permitted.push(['*', origin].includes(headers.get('access-control-allow-origin') ?? ''));
      }
      return permitted;
    }),
  },
  {
    id: 'round-2.conventions.length-in-characters',
    chapter,
    story:
      'The length of the body is told in characters and the body is sent in bytes, so a name beyond ASCII costs the end of the text.',
    rests: 'Conventions 1: responses are application/json.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 200) return response;
        const text = await response.text();
        return withText(response, Buffer.from(text).subarray(0, text.length).toString());
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client, { name: 'Grupo Ñandú' });
      const { status, body } = await client.get(`/classes/${classId}`);
      return [status, Object.keys(body)];
    }),
  },
  {
    id: 'round-2.conventions.half-second-in-one-digit',
    chapter,
    story:
      'A formatter writes a fraction with one to three digits; whole seconds go another way and have their three zeros.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 200) return response;
        const text = await response.text();
        return withText(response, text.replace(/(T[\d:]{8}\.\d*[1-9])0+Z"/g, '$1Z"'));
      }),
    witness: both(async ({ get }) => {
      const { text } = await get('/smart-ia/sessions', {
        'startDate[gt]': '2025-02-28T23:59:59.000Z',
        'startDate[lt]': '2025-03-01T00:00:00.000Z',
      });
      return text.match(/"startDate":"[^"]*"/g);
    }),
  },
];
