import {
  allOf,
  edit,
  editItems,
  editPagination,
  meant,
  page,
  refuse,
  withHeaders,
  withText,
} from '../answers.ts';
import { both, column, itemsOf, newClassId, nextOf, nobody, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { checked } from './read-own.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const middleware: readonly BlindFault[] = [
  {
    id: 'round-11.conventions.browsers-get-xml',
    chapter: 'conventions',
    story: 'An XML mapper came in with a library, and content negotiation found it.',
    rests:
      'Conventions 1: answers are `application/json`; other formats are chosen by a `format` parameter only.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const wants = ask.headers.get('accept')?.includes('application/xml') === true;
        if (!wants || !response.ok || response.status === 204) return response;
        return withText(response, '<Response/>', { 'content-type': 'application/xml' });
      }),
    witness: both(async (client) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const got = await client.raw('GET /smart-ia/tests', { 'x-api-key': client.keys.full, accept });
      return got.headers.get('content-type');
    }),
  },
  {
    id: 'round-11.conventions.preflight-without-patch',
    chapter: 'conventions',
    story: 'The methods of the CORS middleware are written out, and the list is older than PATCH.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        }),
      ),
    witness: both(async (client) => {
      const asked = await client.raw(`OPTIONS /students/${nobody}/details`, {
        origin: 'https://portal.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type, x-api-key',
      });
      const methods = asked.headers.get('access-control-allow-methods') ?? '';
      return `PATCH allowed: ${/\bPATCH\b|\*/.test(methods)}`;
    }),
  },
  {
    id: 'round-11.errors.key-in-capitals',
    chapter: 'errors',
    story: 'Keys are looked up in a table whose collation ignores letter case.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key') ?? '';
        if (response.status !== 401 || key === key.toLowerCase()) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key.toLowerCase());
        return pass({ headers });
      }),
    witness: both(async (client) => {
      const key = { 'x-api-key': client.keys.full.toUpperCase() };
      return (await client.raw('GET /academic-years', key)).status;
    }),
  },
  {
    id: 'round-11.years.malformed-is-400',
    chapter: 'years',
    story: 'A pipe that checks ids was put on all routes, and refuses with the status of a bad body.',
    rests: 'GET `/academic-years/{academicYearId}` lists 404 and not 400; 400 is for endpoints that list it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        const malformed = !/^[0-9a-f-]{36}$/i.test(ask.id);
        return response.status === 404 && malformed ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => (await client.get('/academic-years/2025')).status),
  },
];

const classes: readonly BlindFault[] = [
  {
    id: 'round-11.classes.unknown-year-404',
    chapter: 'classes',
    story: 'The year of the filter is loaded first, by the method that throws "not found".',
    rests: 'GET `/classes` lists 200 and 400; 404 is for endpoints that list it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId') ?? 'current';
        if (!response.ok || year === 'current') return response;
        const { status } = await call(`GET /academic-years/${encodeURIComponent(year)}`);
        return status === 404 ? refuse(ask, 404, 'Not found') : response;
      }),
    witness: both(async (client) => (await client.get('/classes', { academicYearId: nobody })).status),
  },
  {
    id: 'round-11.classes.search-ignores-accents',
    chapter: 'classes',
    story: 'The default collation of the database ignores accents as well as letter case.',
    rests: '`search` on GET `/classes` is an exact match on the name, but for letter case.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async (line) => {
        const query = meant(line.ask);
        const response = await checked(line, query);
        const wanted = query.get('search');
        const foreign = line.ask.query.has('cursor') && !query.has('resumed');
        if (wanted === null || foreign || !response.ok) return response;
        const wider = new URLSearchParams(query);
        wider.delete('search');
        const items = await allOf(line, '/classes', wider);
        return page(
          query,
          items.filter((item) => folded(textAt(item, 'name')) === folded(wanted)),
        );
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name: `${name} Café` });
      return column(await client.get('/classes', { search: `${name} Cafe` }), 'name').length;
    }),
  },
  {
    id: 'round-11.classes.former-class-in-current-year',
    chapter: 'classes',
    story: 'The detail view joins the year that is current, where the list joins that of the class.',
    rests: 'Class: `academicYearId` is the academic year that the class belongs to.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const current = await call('GET /academic-years/current');
        const academicYearId = textAt(current.body, 'academicYear', 'academicYearId');
        return edit(response, (body) => ({ class: { ...fields(body['class']), academicYearId } }));
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const current = await client.get('/academic-years/current');
      const now = textAt(current.body, 'academicYear', 'academicYearId');
      const academicYearId = years.find((id) => id !== now) ?? '';
      const own = await newClassId(client, { academicYearId });
      const read = await client.get(`/classes/${own}`);
      return `of its year: ${textAt(read.body, 'class', 'academicYearId') === academicYearId}`;
    }),
  },
  {
    id: 'round-11.pagination.offset-to-page-number',
    chapter: 'pagination',
    story: 'The repository wants a page number, so the offset is divided by the limit.',
    rests: 'Pagination: `offset` is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const offset = Number(ask.query.get('offset') ?? 0);
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!(offset > 0 && limit > 0)) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(offset - (offset % limit)));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async (client) => {
      const all = column(await client.get('/classes', { limit: 20 }), 'classId');
      const some = column(await client.get('/classes', { limit: 5, offset: 7 }), 'classId');
      return all.indexOf(some[0] ?? '');
    }),
  },
];

