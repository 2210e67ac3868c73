import { edit, json, withHeaders } from '../answers.ts';
import { both, column, newCohortId, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { Batch, changeData, sessionRoutes, weekYear } from './shapes-help.ts';

const changes = ['PUT /users/{id}/external-id', 'PUT /users/{id}/name', 'PUT /users/{id}/emails/primary'];

/** Faults that take a sequence of requests. */
export const sequences: readonly BlindFault[] = [
  {
    id: 'round-22.conventions.first-origin-cached-for-all',
    chapter: 'conventions',
    story:
      'The origin is echoed rather than a star, and the edge cache keeps the header with the address of the ' +
      'answer, because nobody sent Vary.',
    rests: 'Browser requests from any origin are permitted, the second origin as well as the first.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const cached = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (ask.method !== 'GET' || !response.ok || origin === null) return response;
        const address = `${ask.path}?${ask.query}`;
        const first = cached.get(address) ?? origin;
        cached.set(address, first);
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', first));
      });
    },
    witness: both(async ({ raw, keys }) => {
      const told: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const answer = await raw('GET /academic-years', { 'x-api-key': keys.full, origin });
        const allowed = answer.headers.get('access-control-allow-origin') ?? '';
        told.push(allowed === '*' || allowed === origin);
      }
      return told;
    }),
  },
  {
    id: 'round-22.authentication.key-left-on-the-thread-after-an-error',
    chapter: 'authentication',
    story:
      'Who calls is kept in a variable of the worker thread. It is cleared after the answer, but not when the ' +
      'handler threw, and the next request without a key finds it there.',
    rests: 'A request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let left: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        if (ask.method === 'OPTIONS') return pass();
        const headers = new Headers(ask.headers);
        if (left !== undefined && !headers.has('x-api-key')) headers.set('x-api-key', left);
        left = undefined;
        const response = await pass({ headers });
        const threw = response.status >= 400 && response.status !== 401;
        left = threw ? (headers.get('x-api-key') ?? undefined) : undefined;
        return response;
      });
    },
    witness: both(async ({ get, raw }) => {
      const missed = await get(`/classes/${nobody}`);
      const keyless = await raw('GET /academic-years');
      return `${missed.status} ${keyless.status}`;
    }),
  },
  {
    id: 'round-22.authentication.cached-tests-skip-the-permission',
    chapter: 'authentication',
    story:
      'Tests change once a term, so their list is kept in an output cache. The cache sits behind the key but in ' +
      'front of the permission.',
    rests:
      'A request whose key lacks the needed permissions gets 403, also when somebody else read the list before.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      let kept: string | undefined;
      return on(service, 'GET /smart-ia/tests', async ({ pass }) => {
        const response = await pass();
        if (response.status === 403 && kept !== undefined) return json(200, JSON.parse(kept));
        if (response.ok) kept = await response.clone().text();
        return response;
      });
    },
    witness: both(async ({ get, raw, keys }) => {
      const full = await get('/smart-ia/tests');
      const restricted = await raw('GET /smart-ia/tests', { 'x-api-key': keys.restricted });
      return `${full.status} ${restricted.status}`;
    }),
  },
  {
    id: 'round-22.authentication.forbidden-change-is-made-all-the-same',
    chapter: 'authentication',
    story:
      'The permission of the newer user operations is checked by an interceptor that runs when the handler is ' +
      'done. The transaction of the handler has been committed by then.',
    rests: 'A key without the permission is not authorised, so what it asked for is not done.',
    breaks: 'implied',
    depth: 'deep',
    at: changes,
    wrap: (service) => {
      let able: string | null = null;
      const checked = on(service, changes, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 403 || able === null) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', able);
        await pass({ headers });
        return response;
      });
      return on(checked, '*', async ({ ask, pass }) => {
        const response = await pass();
        const reads = ask.path.startsWith('/academic-years') || ask.method === 'OPTIONS';
        if (response.ok && !reads) able = ask.headers.get('x-api-key');
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'before' });
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { externalId: 'after' } });
      const refused = await client.raw(`PUT /users/${id}/external-id`, headers, body);
      return `${refused.status} ${textAt(await userOf(client, id), 'externalId')}`;
    }),
  },
];

/** Faults that take a combination. */
export const combinations: readonly BlindFault[] = [
  {
    id: 'round-22.sessions.dates-with-the-year-of-the-week',
    chapter: 'sessions',
    story:
      'The pattern of the session mapper spells the year with the letter that means the year of the week, ' +
      'which differs on some days around New Year only.',
    rests:
      'Dates use ISO 8601 in UTC; the date-time of a session is that at which it started, ended or was calculated.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionRoutes,
    wrap: (service) =>
      on(service, sessionRoutes, async ({ pass }) =>
        edit(await pass(), (body) => changeData(body, (item) => dated(item))),
      ),
    witness: both(async ({ get }) => {
      const query = {
        'startDate[gte]': '2024-12-31T00:00:00.000Z',
        'startDate[lt]': '2025-01-01T00:00:00.000Z',
      };
      return column(await get('/smart-ia/sessions', query), 'startDate').join(' ');
    }),
  },
  {
    id: 'round-22.classes.simultaneous-reads-are-given-each-others-class',
    chapter: 'classes',
    story:
      'Reads by id go through a batch loader. The database returns the batch in the order of its primary key, ' +
      'and the loader pairs rows and requests by position.',
    rests: 'GET /classes/{classId} answers the class with that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const batch = new Batch();
      return on(service, 'GET /classes/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.ok ? batch.join(ask.id.toLowerCase(), response) : response;
      });
    },
    witness: both(async ({ get }) => {
      const ids = column(await get('/classes', { limit: 6 }), 'classId');
      const read = await Promise.all(ids.map((id) => get(`/classes/${id}`)));
      return read.map(({ body }, index) => textAt(body, 'class', 'classId') === ids[index]);
    }),
  },
  {
    id: 'round-22.classes.a-cohort-can-be-read-as-a-class',
    chapter: 'classes',
    story:
      'Classes and cohorts moved into one table of groups with a column for the kind. The lists ask for the ' +
      'kind, the read by primary key does not.',
    rests: 'GET /classes/{classId} is 404 when there is no class with that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const other = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (other.status !== 200) return response;
        const { cohortId, tests: _, ...rest } = fields(other.body['cohort']);
        return json(200, { class: { classId: cohortId, ...rest } });
      }),
    witness: both(async (client) => (await client.get(`/classes/${await newCohortId(client)}`)).status),
  },
];

function dated(item: Fields): Fields {
  const year = (value: unknown) => (typeof value === 'string' ? weekYear(value) : value);
  const result = fields(item['result']);
  return {
    ...item,
    startDate: year(item['startDate']),
    ...('endDate' in item && { endDate: year(item['endDate']) }),
    ...('calculatedDate' in result && {
      result: { ...result, calculatedDate: year(result['calculatedDate']) },
    }),
  };
}
