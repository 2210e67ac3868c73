import { edit, editItems, withHeaders } from '../answers.ts';
import { both, newUserId } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const cors = 'browser requests from any origin are permitted (CORS)';
const omitted = 'empty fields are omitted from a response';
const origin = 'access-control-allow-origin';
const chapter = 'conventions';

export const conventions: readonly BlindFault[] = [
  {
    id: 'round-1.conventions.origin-lost-on-conflict',
    chapter,
    story:
      'Conflicts are answered by a handler of the one route, which starts a fresh response without headers.',
    rests: cors,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        return response.status === 409
          ? withHeaders(response, (headers) => headers.delete(origin))
          : response;
      }),
    witness: both(async (client) => {
      const body = { class: { name: client.word() } };
      await client.send('POST', '/classes', body);
      const { status, headers } = await client.send('POST', '/classes', body);
      return [status, headers.has(origin)];
    }),
  },
  {
    id: 'round-1.conventions.first-origin-kept',
    chapter,
    story: 'The origin is echoed, and the echo is cached with the path without varying by origin.',
    rests: cors,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests', 'GET /academic-years'],
    wrap: (service) => {
      const first = new Map<string, string>();
      return on(service, ['GET /smart-ia/tests', 'GET /academic-years'], async ({ ask, pass }) => {
        const response = await pass();
        const sent = ask.headers.get('origin');
        if (sent === null) return response;
        if (!first.has(ask.path)) first.set(ask.path, sent);
        return withHeaders(response, (headers) => headers.set(origin, first.get(ask.path) ?? sent));
      });
    },
    witness: both(async (client) => {
      const allowed: boolean[] = [];
      for (const page of ['https://one.example', 'https://two.example']) {
        const sent = { 'x-api-key': client.keys.full, origin: page };
        const told = (await client.raw('GET /smart-ia/tests', sent)).headers.get(origin) ?? '';
        allowed.push(told === '*' || told === page);
      }
      return allowed;
    }),
  },
  {
    id: 'round-1.conventions.preflight-knows-old-methods',
    chapter,
    story: 'The list of methods in the CORS settings was written before there were PUT and PATCH.',
    rests: cors,
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const preflight = ask.method === 'OPTIONS' && ask.headers.has('access-control-request-method');
        if (!preflight) return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, DELETE, OPTIONS'),
        );
      }),
    witness: both(async (client) => {
      const asked = { origin: 'https://one.example', 'access-control-request-method': 'PATCH' };
      const { headers } = await client.raw('OPTIONS /students/7/details', asked);
      return headers.get('access-control-allow-methods')?.includes('PATCH');
    }),
  },
  {
    id: 'round-1.conventions.whole-seconds-without-fraction',
    chapter,
    story: 'The date serialiser leaves the fraction out where it is zero.',
    rests: 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          return { user: { ...user, updatedAt: textAt(user, 'updatedAt').replace('.000Z', 'Z') } };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { email: 'a.new.box@school.example' };
      const { body } = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return textAt(body, 'user', 'updatedAt').length;
    }),
  },
  {
    id: 'round-1.conventions.zeros-trimmed-off-a-fraction',
    chapter,
    story: 'A custom format writes the fraction with as many digits as it needs, and none less than one.',
    rests: 'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const trimmed = (name: string) => {
            const told = textAt(item, name);
            return told.endsWith('.000Z') ? told : told.replace(/0+Z$/, 'Z');
          };
          return { ...item, startDate: trimmed('startDate'), endDate: trimmed('endDate') };
        }),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/sessions/completed', { limit: 500 });
      const dates = list(body['data']).map((item) => textAt(item, 'startDate'));
      return dates.find((date) => !/\.\d{3}Z$/.test(date)) ?? 'all well formed';
    }),
  },
  {
    id: 'round-1.conventions.no-description-is-null',
    chapter,
    story: 'The class that was just written is mapped from the row, nulls and all.',
    rests: omitted,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async (client) => {
      const { body } = await client.send('POST', '/classes', { class: { name: client.word() } });
      return 'description' in fields(body['class']);
    }),
  },
  {
    id: 'round-1.conventions.blank-upn',
    chapter,
    story: 'The column of the UPN is not nullable, and whoever has none has an empty text.',
    rests: omitted,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers', 'PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, ['POST /teachers', 'PUT /users/{id}/name'], async ({ pass }) =>
        edit(await pass(), (body) => ({ user: { upn: '', ...fields(body['user']) } })),
      ),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness' };
      return fields((await client.send('POST', '/teachers', { user })).body['user'])['upn'] ?? 'omitted';
    }),
  },
  {
    id: 'round-1.conventions.list-of-one-unpacked',
    chapter,
    story: 'A gateway turns XML into JSON, and cannot tell a list of one from its item.',
    rests: 'list responses use data, and data of a page is an array',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => {
          const data = list(body['data']);
          return { ...body, data: data.length === 1 ? data[0] : data };
        }),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/smart-ia/cohorts', { limit: 1 });
      return Array.isArray(body['data']);
    }),
  },
  {
    id: 'round-1.conventions.long-duration-as-time-span',
    chapter,
    story:
      'Durations are formatted as ISO 8601 from hours and minutes; longer than a day falls back to a time span.',
    rests: 'a duration is PnYnMnDTnHnMnS',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed', 'POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions/completed', 'POST /smart-ia/sessions/search'], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const days = /^P(\d+)D(?:T(\d+)H)?/.exec(textAt(item, 'result', 'duration'));
          if (!days) return item;
          const span = `${days[1]}.${(days[2] ?? '').padStart(2, '0')}:00:00`;
          return { ...item, result: { ...fields(item['result']), duration: span } };
        }),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/smart-ia/sessions/completed', { limit: 500 });
      const told = list(body['data']).map((item) => textAt(item, 'result', 'duration'));
      return told.find((duration) => !duration.startsWith('P')) ?? 'all well formed';
    }),
  },
];
