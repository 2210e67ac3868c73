import { allOf, editItems } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, on, textAt } from '../kit.ts';
import { changed, isSummer, relisted } from './shared.ts';

const chapter = 'dates';
const route = 'GET /smart-ia/sessions';
const path = '/smart-ia/sessions';

/** Faults of date filters, and of the dates that they are compared with. */
export const dateFaults: readonly BlindFault[] = [
  {
    id: 'round-3.dates.bound-loses-its-fraction',
    chapter,
    story: 'The driver binds a bound as a date-time without fraction, while the column has one.',
    rests: 'Date filtering 1 and 4: lte and gt compare with an ISO 8601 date-time; Conventions 2: SS.SSSZ.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) =>
        pass({
          query: changed(ask.query, (name, value) =>
            /^(start|end)Date\[/.test(name) ? value.replace(/(T[\d:]{8})\.\d{1,9}Z$/, '$1.000Z') : value,
          ),
        }),
      ),
    witness: both(async ({ get }) => {
      const instant = '2023-12-31T23:59:59.999Z';
      const exact = await get(path, { 'startDate[gte]': instant, 'startDate[lte]': instant });
      return column(exact, 'startDate');
    }),
  },
  {
    id: 'round-3.dates.open-sessions-pass-the-end',
    chapter,
    story:
      'The condition on the end lets through what has none, so that the list of old would not lose its open sessions.',
    rests: 'GET /smart-ia/sessions: endDate filters by session end date; a session in progress has none.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, (line) =>
        relisted(
          line,
          (query) => [...query.keys()].some((name) => name.startsWith('endDate[')),
          async (filters) => {
            const ended = await allOf(line, path, filters);
            const ids = new Set(ended.map((item) => item['sessionId']));
            const rest = changed(filters, (name, value) => (name.startsWith('endDate[') ? undefined : value));
            const all = await allOf(line, path, rest);
            return all.filter((item) => !('endDate' in item) || ids.has(item['sessionId']));
          },
        ),
      ),
    witness: both(async ({ get }) => {
      const items = itemsOf(await get(path, { 'endDate[gte]': '2025-01-01T00:00:00.000Z' }));
      return items.every((item) => 'endDate' in item);
    }),
  },
  {
    id: 'round-3.dates.no-room-in-an-instant',
    chapter,
    story: 'A range must end after it begins, says a guard, and answers one that does not with no sessions.',
    rests: 'Date filtering 1 and 2: gte and lte include the bound and may be combined into a range.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const { query } = ask;
        const alike = ['startDate', 'endDate'].filter((date) => {
          const from = query.get(`${date}[gte]`);
          return from !== null && from === query.get(`${date}[lte]`);
        });
        const empty = new URLSearchParams(query);
        for (const date of alike) {
          empty.set(`${date}[lt]`, query.get(`${date}[lte]`) ?? '');
          empty.delete(`${date}[lte]`);
        }
        return pass({ query: empty });
      }),
    witness: both(async ({ get }) => {
      const [start = ''] = column(await get(path, { limit: 1, offset: 20 }), 'startDate');
      const found = await get(path, { 'startDate[gte]': start, 'startDate[lte]': start });
      return Number(paginationOf(found)['total']) > 0;
    }),
  },
  {
    id: 'round-3.dates.one-date-at-a-time',
    chapter,
    story:
      'The index of sessions has one range per query, and the end replaces the start where both are given.',
    rests: 'GET /smart-ia/sessions: startDate filters by start date, and endDate by end date.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const names = [...ask.query.keys()];
        if (!names.some((name) => /^endDate\[(gte?|lte?)\]$/.test(name))) return pass();
        return pass({
          query: changed(ask.query, (name, value) =>
            /^startDate\[(gte?|lte?)\]$/.test(name) ? undefined : value,
          ),
        });
      }),
    witness: both(async ({ get }) => {
      const dates = {
        'startDate[gte]': '2025-01-01T00:00:00.000Z',
        'endDate[lt]': '2025-06-01T00:00:00.000Z',
      };
      return column(await get(path, dates), 'startDate').every((start) => start >= '2025');
    }),
  },
  {
    id: 'round-3.dates.year-of-the-week',
    chapter,
    story:
      'The pattern of the formatter has a capital Y, the year of the week, which changes some days before or after the year itself.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DD… in UTC; startDate filters by the session start date.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const start = textAt(item, 'startDate');
          return { ...item, startDate: `${yearOfTheWeek(start)}${start.slice(4)}` };
        }),
      ),
    witness: both(async ({ get }) => {
      const range = {
        'startDate[gte]': '2024-12-31T00:00:00.000Z',
        'startDate[lt]': '2025-01-01T00:00:00.000Z',
      };
      return [...new Set(column(await get(path, range), 'startDate'))];
    }),
  },
  {
    id: 'round-3.dates.summer-hour-called-utc',
    chapter,
    story: 'The end is written by the clock of the school, and the Z behind it is a letter of the pattern.',
    rests: 'Conventions 2: dates are in UTC; endDate filters by session end date.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) => editItems(await pass(), (item) => onTheWall(item))),
    witness: both(async ({ get }) => {
      const july = { 'startDate[gte]': '2024-07-01T00:00:00.000Z', status: 'Completed', limit: 1 };
      const [end = ''] = column(await get(path, july), 'endDate');
      const found = await get(path, { 'endDate[gte]': end, 'endDate[lte]': end });
      return column(found, 'endDate').includes(end);
    }),
  },
];

function onTheWall(item: Fields): Fields {
  const end = new Date(textAt(item, 'endDate'));
  if (Number.isNaN(end.getTime()) || !isSummer(end)) return item;
  return { ...item, endDate: new Date(end.getTime() + 3_600_000).toISOString() };
}

/** The year that the week of a date belongs to: that of its Thursday. */
function yearOfTheWeek(text: string): number {
  const date = new Date(text);
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  return date.getUTCFullYear();
}
