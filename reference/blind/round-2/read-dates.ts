import { both, column, paginationOf } from '../client.ts';
import { type BlindFault, on, requery } from '../kit.ts';

const chapter = 'dates';
const route = 'GET /smart-ia/sessions';

/** Faults of date filters. */
export const dateFaults: readonly BlindFault[] = [
  {
    id: 'round-2.dates.end-of-a-range-dropped',
    chapter,
    story:
      'The condition on the end date is an object to which each operator assigns itself, and an upper bound is only looked at where there is no lower one.',
    rests: 'Date filtering 2: operators may be combined into a range; endDate as startDate.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const { query } = ask;
        const lower = query.has('endDate[gt]') !== query.has('endDate[gte]');
        const upper = query.has('endDate[lt]') !== query.has('endDate[lte]');
        if (!lower || !upper) return pass();
        const rest = new URLSearchParams(query);
        rest.delete('endDate[lt]');
        rest.delete('endDate[lte]');
        return pass({ query: rest });
      }),
    witness: both(async ({ get }) => {
      const range = { 'endDate[gte]': '2024-01-01T00:00:00.000Z', 'endDate[lt]': '2024-03-01T00:00:00.000Z' };
      const ends = column(await get('/smart-ia/sessions', range), 'endDate');
      return ends.every((end) => end < '2024-03-01');
    }),
  },
  {
    id: 'round-2.dates.seconds-cut-the-column',
    chapter,
    story:
      'For a Unix timestamp the column is turned into whole seconds as well, so a start within a second counts as its beginning.',
    rests: 'Date filtering 1 and 4: gt and lte compare with a Unix timestamp in seconds.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: requery(route, (query) => {
      for (const name of ['startDate[gt]', 'startDate[lte]', 'endDate[gt]', 'endDate[lte]']) {
        const value = query.get(name) ?? '';
        if (!/^\d{1,11}$/.test(value)) continue;
        query.set(name, new Date(Number(value) * 1000 + 999).toISOString());
      }
    }),
    witness: both(async ({ get }) => {
      const instant = Date.parse('2023-12-31T23:59:59.000Z') / 1000;
      const lower = { 'startDate[gt]': instant, 'startDate[lt]': instant + 1 };
      const upper = { 'startDate[gte]': instant, 'startDate[lte]': instant };
      return [
        column(await get('/smart-ia/sessions', lower), 'startDate'),
        column(await get('/smart-ia/sessions', upper), 'startDate'),
      ];
    }),
  },
  {
    id: 'round-2.dates.summer-read-on-the-wall',
    chapter,
    story:
      'The parser drops the Z and reads the digits on the clock of the server, which stands in London: right in winter, an hour off in summer.',
    rests: 'Conventions 2: dates are in UTC; Date filtering 4: a value is an ISO 8601 date-time.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const query = new URLSearchParams();
        for (const [name, value] of ask.query)
          query.append(name, /Date\[/.test(name) ? asWall(value) : value);
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const after = { 'startDate[gte]': '2024-07-01T00:00:00.000Z', limit: 1 };
      const start = column(await get('/smart-ia/sessions', after), 'startDate')[0] ?? '';
      const exact = { 'startDate[gte]': start, 'startDate[lte]': start };
      return [start, paginationOf(await get('/smart-ia/sessions', exact))['total']];
    }),
  },
  {
    id: 'round-2.dates.zero-is-no-date',
    chapter,
    story: 'A bound counts as given when it is truthy, and 0, the first second of 1970, is not.',
    rests: 'Date filtering 1 and 4: a value may be a Unix timestamp, seconds since 1970-01-01.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ask.query.keys()) {
          if (/^(start|end)Date\[(gte?|lte?)\]$/.test(name) && query.get(name) === '0') query.delete(name);
        }
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const none = await get('/smart-ia/sessions', { 'startDate[lt]': 0, limit: 1 });
      return paginationOf(none)['total'];
    }),
  },
];

/** A date-time with its digits read as the time of London. */
function asWall(value: string): string {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return value;
  const instant = new Date(time);
  const hour = instant.toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return Number(hour) === instant.getUTCHours() ? value : new Date(time - 3_600_000).toISOString();
}
