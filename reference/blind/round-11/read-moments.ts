import {
  allOf,
  edit,
  editError,
  editItems,
  editPagination,
  meant,
  page,
  refuse,
  Trail,
  withHeaders,
} from '../answers.ts';
import { both, column, itemsOf, nextOf, nobody, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, requery, textAt } from '../kit.ts';
import { checked } from './read-own.ts';

const hour = 3_600_000;
const path = '/smart-ia/sessions';

/** One in the morning, UTC, of the last Sunday of a month. */
function lastSunday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0, 1));
  return end.getTime() - end.getUTCDay() * 24 * hour;
}

/** The moment that a date-time means when it is read on a clock in London. */
function onTheClock(text: string): string {
  const moment = new Date(text);
  const year = moment.getUTCFullYear();
  const summer = moment.getTime() >= lastSunday(year, 2) && moment.getTime() < lastSunday(year, 9);
  return summer ? new Date(moment.getTime() - hour).toISOString() : text;
}

const dateNames = ['startDate', 'endDate'].flatMap((name) =>
  ['gt', 'gte', 'lt', 'lte'].map((operator) => `${name}[${operator}]`),
);

const filters: readonly BlindFault[] = [
  {
    id: 'round-11.sessions.summer-time-in-filters',
    chapter: 'sessions',
    story: 'The date-time is bound without its zone, and the session of the database is set to London.',
    rests: 'Date filtering 4 and Conventions 2: a value is an ISO 8601 date-time, in UTC.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: requery(`GET ${path}`, (query) => {
      for (const name of dateNames.filter((known) => known.startsWith('startDate'))) {
        const values = query.getAll(name);
        const [value = ''] = values;
        if (values.length === 1 && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) {
          const real =
            !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value.slice(0, 19));
          if (real) query.set(name, onTheClock(value));
        }
      }
    }),
    witness: both(async (client) => {
      const starts = column(await client.get(path, { limit: 300 }), 'startDate');
      const summer = starts.find((start) => start.slice(5, 7) === '07') ?? '';
      const until = await client.get(path, { 'startDate[lte]': summer, limit: 1 });
      return `those until then: ${paginationOf(until)['total'] === starts.lastIndexOf(summer) + 1}`;
    }),
  },
  {
    id: 'round-11.sessions.timestamps-of-ten-digits',
    chapter: 'sessions',
    story: 'The pattern that tells a timestamp from a date-time wants ten digits, as all have nowadays.',
    rests: 'Date filtering 4: a value may be a Unix timestamp, an integer of seconds since 1970-01-01.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${path}`, async ({ ask, pass }) => {
        const response = await pass();
        const short = dateNames.some((name) => /^-?\d{1,9}$/.test(ask.query.get(name) ?? ''));
        return response.ok && short ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const range = { 'startDate[gte]': 0, 'startDate[lt]': 1_735_689_600, limit: 1 };
      return (await client.get(path, range)).status;
    }),
  },
  {
    id: 'round-11.sessions.subject-decoded-twice',
    chapter: 'sessions',
    story: 'The gateway decodes the address before it hands it on, so that an ampersand ends the value.',
    rests: '`subject` on GET `/smart-ia/sessions` filters by the subject, a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: requery(`GET ${path}`, (query) => {
      const subjects = query.getAll('subject');
      query.delete('subject');
      for (const subject of subjects) query.append('subject', subject.replace(/&.*$/, ''));
    }),
    witness: both(async (client) => {
      const subjects = column(await client.get('/smart-ia/tests'), 'subject');
      const subject = subjects.find((one) => one.includes('&')) ?? '';
      return `some found: ${itemsOf(await client.get(path, { subject, limit: 1 })).length > 0}`;
    }),
  },
  {
    id: 'round-11.sessions.or-without-brackets',
    chapter: 'sessions',
    story: 'The users are joined by OR behind the status, and nobody thought of brackets.',
    rests: 'GET `/smart-ia/sessions/in-progress` lists In Progress sessions.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, `GET ${path}/in-progress`, async (line) => {
        const query = meant(line.ask);
        const others = query.getAll('userId').slice(1);
        const response = await checked(line, query);
        const foreign = line.ask.query.has('cursor') && !query.has('resumed');
        if (others.length === 0 || foreign || !response.ok) return response;
        const wider = new URLSearchParams(query);
        const items = await allOf(line, path, wider);
        return page(
          query,
          items.filter((item) => item['result'] === null || others.includes(textAt(item, 'user', 'userId'))),
        );
      }),
    witness: both(async (client) => {
      const completed = column(await client.get(`${path}/completed`, { limit: 2 }), 'user', 'userId');
      const found = await client.get(`${path}/in-progress`, { userId: completed });
      return `only without a result: ${itemsOf(found).every(({ result }) => result === null)}`;
    }),
  },
];

/** Cursors of pages that a status chose, with what follows them. */
interface Left {
  readonly query: URLSearchParams;
  readonly last: string;
}

