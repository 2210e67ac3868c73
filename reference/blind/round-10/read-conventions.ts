import { editError, editItems, editUsers, json, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUser, nobody } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

/** Formats, headers, keys and errors. */
export const conventions: readonly BlindFault[] = [
  {
    id: 'round-10.conventions.preflight-forgets-key-header',
    chapter: 'conventions',
    story: 'The list of allowed headers was copied from a service that signs in with a bearer token.',
    rests: 'Conventions 4 with Authentication 1: browsers of any origin may call, and must send x-api-key.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS' || !ask.path.startsWith('/smart-ia/')) return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-headers', 'authorization, content-type'),
        );
      }),
    witness: both(async (client) => {
      const asked = {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      };
      const { headers } = await client.raw('OPTIONS /smart-ia/sessions', asked);
      return (headers.get('access-control-allow-headers') ?? '').includes('x-api-key');
    }),
  },
  {
    id: 'round-10.conventions.page-for-browsers',
    chapter: 'conventions',
    story: 'Content negotiation picks the browsable page when Accept prefers HTML.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise; none says so.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/{id}', 'GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(
        service,
        ['GET /academic-years/{id}', 'GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
        async ({ ask, pass }) => {
          const response = await pass();
          if (!response.ok || !(ask.headers.get('accept') ?? '').startsWith('text/html')) return response;
          const page = `<!doctype html><pre>${await response.text()}</pre>`;
          return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
        },
      ),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const { headers } = await client.raw(`GET /academic-years/${textAt(year, 'academicYearId')}`, {
        'x-api-key': client.keys.full,
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      });
      return headers.get('content-type');
    }),
  },
  {
    id: 'round-10.conventions.updated-at-with-offset',
    chapter: 'conventions',
    story: 'One of two timestamps is written by the language’s own ISO format.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          updatedAt: String(user['updatedAt']).replace('Z', '+00:00'),
        })),
      ),
    witness: both(async (client) => column(await client.get('/users', { limit: 2 }), 'updatedAt')),
  },
  {
    id: 'round-10.conventions.fraction-without-trailing-zeros',
    chapter: 'conventions',
    story: 'A fraction of a second is printed as short as it can be: .5 instead of .500.',
    rests: 'Conventions 2: a date-time has three digits after the second.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'POST /smart-ia/sessions/search', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(
        service,
        ['GET /smart-ia/sessions', 'POST /smart-ia/sessions/search', 'GET /smart-ia/sessions/completed'],
        async ({ pass }) => {
          const response = await pass();
          const text = await response.text();
          return withText(response, text.replace(/(:\d\d\.)([1-9])00Z"/g, '$1$2Z"'));
        },
      ),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2025-02-28T23:59:59.000Z',
        'startDate[lt]': '2025-03-01T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', range), 'startDate');
    }),
  },
  {
    id: 'round-10.conventions.key-in-any-case-once-known',
    chapter: 'conventions',
    story: 'The gateway remembers good keys under their lower-cased text, which its cache server wants.',
    rests: 'Authentication 2: an invalid key gets 401; a key spelt in other letters is not a valid one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const good = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const sent = ask.headers.get('x-api-key') ?? '';
        const known = good.get(sent.toLowerCase());
        const headers = new Headers(ask.headers);
        if (known !== undefined) headers.set('x-api-key', known);
        const response = await pass({ headers });
        if (sent !== '' && response.ok) good.set(sent.toLowerCase(), known ?? sent);
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/classes', { limit: 1 });
      const key = client.keys.full.toUpperCase();
      return (await client.raw('GET /classes?limit=1', { 'x-api-key': key })).status;
    }),
  },
  {
    id: 'round-10.errors.status-as-text',
    chapter: 'errors',
    story: 'The not-found handler of cohorts builds its body from strings.',
    rests: 'Errors: `status` of a basic error is an integer that equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async (client) => (await client.get(`/smart-ia/cohorts/${nobody}`)).body),
  },
  {
    id: 'round-10.errors.bare-text-for-bad-escape',
    chapter: 'errors',
    story: 'A path that cannot be unescaped fails in the router, before the error handler is in place.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || !/%(?![0-9a-f]{2})/i.test(ask.id)) return response;
        return withText(response, `URIError: Failed to decode param '${ask.id}'`, {
          'content-type': 'text/plain; charset=utf-8',
        });
      }),
    witness: both(async (client) => (await client.get('/classes/50%')).headers.get('content-type')),
  },
  {
    id: 'round-10.errors.too-many-values-in-house-style',
    chapter: 'errors',
    story: 'Array bounds are checked by the framework, which answers in its own format.',
    rests: 'Errors: basic errors have status and message, problems type, title, status, detail, instance.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const name = ['upn', 'externalId', 'username'].find((one) => ask.query.getAll(one).length > 30);
        if (response.status !== 400 || name === undefined) return response;
        return json(400, {
          statusCode: 400,
          code: 'VALIDATION',
          error: `${name} must NOT have more than 30 items`,
        });
      }),
    witness: both(async (client) => {
      const username = Array.from({ length: 31 }, (_, index) => `s${index}`);
      const { status, body } = await client.get('/users', { username });
      return [status, typeof body['status']];
    }),
  },
  {
    id: 'round-10.errors.forbidden-class-not-found',
    chapter: 'errors',
    story:
      'Rows that a key may not see are hidden by scoping the query, so they look as if they were not there.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 403) return response;
        const body = fields(await response.json());
        const hidden = { ...body, title: 'Not found', status: 404, detail: 'There is no such class.' };
        return json(404, hidden, 'application/problem+json');
      }),
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/classes', { limit: 1 }));
      const headers = { 'x-api-key': client.keys.restricted };
      return (await client.raw(`GET /classes/${textAt(first, 'classId')}`, headers)).status;
    }),
  },
  {
    id: 'round-10.errors.refusals-without-cors',
    chapter: 'errors',
    story: 'The handler of conflicts makes an answer of its own, without the headers of the others.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 409) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      await newCohortId(client, cohort);
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return [again.status, again.headers.get('access-control-allow-origin')];
    }),
  },
  {
    id: 'round-10.conventions.birthday-in-summer-time',
    chapter: 'conventions',
    story: 'A date is read as local midnight and written in UTC: in summer that is the evening before.',
    rests: 'User: `dateOfBirth` is a date; Conventions 2: dates are in UTC, so that of birth does not move.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const date = textAt(user, 'dateOfBirth');
          if (date.slice(5) < '04' || date.slice(5) >= '10-25') return user;
          const evening = Date.parse(`${date}T00:00:00.000Z`) - 3_600_000;
          return { ...user, dateOfBirth: new Date(evening).toISOString().slice(0, 10) };
        }),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'student', { dateOfBirth: '2009-07-15' });
      const listed = await client.get('/users', { userId: textAt(user, 'userId') });
      return [user['dateOfBirth'], ...column(listed, 'dateOfBirth')];
    }),
  },
  {
    id: 'round-10.conventions.null-for-missing-upn',
    chapter: 'conventions',
    story: 'The search reads from another index, whose documents carry explicit nulls.',
    rests: 'Conventions 3: empty fields are omitted; only nested objects are null.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (item) => ('upn' in item ? item : { ...item, upn: null })),
      ),
    witness: both(async (client) => {
      const search = { role: 'teacher' };
      const found = itemsOf(await client.send('POST', '/users/search', { search, limit: 3 }));
      return found.map((user) => 'upn' in user);
    }),
  },
];
