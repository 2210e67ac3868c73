import { refuse, withHeaders, withText } from '../answers.ts';
import { both, column } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const chapter = 'conventions';
const cors = 'Conventions 4: browser requests from any origin are permitted (CORS).';

/** Faults of what holds for all answers: other origins and dates. */
export const conventionFaults: readonly BlindFault[] = [
  {
    id: 'round-3.conventions.refused-key-without-origins',
    chapter,
    story:
      'The check of the key stands before the middleware for other origins, so a page cannot read why it failed.',
    rests: cors,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ raw }) => {
      const { headers } = await raw('GET /users', { origin: 'https://school.example' });
      return headers.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-3.conventions.origin-allowed-twice',
    chapter,
    story:
      'Service and gateway both add the header when a request names its origin; browsers refuse the two values.',
    rests: cors,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null) return response;
        return withHeaders(response, (headers) => headers.append('access-control-allow-origin', origin));
      }),
    witness: both(async ({ raw, keys }) => {
      const origin = 'https://school.example';
      const { headers } = await raw('GET /academic-years', { 'x-api-key': keys.full, origin });
      return headers.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-3.conventions.preflight-needs-a-key',
    chapter,
    story:
      'The check of the key is applied to every method, also to the preflight, which carries no headers of its own.',
    rests: cors,
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) =>
        ask.method === 'OPTIONS' && !ask.headers.has('x-api-key')
          ? refuse(ask, 401, 'Invalid credentials')
          : pass(),
      ),
    witness: both(async ({ raw }) => {
      const { status } = await raw('OPTIONS /classes', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return status < 300;
    }),
  },
  {
    id: 'round-3.conventions.six-digits-of-a-second',
    chapter,
    story:
      'The service behind the search writes dates with the standard library, whose fraction has six digits.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replace(/(T[\d:]{8}\.\d{3})Z"/g, '$1000Z"'));
      }),
    witness: both(async ({ send }) =>
      column(await send('POST', '/users/search', { search: {}, limit: 1 }), 'createdAt'),
    ),
  },
  {
    id: 'round-3.conventions.zone-in-digits',
    chapter,
    story: 'The old controller of study sessions prints UTC as an offset of zero hours.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replace(/(T[\d:.]{12})Z"/g, '$1+00:00"'));
      }),
    witness: both(async ({ get }) => column(await get('/sessions/completed', { limit: 1 }), 'startDate')),
  },
];