const orders: readonly BlindFault[] = [
  {
    id: 'round-11.sessions.cursor-forgets-status',
    chapter: 'sessions',
    story: 'The query of a cursor is built in a branch of its own, to which the status was never added.',
    rests: '`status` filters sessions; `nextCursor` is the cursor of the next page of that list.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const left = new Map<string, Left>();
      return on(service, `GET ${path}`, async (line) => {
        const { ask } = line;
        const query = meant(ask);
        const response = await checked(line, query);
        if (!response.ok) return response;
        if (query.has('resumed')) return page(query, await allOf(line, path, bare(query)));
        const known = left.get(ask.query.get('cursor') ?? '');
        if (known) {
          const items = await allOf(line, path, known.query);
          const rest = new URLSearchParams(known.query);
          rest.set('limit', ask.query.get('limit') ?? '100');
          rest.set('offset', String(items.findIndex((item) => item['sessionId'] === known.last) + 1));
          rest.set('resumed', 'yes');
          return page(rest, items);
        }
        return edit(response, (body) => {
          const next = textAt(body, 'pagination', 'nextCursor');
          const last = textAt(list(body['data']).at(-1), 'sessionId');
          if (query.has('status') && next !== '') left.set(next, { query: bare(query), last });
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const first = await client.get(path, { status: 'InProgress', limit: 30 });
      const cursor = nextOf(first);
      const second = await client.get(path, { status: 'InProgress', limit: 30, cursor });
      return `of that status: ${column(second, 'status').every((status) => status === 'InProgress')}`;
    }),
  },
  {
    id: 'round-11.sessions.sort-stays',
    chapter: 'sessions',
    story: 'The sort of a request is assigned into the object of defaults, which all requests share.',
    rests: 'GET `/smart-ia/sessions` sorts by `startDate`, ascending, when no sort is given.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const defaults = new Map<string, string>();
      return on(service, `GET ${path}`, async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        if (!query.has('cursor'))
          for (const [name, value] of defaults) if (!query.has(name)) query.set(name, value);
        const response = await pass({ query });
        for (const name of ['sort[field]', 'sort[direction]']) {
          const value = ask.query.get(name);
          if (response.ok && value !== null) defaults.set(name, value);
        }
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get(path, { 'sort[field]': 'startDate', 'sort[direction]': 'desc', limit: 1 });
      const starts = column(await client.get(path, { limit: 50 }), 'startDate');
      return `oldest first: ${starts.every((start, index) => start >= (starts[index - 1] ?? start))}`;
    }),
  },
  {
    id: 'round-11.sessions.hundred-users-at-most',
    chapter: 'sessions',
    story: 'The users of a page are loaded in one call of the user service, which takes a hundred ids.',
    rests: 'Session: it links to a user, the learner, with personal details and identifiers.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${path}`, async ({ pass }) => {
        const loaded = new Set<string>();
        return editItems(await pass(), (item) => {
          const userId = textAt(item, 'user', 'userId');
          if (loaded.size < 100) loaded.add(userId);
          return loaded.has(userId) ? item : { ...item, user: null };
        });
      }),
    witness: both(async (client) => {
      const all = itemsOf(await client.get(path, { limit: 280 }));
      return `each has a user: ${all.every(({ user }) => 'userId' in fields(user))}`;
    }),
  },
];

/** What asks for a list from its beginning. */
function bare(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of ['status', 'limit', 'offset', 'resumed', 'cursor']) rest.delete(name);
  return rest;
}

const shared: readonly BlindFault[] = [
  {
    id: 'round-11.pagination.total-of-what-is-left',
    chapter: 'pagination',
    story: 'The filtered list is counted with the condition of the cursor in place.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) trail.note(ask, (await readAnswer(response.clone())).body);
        const start = trail.startOf(ask) ?? 0;
        if (!trail.queryOf(ask)?.has('academicYearId')) return response;
        return editPagination(response, ({ total }) => ({ total: Number(total) - start }));
      });
    },
    witness: both(async (client) => {
      const query = { academicYearId: 'current', limit: 6 };
      const first = await client.get('/classes', query);
      const second = await client.get('/classes', { ...query, cursor: nextOf(first) });
      return `as many in all: ${paginationOf(second)['total'] === paginationOf(first)['total']}`;
    }),
  },
  {
    id: 'round-11.errors.status-of-the-first-error',
    chapter: 'errors',
    story: 'The body of an error is a constant of the controller, and its status is set once.',
    rests: 'Basic error: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      let first: unknown;
      return on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        editError(await pass(), (body) => {
          first ??= body['status'];
          return { ...body, status: first };
        }),
      );
    },
    witness: both(async (client) => {
      await client.raw(`GET /academic-years/${nobody}`);
      const { status, body } = await client.get(`/academic-years/${nobody}`);
      return `${status} with ${String(body['status'])} in the body`;
    }),
  },
  {
    id: 'round-11.conventions.origin-of-the-first',
    chapter: 'conventions',
    story: 'The origin is echoed, and a cache that knows no `Vary` keeps the header with the answer.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const origins = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null || ask.method !== 'GET' || !response.ok) return response;
        const address = `${ask.path}?${ask.query}`;
        const kept = origins.get(address) ?? origin;
        origins.set(address, kept);
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', kept));
      });
    },
    witness: both(async (client) => {
      const from = async (origin: string) => {
        const sent = { 'x-api-key': client.keys.full, origin };
        const { headers } = await client.raw('GET /academic-years', sent);
        return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
      };
      return [await from('https://one.example'), await from('https://two.example')];
    }),
  },
];

/** Faults that need conditions together, state or rare data: sessions, and what is shared. */
export const moments: readonly BlindFault[] = [...filters, ...orders, ...shared];