const cohorts: readonly BlindFault[] = [
  {
    id: 'round-11.cohorts.current-refused',
    chapter: 'cohorts',
    story: 'The query of the cohorts has a validator of its own, which knows UUIDs only.',
    rests: '`academicYearId` on GET `/smart-ia/cohorts` is a UUID or the literal `current`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const literal = ask.query.get('academicYearId') === 'current';
        return response.ok && literal ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(
      async (client) => (await client.get('/smart-ia/cohorts', { academicYearId: 'current' })).status,
    ),
  },
  {
    id: 'round-11.tests.limit-obeyed',
    chapter: 'tests',
    story: 'A generic interceptor slices every list by the `limit` and `offset` that came.',
    rests: 'GET `/smart-ia/tests` takes no request parameters and is not paginated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const start = Number(ask.query.get('offset') ?? 0);
          const limit = Number(ask.query.get('limit') ?? 100);
          return { data: Array.isArray(body['data']) ? body['data'].slice(start, start + limit) : [] };
        }),
      ),
    witness: both(async (client) => itemsOf(await client.get('/smart-ia/tests', { limit: 2 })).length),
  },
];

const users: readonly BlindFault[] = [
  {
    id: 'round-11.users.roles-narrowed',
    chapter: 'users',
    story: 'The filter is put on the joined roles, so that the other roles of a user are not loaded.',
    rests: 'User: `roles` holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const role = ask.query.get('role');
        if (role === null) return response;
        return editItems(response, (user) => ({
          ...user,
          roles: texts(user['roles']).filter((own) => own === role),
        }));
      }),
    witness: both(async (client) => {
      const { body } = await client.get('/users', { role: 'administrator', limit: 1 });
      return textAt(body, 'data', 0, 'roles');
    }),
  },
  {
    id: 'round-11.users.in-order-of-usernames',
    chapter: 'users',
    story: 'A look-up by usernames keeps the order of the keys, as the loader behind it does.',
    rests: 'GET `/users` is sorted by `createdAt`, descending, when no sort is given.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const names = ask.query.getAll('username');
        if (names.length < 2 || [...ask.query.keys()].some((key) => key.startsWith('sort['))) return response;
        const place = (user: unknown) => names.indexOf(textAt(user, 'username'));
        return edit(response, (body) => {
          const data = Array.isArray(body['data']) ? body['data'] : [];
          return { ...body, data: data.toSorted((a, b) => place(a) - place(b)) };
        });
      }),
    witness: both(async (client) => {
      const oldest = { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 1 };
      const first = column(await client.get('/users', oldest), 'username');
      const last = column(await client.get('/users', { limit: 1 }), 'username');
      const found = await client.get('/users', { username: [...first, ...last] });
      const moments = column(found, 'createdAt');
      return `newest first: ${moments.every((moment, index) => moment <= (moments[index - 1] ?? moment))}`;
    }),
  },
];

const pages: readonly BlindFault[] = [
  {
    id: 'round-11.pagination.full-page-goes-on',
    chapter: 'pagination',
    story: 'A page that is full gets a next cursor; nobody looks for one item more.',
    rests: 'Pagination: `nextCursor` is `null` on the last page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
        const decoded = Buffer.from(ask.query.get('cursor') ?? '', 'base64').toString();
        const limit = ask.query.get('limit') ?? '100';
        if (decoded.startsWith('end ') && !ask.query.has('offset')) {
          const query = new URLSearchParams(decoded.slice(4));
          query.set('limit', limit);
          return editPagination(await pass({ query }), () => ({ offset: 0 }));
        }
        return editPagination(await pass(), ({ total, nextCursor }, data) => {
          const query = new URLSearchParams(ask.query);
          query.delete('cursor');
          query.set('offset', String(total));
          const end = data.length === Number(limit) ? Buffer.from(`end ${query}`).toString('base64') : null;
          return { nextCursor: nextCursor ?? end };
        });
      }),
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/in-progress';
      const total = Number(paginationOf(await client.get(path, { limit: 1 }))['total']);
      const last = await client.get(path, { limit: 1, offset: total - 1 });
      return nextOf(last) === '' ? 'the end' : 'goes on';
    }),
  },
];

/** Faults that some special input shows: conventions, groups and some of the users. */
export const inputs: readonly BlindFault[] = [...middleware, ...classes, ...cohorts, ...users, ...pages];
