import { allOf, edit, editItems, meant, page } from '../answers.ts';
import { both, column, itemsOf, nextOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, requery, textAt } from '../kit.ts';

const sessionList = 'GET /smart-ia/sessions';
const completedList = 'GET /smart-ia/sessions/completed';

/** Faults of initial-assessment sessions. */
export const sessions: readonly BlindFault[] = [
  {
    id: 'round-13.sessions.upper-bound-holds-the-end',
    chapter: 'sessions',
    story: 'Two bounds are taken for a period, and sessions must lie in it from their start to their end.',
    rests: 'GET `/smart-ia/sessions`: `startDate` filters by session start date; operators make a range.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessionList],
    wrap: requery(sessionList, (query) => {
      if (!query.has('startDate[gte]') && !query.has('startDate[gt]')) return;
      for (const operator of ['lt', 'lte']) {
        const value = query.get(`startDate[${operator}]`);
        if (value === null || query.has('endDate[lt]') || query.has('endDate[lte]')) continue;
        query.delete(`startDate[${operator}]`);
        query.append(`endDate[${operator}]`, value);
      }
    }),
    witness: both(async (client) => {
      const range = { 'startDate[gte]': '2024-02-28T00:00:00.000Z', 'startDate[lte]': 1_709_251_199 };
      return column(await client.get('/smart-ia/sessions', range), 'startDate');
    }),
  },
  {
    id: 'round-13.sessions.end-filter-in-summer-time',
    chapter: 'sessions',
    story: 'The Z is cut off, and the database reads what is left in the zone of its server, London.',
    rests: 'Conventions 2 and Date filtering 4: a value is an ISO 8601 date-time, in UTC.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessionList],
    wrap: requery(sessionList, (query) => {
      for (const [name, value] of [...query]) {
        if (name.startsWith('endDate[') && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) query.set(name, local(value));
      }
    }),
    witness: both(async (client) => {
      const summer = { 'startDate[gte]': '2024-06-01T00:00:00.000Z', 'sort[field]': 'startDate', limit: 20 };
      const ends = column(await client.get('/smart-ia/sessions', summer), 'endDate').filter(
        (end) => end !== '',
      );
      const [end = ''] = ends;
      const later = await client.get('/smart-ia/sessions', { 'endDate[gt]': end });
      return column(later, 'endDate').every((other) => other > end);
    }),
  },
  {
    id: 'round-13.sessions.both-upper-bounds-of-the-end',
    chapter: 'sessions',
    story: 'The check for operators that exclude each other was written for the start date and not copied.',
    rests: 'Date filtering 3: `lt` and `lte` cannot be used together, for `endDate` as for `startDate`.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessionList],
    wrap: requery(sessionList, (query) => {
      if (query.has('endDate[lte]')) query.delete('endDate[lt]');
    }),
    witness: both(async (client) => {
      const bounds = {
        'endDate[lt]': '2025-01-01T00:00:00.000Z',
        'endDate[lte]': '2025-01-01T00:00:00.000Z',
      };
      return (await client.get('/smart-ia/sessions', bounds)).status;
    }),
  },
  {
    id: 'round-13.sessions.unfinished-ones-end-now',
    chapter: 'sessions',
    story: 'The filter compares `COALESCE(end_date, now())`, taken from the query of a report.',
    rests: 'GET `/smart-ia/sessions`: `endDate` filters by end date; an In Progress session has none.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessionList],
    wrap: (service) =>
      on(service, sessionList, async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const own = query !== ask.query;
        const bounds = [...query].filter(([name]) => name.startsWith('endDate['));
        const lower = bounds.every(([name]) => name.startsWith('endDate[g'));
        if (bounds.length === 0 || !lower || (own && ask.query.has('offset'))) return pass();
        const response = await pass();
        if (!own && (!response.ok || query.has('cursor'))) return response;
        if (response.status === 401 || response.status === 403) return response;
        const now = Date.parse(response.headers.get('date') ?? '');
        if (bounds.some(([, value]) => instantOf(value) >= now)) return response;
        const open = new URLSearchParams(query);
        for (const [name] of bounds) open.delete(name);
        const ended = new Set((await allOf(line, ask.path, query)).map(({ sessionId }) => sessionId));
        const all = await allOf(line, ask.path, open);
        return page(
          query,
          all.filter((item) => ended.has(item['sessionId']) || !('endDate' in item)),
        );
      }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/sessions', { 'endDate[gte]': '2025-09-01T00:00:00.000Z' });
      return itemsOf(found).filter((item) => !('endDate' in item)).length;
    }),
  },
  {
    id: 'round-13.sessions.page-before-has-all-kinds',
    chapter: 'sessions',
    story: 'The query of the previous page is built on its own, and there the status was forgotten.',
    rests: 'GET `/smart-ia/sessions/completed` lists Completed sessions, on every page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [completedList],
    wrap: (service) => {
      const borders = new Map<string, { readonly query: URLSearchParams; readonly id: string }>();
      return on(service, completedList, async (line) => {
        const { ask, pass } = line;
        const cursor = ask.query.get('cursor') ?? '';
        const border = borders.get(cursor);
        const response = await pass();
        if (!response.ok) return response;
        if (border) {
          const all = await allOf(line, '/smart-ia/sessions', border.query);
          const end = all.findIndex((item) => item['sessionId'] === border.id);
          const start = Math.max(0, end - Number(ask.query.get('limit') ?? 100));
          return edit(response, (body) => ({ ...body, data: all.slice(start, end) }));
        }
        return edit(response, (body) => {
          const previous = textAt(body, 'pagination', 'previousCursor');
          const id = textAt(body, 'data', 0, 'sessionId');
          const query = new URLSearchParams(ask.query);
          if (cursor !== '') query.delete('limit');
          if (previous !== '' && id !== '') borders.set(previous, { query, id });
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/completed';
      const second = await client.get(path, {
        limit: 8,
        cursor: nextOf(await client.get(path, { limit: 8 })),
      });
      const previous = textAt(second.body, 'pagination', 'previousCursor');
      return itemsOf(await client.get(path, { limit: 8, cursor: previous })).map((item) => 'endDate' in item);
    }),
  },
  {
    id: 'round-13.sessions.one-learner-after-the-other',
    chapter: 'sessions',
    story: 'A loader fetches the sessions of each learner, sorted, and the lists are put end to end.',
    rests: 'GET `/smart-ia/sessions`: by default sorted by startDate, ascending, whatever the filter.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessionList],
    wrap: (service) =>
      on(service, sessionList, async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const own = query !== ask.query;
        const learners = [...new Set(query.getAll('userId').map((id) => id.toLowerCase()))];
        const sorted = query.has('sort[field]') || query.has('sort[direction]');
        if (learners.length < 2 || sorted || (own && ask.query.has('offset'))) return pass();
        const response = await pass();
        if (!own && (!response.ok || query.has('cursor'))) return response;
        if (response.status === 401 || response.status === 403) return response;
        const all = await allOf(line, ask.path, query);
        const of = (learner: string) => all.filter((item) => textAt(item, 'user', 'userId') === learner);
        return page(query, learners.flatMap(of));
      }),
    witness: both(async (client) => {
      const first = itemsOf(await client.get('/smart-ia/sessions', { limit: 40 }));
      const userId = [...new Set(first.map((item) => textAt(item, 'user', 'userId')))].slice(0, 12);
      const starts = column(await client.get('/smart-ia/sessions', { userId }), 'startDate');
      return starts.join() === starts.toSorted().join();
    }),
  },
  {
    id: 'round-13.sessions.direction-of-the-request-before',
    chapter: 'sessions',
    story: 'The sort that came is merged into the object of defaults, which all requests share.',
    rests: 'GET `/smart-ia/sessions`: without `sort` it is by startDate, asc.',
    breaks: 'explicit',
    depth: 'deep',
    at: [sessionList],
    wrap: (service) => {
      const defaults = new Map<string, string>();
      return on(service, sessionList, async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const given = ['sort[field]', 'sort[direction]'].filter((name) => query.has(name));
        if (given.length === 0 && !query.has('cursor')) {
          for (const [name, value] of defaults) query.set(name, value);
        }
        const response = await pass({ query });
        if (response.ok) for (const name of given) defaults.set(name, query.get(name) ?? '');
        return response;
      });
    },
    witness: both(async (client) => {
      const sort = { 'sort[field]': 'startDate', 'sort[direction]': 'desc' };
      await client.get('/smart-ia/sessions', { ...sort, limit: 5 });
      return column(await client.get('/smart-ia/sessions', { limit: 5 }), 'startDate');
    }),
  },
  {
    id: 'round-13.sessions.level-na-read-as-missing',
    chapter: 'sessions',
    story: 'Results come from a table that was read with a tool to which `NA` means a missing value.',
    rests: 'Result levels: `NA` for an English writing assessment; the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessionList, completedList],
    wrap: (service) =>
      on(service, [sessionList, completedList], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { level, ...rest } = fields(item['result']);
          return level === 'NA' ? { ...item, result: rest } : item;
        }),
      ),
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/smart-ia/sessions', { subject: 'English Writing' }));
      return found.filter((item) => 'endDate' in item).map((item) => textAt(item, 'result', 'level'));
    }),
  },
  {
    id: 'round-13.sessions.days-lost-from-durations',
    chapter: 'sessions',
    story: 'Hours are taken from a time of day, so that 26 hours are two.',
    rests: 'Session: the result holds the total duration; a duration is `PnYnMnDTnHnMnS`.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessionList, completedList],
    wrap: (service) =>
      on(service, [sessionList, completedList], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const result = fields(item['result']);
          const duration = textAt(result, 'duration').replace(/^P\d+DT/, 'PT');
          return duration === '' ? item : { ...item, result: { ...result, duration } };
        }),
      ),
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/smart-ia/sessions', { limit: 280 }));
      return found.filter(isLong).map((item) => textAt(item, 'result', 'duration'));
    }),
  },
  {
    id: 'round-13.sessions.last-subject-wins',
    chapter: 'sessions',
    story: 'The parser of queries keeps the last of equal names, and only ids were declared as lists.',
    rests: 'GET `/smart-ia/sessions`: `subject` is an array; the parameter is repeated.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessionList],
    wrap: requery(sessionList, (query) => {
      const last = query.getAll('subject').at(-1);
      if (last !== undefined && query.getAll('subject').length <= 30) query.set('subject', last);
    }),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/sessions', { subject: ['Mathematics', 'English Reading'] });
      return [...new Set(column(found, 'test', 'subject'))].sort();
    }),
  },
  {
    id: 'round-13.sessions.empty-result-left-out',
    chapter: 'sessions',
    story: 'The serialiser is told to leave out everything that is null, objects too.',
    rests: 'Conventions 3: a nested object is null when empty; `result` of a session in progress is null.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), ({ result, ...item }) => (result === null ? item : { ...item, result })),
      ),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/sessions/in-progress', { limit: 3 });
      return itemsOf(found).map((item) => 'result' in item);
    }),
  },
];

function instantOf(value: string): number {
  return /^-?\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** What a date-time would be if it were not in UTC but in local time. */
function local(value: string): string {
  const instant = Date.parse(value);
  if (Number.isNaN(instant)) return value;
  const summer = Number(clock.format(instant)) !== new Date(instant).getUTCHours();
  return summer ? new Date(instant - 3_600_000).toISOString() : value;
}

/** Whether a session ended a day or more after it began. */
function isLong(item: Fields): boolean {
  return Date.parse(textAt(item, 'endDate')) - Date.parse(textAt(item, 'startDate')) >= 86_400_000;
}
