import { editItems, editPagination } from '../answers.ts';
import { both, column, itemsOf, nobody } from '../client.ts';
import { type BlindFault, type Fields, fields, on, requery, textAt } from '../kit.ts';
import { dataOf, isSummer, omit, revalue } from './reading-helpers.ts';

const base = '/smart-ia/sessions';
const dates = ['startDate', 'endDate'];
const isTimestamp = (value: string) => /^-?\d+$/.test(value);

/** Sessions of both kinds, and their filters by date. */
export const sessions: readonly BlindFault[] = [
  {
    id: 'round-8.sessions.zero-time-as-end',
    chapter: 'sessions',
    story: 'The end is not a pointer in the struct of the list, so that no end is written as the zero time.',
    rests: 'Session: an In Progress session has no endDate.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${base}/in-progress`],
    wrap: (service) =>
      on(service, `GET ${base}/in-progress`, async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, endDate: '0001-01-01T00:00:00.000Z' })),
      ),
    witness: both(async ({ get }) =>
      itemsOf(await get(`${base}/in-progress`)).some((item) => 'endDate' in item),
    ),
  },
  {
    id: 'round-8.sessions.study-dates-with-offset',
    chapter: 'conventions',
    story: 'The older service below writes dates with isoformat(): +00:00 where the others have Z.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const changed = dates
            .filter((name) => name in item)
            .map((name) => [name, textAt(item, name).replace('Z', '+00:00')]);
          return { ...item, ...Object.fromEntries(changed) };
        }),
      ),
    witness: both(async ({ get }) => column(await get('/sessions/completed', { limit: 2 }), 'startDate')),
  },
  {
    id: 'round-8.sessions.level-na-is-missing',
    chapter: 'sessions',
    story: 'Results come through a data frame, whose reader takes the text NA for a missing value.',
    rests: 'Result levels: NA is an output; Session: a result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${base}`, `GET ${base}/completed`],
    wrap: (service) =>
      on(service, [`GET ${base}`, `GET ${base}/completed`], async ({ pass }) =>
        editItems(await pass(), (item) => {
          if (textAt(item, 'result', 'level') !== 'NA') return item;
          return { ...item, result: omit(fields(item['result']), 'level') };
        }),
      ),
    witness: both(async ({ get }) => {
      const levels = column(await get(`${base}/completed`), 'result', 'level');
      return levels.filter((level) => level === 'NA').length;
    }),
  },
  {
    id: 'round-8.sessions.users-in-order-of-index',
    chapter: 'sessions',
    story:
      'With several users asked for, their rows are loaded by IN (…) and matched to the ids by position.',
    rests: 'Session: the session links to a user, the learner, whose attempt it is.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${base}`],
    wrap: (service) =>
      on(service, `GET ${base}`, async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.query.getAll('userId').length < 2) return answer;
        return editItems(answer, (item, _index, items) => {
          const users = new Map(items.map((one) => [textAt(one, 'user', 'userId'), fields(one['user'])]));
          const position = [...users.keys()].indexOf(textAt(item, 'user', 'userId'));
          const sorted = [...users.values()].toSorted((a, b) =>
            textAt(a, 'userId') < textAt(b, 'userId') ? -1 : 1,
          );
          return { ...item, user: sorted[position] };
        });
      }),
    witness: both(async ({ get }) => {
      const owners = async (query: Fields) => {
        const found = itemsOf(await get(base, { limit: 300, userId: [query['userId']].flat().map(String) }));
        return new Map(found.map((item) => [textAt(item, 'sessionId'), textAt(item, 'user', 'userId')]));
      };
      const ids = [...new Set(column(await get(base), 'user', 'userId'))].slice(0, 6);
      const together = await owners({ userId: ids });
      const alone = await Promise.all(ids.map((userId) => owners({ userId })));
      return alone.every((own) => [...own].every(([id, userId]) => together.get(id) === userId));
    }),
  },
  {
    id: 'round-8.sessions.removed-filter-still-works',
    chapter: 'sessions',
    story: 'The parameter went out of the documentation and the client, but not out of the query builder.',
    rests: 'Versioning 5: the externalId filter was removed from the session GET lists.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${base}`],
    wrap: (service) =>
      on(service, `GET ${base}`, async ({ ask, pass, call }) => {
        const [externalId] = ask.query.getAll('externalId');
        if (externalId === undefined || ask.query.has('userId')) return pass();
        const found = await call(`GET /users?${new URLSearchParams({ externalId })}`);
        const query = new URLSearchParams(ask.query);
        const ids = dataOf(found.body).map((user) => textAt(user, 'userId'));
        for (const id of ids.length > 0 ? ids : [nobody]) query.append('userId', id);
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const [externalId = ''] = column(await get('/users', { role: 'student' }), 'externalId').filter(
        Boolean,
      );
      const users = column(await get(base, { externalId }), 'user', 'externalId');
      return users.every((own) => own === externalId);
    }),
  },
  {
    id: 'round-8.sessions.nulls-lost-after-search',
    chapter: 'conventions',
    story: 'The user search turns null fields off in the serialiser, which is one for the whole process.',
    rests:
      'Conventions 3: a nested object is returned as null when empty; Session: result is null when empty.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${base}`, `GET ${base}/in-progress`],
    wrap: (service) => {
      let lean = false;
      return on(
        service,
        ['POST /users/search', `GET ${base}`, `GET ${base}/in-progress`],
        async ({ ask, pass }) => {
          const answer = await pass();
          if (ask.method === 'POST') lean = true;
          if (!lean || ask.method === 'POST') return answer;
          return editItems(answer, (item) => (item['result'] === null ? omit(item, 'result') : item));
        },
      );
    },
    witness: both(async ({ get, send }) => {
      const shown = async () =>
        itemsOf(await get(`${base}/in-progress`, { limit: 3 })).every((item) => 'result' in item);
      const before = await shown();
      await send('POST', '/users/search', { search: {}, limit: 1 });
      return [before, await shown()];
    }),
  },
  {
    id: 'round-8.dates.zero-is-no-value',
    chapter: 'dates',
    story:
      'Timestamps are turned into numbers first, and a filter whose number is falsy counts as not given.',
    rests: 'Date filtering 4: a value is a Unix timestamp (integer, seconds since 1970-01-01).',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${base}`],
    wrap: requery(`GET ${base}`, (query) =>
      revalue(query, dates, (value) => (value === '0' ? undefined : value)),
    ),
    witness: both(async ({ get }) => itemsOf(await get(base, { 'startDate[lt]': 0, limit: 5 })).length),
  },
  {
    id: 'round-8.dates.z-is-dropped',
    chapter: 'dates',
    story: 'The reader of filters takes the date and the time and drops the Z; the server stands in London.',
    rests: 'Conventions 2: dates are in UTC; Date filtering 4: a value is an ISO 8601 date-time.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${base}`],
    wrap: requery(`GET ${base}`, (query) =>
      revalue(query, dates, (value) => {
        const instant = isTimestamp(value) ? Number.NaN : Date.parse(value);
        if (Number.isNaN(instant) || !isSummer(instant)) return value;
        return new Date(instant - 3_600_000).toISOString();
      }),
    ),
    witness: both(async ({ get }) => {
      const starts = column(await get(base, { limit: 300 }), 'startDate');
      const summer = starts.find((start) => start.slice(5, 7) === '07') ?? '';
      const from = column(
        await get(base, { 'startDate[gte]': summer, 'startDate[lte]': summer }),
        'startDate',
      );
      return [from.length > 0, from.every((start) => start === summer)];
    }),
  },
  {
    id: 'round-8.dates.timestamps-of-32-bits',
    chapter: 'dates',
    story:
      'A timestamp is cast to the 32-bit integer that the generator made of "integer"; later than 2038 is past.',
    rests: 'Date filtering 4: a value is a Unix timestamp; 1: lt and lte compare.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${base}`],
    wrap: requery(`GET ${base}`, (query) =>
      revalue(query, dates, (value) =>
        isTimestamp(value) && value.length < 12 ? String(Number(value) | 0) : value,
      ),
    ),
    witness: both(
      async ({ get }) => itemsOf(await get(base, { 'startDate[lt]': 4_102_444_800, limit: 5 })).length,
    ),
  },
  {
    id: 'round-8.sessions.no-total-past-the-end',
    chapter: 'pagination',
    story: 'The total is read from the first row of the page (COUNT(*) OVER ()); an empty page has none.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${base}`],
    wrap: (service) =>
      on(service, `GET ${base}`, async ({ pass }) =>
        editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
      ),
    witness: both(async ({ get }) => (await get(base, { offset: 5000, limit: 5 })).body['pagination']),
  },
];
