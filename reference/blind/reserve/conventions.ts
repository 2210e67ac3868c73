import { withBody, withHeaders } from '../answers.ts';
import { both, newClassId, newUserId } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const cors = 'browser requests from any origin are permitted (CORS)';
const origin = 'access-control-allow-origin';
const chapter = 'conventions';

export const conventions: readonly BlindFault[] = [
  {
    id: 'reserve.conventions.opaque-origin-refused',
    chapter,
    story: 'The check of the origin parses it as an address, which the origin of a sandboxed page is not.',
    rests: cors,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.headers.get('origin') !== 'null') return response;
        return withHeaders(response, (headers) => headers.delete(origin));
      }),
    witness: both(async (client) => {
      const { headers } = await client.raw('GET /classes', { 'x-api-key': client.keys.full, origin: 'null' });
      return headers.get(origin);
    }),
  },
  {
    id: 'reserve.conventions.western-letters-in-latin-1',
    chapter,
    story: 'The servlet container writes Latin-1 as long as the text fits into it.',
    rests: 'responses are application/json, and JSON is exchanged in UTF-8',
    breaks: 'implied',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => {
        const response = await pass();
        const text = await response.clone().text();
        const fits = [...text].every((letter) => letter.charCodeAt(0) < 256);
        if (!response.ok || !fits) return response;
        const headers = new Headers(response.headers);
        headers.delete('content-length');
        return new Response(Buffer.from(text, 'latin1'), { status: 200, headers });
      }),
    witness: both(async (client) => {
      const id = await newClassId(client, { name: 'Año Élémentaire' });
      return (await client.bytes(`/classes/${id}`)).includes('Año Élémentaire', 0, 'utf8');
    }),
  },
  {
    id: 'reserve.conventions.table-for-spreadsheets',
    chapter,
    story: 'A formatter for exports is registered globally and wins when the caller prefers text.',
    rests: 'responses are application/json unless an endpoint says otherwise',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'GET /classes', 'GET /sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /users', 'GET /classes', 'GET /sessions/completed'], async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.headers.get('accept')?.startsWith('text/')) return response;
        const rows = list(fields(await response.json())['data']).map((row) =>
          Object.values(fields(row)).join(),
        );
        return new Response(rows.join('\r\n'), { headers: { 'content-type': 'text/csv', [origin]: '*' } });
      }),
    witness: both(async (client) => {
      const sent = { 'x-api-key': client.keys.full, accept: 'text/plain, */*' };
      return (await client.raw('GET /users', sent)).headers.get('content-type');
    }),
  },
  {
    id: 'reserve.conventions.birthday-with-midnight',
    chapter,
    story: 'The date of birth is a date-time in the one model that nobody migrated.',
    rests: 'dateOfBirth is a date, YYYY-MM-DD',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const user = fields(fields(await response.json())['user']);
        if (user['dateOfBirth'] === undefined) return withBody(response, { user });
        return withBody(response, { user: { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { dateOfBirth: '2008-02-29' });
      const user = { password: 'correct horse' };
      return textAt(
        (await client.send('PUT', `/users/${id}/password`, { user })).body,
        'user',
        'dateOfBirth',
      );
    }),
  },
];
