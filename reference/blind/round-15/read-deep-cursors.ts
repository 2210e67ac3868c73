import { allOf, edit, editItems, editPagination, meant, page } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, requery, textAt, texts } from '../kit.ts';

const sessions = 'GET /smart-ia/sessions';
const cohorts = 'GET /smart-ia/cohorts';

/** Lower case as a database has it that knows ASCII alone. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Faults of walks through pages, of dates and of rare values. */
export const deepCursors: readonly BlindFault[] = [
  {
    id: 'round-15.pagination.limit-of-the-cursor',
    chapter: 'pagination',
    story: 'The cursor holds the limit of the page it was handed out with, and that goes before a new one.',
    rests: 'limit: Maximum items per page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const limits = new Map<string, string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const known = limits.get(query.get('cursor') ?? '');
        if (known !== undefined) query.set('limit', known);
        return edit(await pass({ query }), (body) => {
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '') limits.set(next, textAt(body, 'pagination', 'limit'));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/classes', { limit: 7 }));
      return itemsOf(await client.get('/classes', { limit: 2, cursor })).length;
    }),
  },
  {
    id: 'round-15.dates.parts-of-seconds-dropped',
    chapter: 'dates',
    story: 'The bound parameter is a DATETIME without a fraction; the column has milliseconds.',
    rests: 'A value is an ISO 8601 date-time, YYYY-MM-DDTHH:MM:SS.SSSZ; filter by session start date.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      for (const [name, value] of [...query]) {
        if (/^(start|end)Date\[/.test(name)) query.set(name, value.replace(/\.\d+Z$/, '.000Z'));
      }
    }),
    witness: both(async (client) => {
      const between = {
        'startDate[gte]': '2023-12-31T23:59:59.500Z',
        'startDate[lt]': '2024-01-01T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', between), 'startDate');
    }),
  },
  {
    id: 'round-15.dates.one-value-for-each-operator',
    chapter: 'dates',
    story:
      'The bound values are named after their operator, so that of endDate takes the place of startDate’s.',
    rests:
      'Each is an object parameter that takes operators: startDate[lt] …, and the same four for endDate.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      for (const operator of ['gt', 'gte', 'lt', 'lte']) {
        const end = query.get(`endDate[${operator}]`);
        if (end !== null && query.has(`startDate[${operator}]`)) query.set(`startDate[${operator}]`, end);
      }
    }),
    witness: both(async (client) => {
      const filters = {
        'startDate[lt]': '2024-03-01T00:00:00.000Z',
        'endDate[lt]': '2025-03-01T00:00:00.000Z',
      };
      return paginationOf(await client.get('/smart-ia/sessions', filters))['total'];
    }),
  },
  {
    id: 'round-15.cohorts.letter-case-of-ascii-alone',
    chapter: 'cohorts',
    story: 'COLLATE NOCASE of the database folds the 26 letters of ASCII and no others.',
    rests: 'search: exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohorts],
    wrap: (service) =>
      on(service, cohorts, async (line) => {
        const { ask, pass } = line;
        const wanted = asciiLower(ask.query.get('search') ?? '');
        if (/^[ -~]*$/.test(wanted)) return pass();
        const all = await allOf(line, ask.path, ask.query);
        const found = all.filter((one) => asciiLower(textAt(one, 'name')) === wanted);
        return found.length === all.length ? pass() : page(meant(ask), found);
      }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/cohorts', { search: 'AÑO 7 / grupo ñ' });
      return column(found, 'name');
    }),
  },
  {
    id: 'round-15.pagination.next-after-an-offset',
    chapter: 'pagination',
    story:
      'The next cursor is made from the number of the page, and a page at an offset counts as the first.',
    rests: 'pagination.nextCursor: Cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohorts],
    wrap: (service) => {
      const astray = new Map<string, URLSearchParams>();
      return on(service, cohorts, async ({ ask, pass }) => {
        const led = astray.get(ask.query.get('cursor') ?? '');
        if (led !== undefined && !ask.query.has('offset')) {
          const query = new URLSearchParams(led);
          query.set('offset', led.get('limit') ?? '100');
          query.set('limit', ask.query.get('limit') ?? '100');
          return editPagination(await pass({ query }), () => ({ offset: 0 }));
        }
        return edit(await pass(), (body) => {
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '' && Number(ask.query.get('offset') ?? 0) > 0) astray.set(next, ask.query);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const third = await client.get('/smart-ia/cohorts', { limit: 3, offset: 6 });
      const next = await client.get('/smart-ia/cohorts', { limit: 3, cursor: nextOf(third) });
      return [column(third, 'name'), column(next, 'name')];
    }),
  },
  {
    id: 'round-15.pagination.backwards-upside-down',
    chapter: 'pagination',
    story: 'The page before is read in descending order of the key, and nobody turns it round again.',
    rests: 'previousCursor: Cursor for the previous page; default sort createdAt, desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const backwards = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const turned = backwards.has(ask.query.get('cursor') ?? '');
          const previous = textAt(body, 'pagination', 'previousCursor');
          if (previous !== '') backwards.add(previous);
          return turned ? { ...body, data: list(body['data']).toReversed() } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const later = await client.get('/users', { limit: 12, offset: 20 });
      const cursor = textAt(paginationOf(later), 'previousCursor');
      return column(await client.get('/users', { limit: 12, cursor }), 'createdAt');
    }),
  },
  {
    id: 'round-15.sessions.learners-by-position',
    chapter: 'sessions',
    story:
      'The loader of the learners hands out rows in the order of its first key, whichever was asked for.',
    rests: 'The session links to a user (SessionUser: the learner, with personal details and identifiers).',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, async ({ ask, pass }) => {
        const several = new Set(ask.query.getAll('userId')).size > 1;
        const response = await pass();
        return several
          ? editItems(response, (session, _index, items) => ({ ...session, user: items[0]?.['user'] }))
          : response;
      }),
    witness: both(async (client) => {
      const all = await client.get('/smart-ia/sessions', { limit: 20 });
      const userId = [...new Set(column(all, 'user', 'userId'))].slice(0, 4);
      const found = await client.get('/smart-ia/sessions', { userId });
      return new Set(column(found, 'user', 'userId')).size;
    }),
  },
  {
    id: 'round-15.users.search-sorts-fifty-at-a-time',
    chapter: 'users',
    story: 'A look-up by many ids goes out in chunks of 50, and the answers are put one behind the other.',
    rests: 'POST /users/search: for more than 30 values in any filter; sort as GET /users, createdAt desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const search = fields(ask.body['search']);
        const ids = texts(search['userIds']);
        const response = await pass();
        if (ids.length <= 50 || !response.ok) return response;
        const rows: unknown[] = [];
        for (let from = 0; from < ids.length; from += 50) {
          const chunk = { ...search, userIds: ids.slice(from, from + 50) };
          rows.push(...list((await call('POST /users/search', { ...ask.body, search: chunk })).body['data']));
        }
        return edit(response, (body) =>
          at(body, 'pagination', 'total') === rows.length && list(body['data']).length === rows.length
            ? { ...body, data: rows }
            : body,
        );
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 80 }), 'userId').reverse();
      const found = await client.send('POST', '/users/search', { search: { userIds } });
      const dates = column(found, 'createdAt');
      return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-15.sessions.subject-made-safe',
    chapter: 'sessions',
    story:
      'A filter against scripts escapes & and < in whatever comes in; the stored subjects were never escaped.',
    rests: 'GET /smart-ia/sessions: subject, array of string.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      const values = query
        .getAll('subject')
        .map((value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
      query.delete('subject');
      for (const value of values) query.append('subject', value);
    }),
    witness: both(async (client) => {
      const subjects = [...new Set(column(await client.get('/smart-ia/tests'), 'subject'))];
      const subject = subjects.filter((one) => one.includes('&'));
      return paginationOf(await client.get('/smart-ia/sessions', { subject }))['total'] !== 0;
    }),
  },
  {
    id: 'round-15.classes.search-for-null',
    chapter: 'classes',
    story:
      'A middleware turns the texts null and undefined of a query into what clients are thought to mean.',
    rests: 'GET /classes: search, exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (/^(null|undefined)$/i.test(query.get('search') ?? '')) query.delete('search');
    }),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'Null', limit: 5 }), 'name'),
    ),
  },
];
