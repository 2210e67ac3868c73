import { editItems } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { ends, misreading, operators, path, revalue, route, totalOf } from '../shared/dates.ts';

/** Faults of the lists of sessions. */
export const readingSessions: readonly BlindFault[] = [
  {
    id: 'round-7.sessions.open-session-ends-null',
    chapter: 'sessions',
    story: 'The list of open sessions writes the empty column of the end as null.',
    rests: 'Conventions 3: empty fields are omitted; Session: an In Progress session has no endDate.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), (session) => ({ ...session, endDate: null })),
      ),
    witness: both(async ({ get }) =>
      itemsOf(await get('/smart-ia/sessions/in-progress', { limit: 3 })).map((one) => 'endDate' in one),
    ),
  },
  {
    id: 'round-7.sessions.missing-result-is-left-out',
    chapter: 'sessions',
    story: 'The serialiser drops every null, nested objects too.',
    rests:
      'Conventions 3 and Session: an empty nested object is null, and so is result of a session in progress.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), ({ result, ...session }) =>
          result === null ? session : { ...session, result },
        ),
      ),
    witness: both(async ({ get }) => itemsOf(await get(path)).every((session) => 'result' in session)),
  },
  {
    id: 'round-7.sessions.result-na-is-read-as-missing',
    chapter: 'sessions',
    story: 'Results come through a data frame, to which NA is the absent value: the level is lost.',
    rests: 'Result levels: NA is an output for writing assessments; the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route, 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, [route, 'GET /smart-ia/sessions/completed'], async ({ pass }) =>
        editItems(await pass(), (session) => {
          const { level, ...rest } = fields(session['result']);
          return level === 'NA' ? { ...session, result: rest } : session;
        }),
      ),
    witness: both(async ({ get }) => {
      const levels = column(await get('/smart-ia/sessions/completed', { limit: 1000 }), 'result', 'level');
      return levels.filter((level) => level === '').length;
    }),
  },
  {
    id: 'round-7.sessions.status-is-forgotten-beside-user',
    chapter: 'sessions',
    story: 'Sessions of given users are read through the users, by a query that knows no status.',
    rests: 'GET /smart-ia/sessions: status filters sessions by status.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const checked = await pass();
        if (!checked.ok || !ask.query.has('userId') || !ask.query.has('status')) return checked;
        const query = new URLSearchParams(ask.query);
        query.delete('status');
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const [open] = itemsOf(await get('/smart-ia/sessions/in-progress', { limit: 1 }));
      const done = itemsOf(await get('/smart-ia/sessions/completed', { limit: 1000 }));
      const userId = [textAt(open, 'user', 'userId'), textAt(done[0], 'user', 'userId')];
      const found = await get(path, { userId, status: textAt(done[0], 'status'), limit: 1000 });
      return [...new Set(column(found, 'status'))];
    }),
  },
];

const chapter = 'date filtering';

/** The hours by which London is ahead of UTC at an instant: 1 from the last Sunday of March to that of October. */
function ahead(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const sunday = (month: number) => {
    const last = new Date(Date.UTC(year, month, 31, 1));
    return last.getTime() - last.getUTCDay() * 86_400_000;
  };
  return instant >= sunday(2) && instant < sunday(9) ? 1 : 0;
}

/** Faults of date filters. */
export const readingDates: readonly BlindFault[] = [
  {
    id: 'round-7.dates.upper-bound-loses-milliseconds',
    chapter,
    story: 'The bound is cast to a timestamp of whole seconds, the column keeps milliseconds.',
    rests:
      'Date filtering: startDate[lte] takes an ISO 8601 date-time, which has milliseconds (Conventions 2).',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, ['startDate[lte]', 'endDate[lte]'], (value) => value.replace(/\.\d+Z$/, 'Z')),
    ),
    witness: both(async ({ get }) => {
      const dates = column(await get(path, { limit: 1000 }), 'startDate');
      const date = dates.find((one) => !one.endsWith('.000Z')) ?? '';
      const found = await get(path, { 'startDate[gte]': date, 'startDate[lte]': date });
      return Number(paginationOf(found)['total']) > 0;
    }),
  },
  {
    id: 'round-7.dates.end-is-forgotten-beside-start',
    chapter,
    story: 'The two filters are written into one range object, where the start takes the place of the end.',
    rests: 'GET /smart-ia/sessions: endDate filters by the end of the session, startDate by its start.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const checked = await pass();
        const started = operators.some((one) => ask.query.has(`startDate[${one}]`));
        if (!checked.ok || !started) return checked;
        const query = new URLSearchParams(ask.query);
        for (const name of ends) query.delete(name);
        return query.size === ask.query.size ? checked : pass({ query });
      }),
    witness: totalOf({
      'startDate[gte]': '2000-01-01T00:00:00.000Z',
      'endDate[lt]': '2001-01-01T00:00:00.000Z',
    }),
  },
  {
    id: 'round-7.dates.both-lower-bounds-pass-for-end',
    chapter,
    story: 'The check for operators that exclude each other was written for startDate and never for endDate.',
    rests: 'Date filtering 3: gt and gte cannot be used together; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      if (query.has('endDate[gt]')) query.delete('endDate[gte]');
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(async ({ get }) => (await get(path, { 'endDate[gt]': 1000, 'endDate[gte]': 1000 })).status),
  },
  {
    id: 'round-7.dates.summer-bounds-in-london-time',
    chapter,
    story: 'The server runs in London and reads a bound as local time; in winter nobody notices.',
    rests: 'Conventions 2: dates are ISO 8601 in UTC; Date filtering 4: a value is such a date-time.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      const names = ['startDate', 'endDate'].flatMap((date) => operators.map((one) => `${date}[${one}]`));
      revalue(query, names, (value) => {
        const instant = value.endsWith('Z') ? Date.parse(value) : Number.NaN;
        if (Number.isNaN(instant) || ahead(instant) === 0) return value;
        return new Date(instant - 3_600_000).toISOString();
      });
    }),
    witness: both(async ({ get }) => {
      const dates = column(await get(path, { limit: 1000 }), 'startDate');
      const date = dates.find((one) => /^\d{4}-0[5-8]/.test(one)) ?? '';
      const found = await get(path, { 'startDate[gte]': date, 'startDate[lte]': date });
      return column(found, 'startDate').includes(date);
    }),
  },
];
