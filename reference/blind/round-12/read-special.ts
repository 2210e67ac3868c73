import { edit, editError, refuse, withText } from '../answers.ts';
import { both, itemsOf, newClassId, newUserIds, nextOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Faults of the conventions, errors, pages and years that need a special request. */
export const special: readonly BlindFault[] = [
  {
    id: 'round-12.pagination.offset-zero-beside-cursor',
    chapter: 'pagination',
    story: 'The check reads `if (offset && cursor)`, and 0 counts as absent.',
    rests:
      'Pagination: `offset` cannot be combined with `cursor`; GET /users answers 400 to invalid requests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
        return pass({ query });
      }),
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/users', { limit: 5 }));
      return (await client.get('/users', { limit: 5, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-12.tests.limit-obeyed',
    chapter: 'tests',
    story: 'Pagination is a middleware of all lists, and this list got it too, without its `pagination`.',
    rests: 'The table: GET /smart-ia/tests takes no request and is not paginated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const limit = Number(ask.query.get('limit') ?? 100);
          const start = Number(ask.query.get('offset') ?? 0);
          return { ...body, data: list(body['data']).slice(start, start + limit) };
        }),
      ),
    witness: both(async (client) => itemsOf(await client.get('/smart-ia/tests', { limit: 5 })).length),
  },
  {
    id: 'round-12.errors.parser-answers-in-html',
    chapter: 'errors',
    story: 'The body parser fails before the error handler is mounted, and the framework shows its page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || isJson(ask.text)) return response;
        const page = '<!DOCTYPE html><html><body><pre>SyntaxError: Unexpected token</pre></body></html>';
        return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const refused = await client.raw('POST /users/search', headers, '{"search": {');
      return `${textAt(refused.body, 'status')} ${refused.headers.get('content-type')}`;
    }),
  },
  {
    id: 'round-12.errors.validator-says-422',
    chapter: 'errors',
    story: 'The validator of path parameters fills in its own number; the response got 400 later.',
    rests: 'Errors: `status` in the body equals the HTTP status (and is the HTTP status in problem details).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) =>
        editError(await pass(), (body) => (body['status'] === 400 ? { ...body, status: 422 } : body)),
      ),
    witness: both(async (client) => {
      const refused = await client.get('/classes/no-uuid');
      return textAt(refused.body, 'status') === String(refused.status);
    }),
  },
  {
    id: 'round-12.conventions.preflight-of-another-key',
    chapter: 'conventions',
    story: 'The search came from a service with bearer tokens, and so did its CORS settings.',
    rests:
      'Conventions 4 and Authentication 1: browsers of any origin may send requests, which carry x-api-key.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['OPTIONS /users/search'],
    wrap: (service) =>
      on(service, 'OPTIONS /users/search', async ({ pass }) => {
        const response = await pass();
        const headers = new Headers(response.headers);
        headers.set('access-control-allow-headers', 'authorization, content-type');
        return new Response(null, { status: response.status, headers });
      }),
    witness: both(async (client) => {
      const preflight = await client.raw('OPTIONS /users/search', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return preflight.headers.get('access-control-allow-headers')?.includes('x-api-key');
    }),
  },
  {
    id: 'round-12.years.current-in-summer-time',
    chapter: 'years',
    story: 'The current year is read through a connection in local time, which is an hour ahead in summer.',
    rests: 'Conventions 2: dates are in UTC, so the current year has the dates that it has in the list.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const earlier = (name: string) =>
            new Date(Date.parse(textAt(year, name)) - 3_600_000).toISOString();
          return {
            ...body,
            academicYear: { ...year, startDate: earlier('startDate'), endDate: earlier('endDate') },
          };
        }),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/academic-years/current');
      const current = fields(body['academicYear']);
      const years = itemsOf(await client.get('/academic-years'));
      const listed = years.find((year) => year['academicYearId'] === current['academicYearId']);
      return [listed?.['startDate'] === current['startDate'], listed?.['endDate'] === current['endDate']];
    }),
  },
  {
    id: 'round-12.errors.key-in-another-case',
    chapter: 'errors',
    story: 'Keys that were found valid are kept in a cache for a while, under their text in lower case.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => {
      const valid = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const sent = ask.headers.get('x-api-key') ?? '';
        const headers = new Headers(ask.headers);
        const known = valid.get(sent.toLowerCase());
        if (known !== undefined) headers.set('x-api-key', known);
        const response = await pass({ headers });
        if (sent !== '' && response.status !== 401) valid.set(sent.toLowerCase(), known ?? sent);
        return response;
      });
    },
    witness: both(async (client) => {
      const key = client.keys.full;
      const right = await client.raw('GET /classes', { 'x-api-key': key });
      const wrong = await client.raw('GET /classes', { 'x-api-key': key.toUpperCase() });
      return [right.status, wrong.status];
    }),
  },
  {
    id: 'round-12.conventions.xml-for-browsers',
    chapter: 'conventions',
    story: 'An XML converter is on the class path, and the header Accept of a browser prefers it.',
    rests: 'Conventions 1: responses are application/json where no `format` parameter lists other formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        const wantsXml = (ask.headers.get('accept') ?? '').includes('application/xml');
        if (!response.ok || !wantsXml) return response;
        const year = fields(fields(await response.json())['academicYear']);
        const inner = Object.entries(year).map(([name, value]) => `<${name}>${value}</${name}>`);
        const text = `<academicYear>${inner.join('')}</academicYear>`;
        return new Response(text, {
          status: 200,
          headers: { 'content-type': 'application/xml', 'access-control-allow-origin': '*' },
        });
      }),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const headers = { 'x-api-key': client.keys.full, accept: browser };
      const read = await client.raw(`GET /academic-years/${textAt(year, 'academicYearId')}`, headers);
      return `${read.status} ${read.headers.get('content-type')}`;
    }),
  },
  {
    id: 'round-12.errors.several-messages',
    chapter: 'errors',
    story: 'The validator tells one defect as a text and several as an array of texts.',
    rests: 'Errors: `message` of a basic error is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const defects = ['limit', 'offset'].filter((name) => {
          const value = ask.query.get(name);
          return value !== null && !/^\d+$/.test(value);
        });
        return editError(await pass(), (body) =>
          body['status'] === 400 && defects.length > 1
            ? { ...body, message: defects.map((name) => `${name} must be an integer number`) }
            : body,
        );
      }),
    witness: both(async (client) => {
      const refused = await client.get('/smart-ia/cohorts', { limit: 'ten', offset: 'two' });
      const told = at(refused.body, 'message') ?? at(refused.body, 'detail');
      return `${refused.status} ${typeof told}`;
    }),
  },
  {
    id: 'round-12.classes.every-class-of-this-year',
    chapter: 'classes',
    story: 'The mapper of the single class applies the default of the create request to what it reads.',
    rests: 'Class: `academicYearId` is the academic year that the class belongs to.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass, call }) => {
        const current = await call('GET /academic-years/current');
        const academicYearId = at(current.body, 'academicYear', 'academicYearId');
        return edit(await pass(), (body) => ({
          ...body,
          class: { ...fields(body['class']), academicYearId },
        }));
      }),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const academicYearId = textAt(year, 'academicYearId');
      const classId = await newClassId(client, { academicYearId });
      const { body } = await client.get(`/classes/${classId}`);
      return textAt(body, 'class', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-12.users.search-stays-on-the-first-page',
    chapter: 'users',
    story: 'The body of the search is mapped to the query object without its `cursor`.',
    rests: 'POST /users/search: `limit`, `offset` and `cursor` of the body are those of Pagination.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        if (!('cursor' in ask.body)) return pass();
        const { cursor: _cursor, ...body } = ask.body;
        return pass({ body });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 4);
      const search = { userIds };
      const first = await client.send('POST', '/users/search', { search, limit: 2 });
      const cursor = nextOf(first);
      const second = await client.send('POST', '/users/search', { search, limit: 2, cursor });
      const seen = [...itemsOf(first), ...itemsOf(second)].map((user) => user['userId']);
      return new Set(seen).size;
    }),
  },
  {
    id: 'round-12.users.name-of-one-letter',
    chapter: 'users',
    story: 'The search engine has no words of one byte, so the check asks for more than one.',
    rests: 'GET /users: `name` has a minimum length of 1, so one letter is a valid filter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const name = ask.query.get('name');
        const response = await pass();
        if (!response.ok || name === null || Buffer.byteLength(name) > 1) return response;
        return refuse(ask, 400, 'Invalid request');
      }),
    witness: both(async (client) => (await client.get('/users', { name: 'a', limit: 1 })).status),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
