import { editItems, editUsers, withBody, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { sessionLists } from './shapes-1.ts';

const userRoutes = [
  'GET /users',
  'POST /users/search',
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];

const filters = ['email', 'name', 'username', 'upn', 'externalId'];

export const third: readonly BlindFault[] = [
  {
    id: 'round-20.cors.preflight-knows-no-patch',
    chapter: 'cors',
    story:
      'The CORS middleware has a fixed list of methods, written before the first PATCH operation was added.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS' || !response.ok) return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'),
        );
      }),
    witness: both(async (client) => {
      const answer = await client.raw(`OPTIONS /students/${nobody}/details`, {
        origin: 'https://school.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type, x-api-key',
      });
      return /\bPATCH\b|\*/.test(answer.headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-20.tests.limit-cuts-a-list-that-has-no-pages',
    chapter: 'tests',
    story:
      'The paging interceptor is bound to every handler that returns a list, and this one has no pagination to tell of it.',
    rests: 'GET /smart-ia/tests: 200 `{ data: SmartIaTest[] }` (not paginated).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ ask, pass }) => {
        const response = await pass();
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!response.ok || !(limit > 0)) return response;
        const body = fields(await response.json());
        const data = Array.isArray(body['data']) ? body['data'].slice(0, limit) : [];
        return withBody(response, { ...body, data });
      }),
    witness: both(async (client) => itemsOf(await client.get('/smart-ia/tests', { limit: 5 })).length),
  },
  {
    id: 'round-20.sessions.half-seconds-lose-their-zeros',
    chapter: 'sessions',
    story:
      'The database hands out times as text without trailing zeros, and the serialiser pads whole seconds alone.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'medium',
    at: [...sessionLists, 'GET /sessions/completed'],
    wrap: (service) =>
      on(service, [...sessionLists, 'GET /sessions/completed'], async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replaceAll(/(:\d\d\.[1-9])00Z"/g, '$1Z"'));
      }),
    witness: both(async (client) => {
      const around = {
        'startDate[gte]': '2025-02-28T23:59:59.000Z',
        'startDate[lt]': '2025-03-01T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', around), 'startDate');
    }),
  },
  {
    id: 'round-20.auth.key-once-checked-lends-its-beginning',
    chapter: 'auth',
    story:
      'Checking the hash of a key is slow, so the outcome is cached, by the public beginning of the key.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const checked = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const beginning = key.slice(0, 24);
        const known = checked.get(beginning);
        if (known !== undefined) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', known);
          return pass({ headers });
        }
        const response = await pass();
        if (beginning.length === 24 && response.ok) checked.set(beginning, key);
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/academic-years');
      const key = `${client.keys.full.slice(0, -1)}~`;
      return (await client.raw('GET /academic-years', { 'x-api-key': key })).status;
    }),
  },
  {
    id: 'round-20.auth.refused-and-done-all-the-same',
    chapter: 'auth',
    story:
      'The permission check sends its 403 but does not return, so the handler runs on behind the answer.',
    rests:
      'Authentication 3: a request whose key lacks the needed permissions gets 403; 403: not authorised to access the resource.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'POST /smart-ia/cohorts', 'GET /classes', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      let able: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && !ask.path.startsWith('/academic-years'))
          able = ask.headers.get('x-api-key') ?? able;
        const creates = ask.method === 'POST' && /^\/(classes|smart-ia\/cohorts)$/.test(ask.path);
        if (response.status === 403 && creates && able !== undefined) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', able);
          await pass({ headers });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const find = async () => itemsOf(await client.get('/classes', { search: name })).length;
      const before = await find();
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const refused = await client.raw('POST /classes', headers, JSON.stringify({ class: { name } }));
      return [before, refused.status, await find()];
    }),
  },
  {
    id: 'round-20.formats.browser-is-answered-in-xml',
    chapter: 'formats',
    story:
      'An XML mapper came onto the class path with another library, and negotiation prefers it for a browser’s Accept header.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'],
    wrap: (service) =>
      on(
        service,
        ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'],
        async ({ ask, pass }) => {
          const response = await pass();
          if (!response.ok || !/\bapplication\/xml\b/.test(ask.headers.get('accept') ?? '')) return response;
          const body = fields(await response.json());
          return withText(response, `<response>${xml(body)}</response>`, {
            'content-type': 'application/xml',
          });
        },
      ),
    witness: both(async (client) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const answer = await client.raw('GET /academic-years', { 'x-api-key': client.keys.full, accept });
      return [answer.status, answer.headers.get('content-type'), Object.keys(answer.body)];
    }),
  },
  {
    id: 'round-20.sessions.learners-beyond-the-first-hundred-are-null',
    chapter: 'sessions',
    story:
      'Learners of a page are looked up in chunks of a hundred ids, and only the first chunk reaches the map.',
    rests:
      'Session: the session links to a user (SessionUser: the learner, with personal details and identifiers).',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) => {
        const found = new Set<string>();
        return editItems(await pass(), (session) => {
          const userId = textAt(session, 'user', 'userId');
          if (found.size < 100) found.add(userId);
          return found.has(userId) ? session : { ...session, user: null };
        });
      }),
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { limit: 250 }));
      return [sessions.length, sessions.filter((one) => textAt(one, 'user', 'userId') === '').length];
    }),
  },
  {
    id: 'round-20.parsing.values-are-decoded-twice',
    chapter: 'parsing',
    story: 'The query parser decodes the values, and a helper from before the parser decodes them again.',
    rests: 'GET /users: email, string (email); name, username, upn and externalId filter by their value.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams();
        for (const [name, value] of ask.query)
          query.append(name, filters.includes(name) ? decoded(value) : value);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const email = 'ada+home@mail.example';
      const userId = await newUserId(client, 'student', { email });
      const found = await client.get('/users', { email });
      return [found.status, column(found, 'userId').includes(userId)];
    }),
  },
  {
    id: 'round-20.shapes.born-at-the-beginning-of-the-epoch',
    chapter: 'shapes',
    story:
      'Dates of birth are kept as epoch milliseconds, and the mapper takes the zero of 1970-01-01 for none.',
    rests: 'User: dateOfBirth, string (date); Conventions 3: only empty fields are omitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: userRoutes,
    wrap: (service) =>
      on(service, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          if (user['dateOfBirth'] !== '1970-01-01') return user;
          const { dateOfBirth: _zero, ...others } = user;
          return others;
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher', { dateOfBirth: '1970-01-01' });
      return textAt(await userOf(client, userId), 'dateOfBirth');
    }),
  },
  {
    id: 'round-20.errors.two-defects-make-the-message-a-list',
    chapter: 'errors',
    story:
      'The validation pipe unpacks its messages when there is one, and hands the array on when there are more.',
    rests: 'Basic error: message is a string, human-readable detail.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const response = await pass();
        const { dateOfBirth, gender } = fields(ask.body['user']);
        const noDate = dateOfBirth !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(dateOfBirth));
        const noGender = gender !== undefined && !['female', 'male', 'other'].includes(String(gender));
        if (response.status !== 400 || !noDate || !noGender) return response;
        const message = ['dateOfBirth must be a date.', 'gender must be one of the known values.'];
        return withBody(response, { ...fields(await response.json()), message });
      }),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const answer = await client.send('PATCH', path, {
        user: { dateOfBirth: 'yesterday', gender: 'green' },
      });
      return [answer.status, typeof (answer.body['message'] ?? answer.body['detail'])];
    }),
  },
];

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

function xml(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => `<item>${xml(item)}</item>`).join('');
  if (typeof value !== 'object') return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Object.entries(fields(value))
    .map(([name, inner]) => `<${name}>${xml(inner)}</${name}>`)
    .join('');
}
