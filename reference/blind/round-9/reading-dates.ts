import { refuse } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { type BlindFault, on, requery, textAt } from '../kit.ts';
import { instantOf, operators, reselect } from './helpers.ts';

const route = 'GET /smart-ia/sessions';
const path = '/smart-ia/sessions';

/** A service to which the values of date filters come changed. */
function redate(change: (value: string) => string): BlindFault['wrap'] {
  return requery(route, (query) => {
    for (const name of ['startDate', 'endDate']) {
      for (const operator of operators) {
        const key = `${name}[${operator}]`;
        const values = query.getAll(key);
        query.delete(key);
        for (const value of values) query.append(key, change(value));
      }
    }
  });
}

/** A time of British Summer Time that was read as local, in UTC. */
function asLondon(value: string): string {
  const instant = Date.parse(value);
  if (/^-?\d+$/.test(value) || Number.isNaN(instant)) return value;
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'shortOffset' });
  const summer = zone.formatToParts(instant).some((part) => part.value === 'GMT+1');
  return summer ? new Date(instant - 3_600_000).toISOString() : value;
}

/** Date filters of the session list. */
export const dates: readonly BlindFault[] = [
  {
    id: 'round-9.dates.unix-time-in-milliseconds',
    chapter: 'date-filtering',
    story: 'Whole numbers go to `new Date(Number(value))`, which counts milliseconds.',
    rests: 'Date filtering 4: a Unix timestamp counts seconds since 1970-01-01.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: redate((value) => (/^\d{1,12}$/.test(value) ? new Date(Number(value)).toISOString() : value)),
    witness: both(async ({ get }) =>
      [1_717_200_000, '2024-06-01T00:00:00.000Z'].reduce<Promise<unknown[]>>(async (seen, value) => {
        const before = await seen;
        return [...before, paginationOf(await get(path, { 'startDate[lt]': value }))['total']];
      }, Promise.resolve([])),
    ),
  },
  {
    id: 'round-9.dates.last-operator-wins',
    chapter: 'date-filtering',
    story:
      'The bracketed parameter is read into one { operator, value }, and the second overwrites the first.',
    rests: 'Date filtering 2: operators may be combined into a range.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      for (const name of ['startDate', 'endDate']) {
        const given = [...query.keys()].filter((key) => key.startsWith(`${name}[`));
        const bounds = given.map((key) => key.slice(name.length + 1, name.length + 2));
        const [first, second] = given;
        if (given.length === 2 && bounds[0] !== bounds[1] && first !== undefined && second !== undefined) {
          query.delete(first);
        }
      }
    }),
    witness: both(async ({ get }) => {
      const from = '2024-05-01T00:00:00.000Z';
      const range = { 'startDate[gte]': from, 'startDate[lt]': '2024-08-01T00:00:00.000Z' };
      return column(await get(path, range), 'startDate').every((start) => start >= from);
    }),
  },
  {
    id: 'round-9.dates.no-fractions-in-ends',
    chapter: 'date-filtering',
    story: 'The pattern for endDate was copied from an older version that ended in `\\d{2}Z$`.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; Date filtering 4 takes date-times.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const answer = await pass();
        const values = operators.flatMap((operator) => ask.query.getAll(`endDate[${operator}]`));
        const refused = values.some((value) => /\.\d+Z$/.test(value));
        return answer.ok && refused ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ get }) => (await get(path, { 'endDate[lte]': '2025-01-01T00:00:00.000Z' })).status,
    ),
  },
  {
    id: 'round-9.dates.summer-time-is-local',
    chapter: 'date-filtering',
    story: 'The Z is cut off before parsing, and the server stands in London: right in winter only.',
    rests: 'Conventions 2: dates use ISO 8601 in UTC.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: redate(asLondon),
    witness: both(async ({ get }) => {
      const starts = column(await get(path, { limit: 200 }), 'startDate');
      const summer = starts.find((start) => /^\d{4}-0[5-8]/.test(start)) ?? '';
      const found = await get(path, { 'startDate[gte]': summer, 'startDate[lte]': summer });
      return [summer !== '', itemsOf(found).length > 0];
    }),
  },
  {
    id: 'round-9.dates.unfinished-ends-now',
    chapter: 'date-filtering',
    story: 'The condition is on `coalesce(end_date, now())`, so that sorting had no nulls.',
    rests: 'Sessions: `endDate` filters by end date, and an In Progress session has none.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, (line) =>
        reselect(line, {
          wanted: (query) => query.has('endDate[gt]') || query.has('endDate[gte]'),
          widen: (query) => {
            for (const operator of operators) query.delete(`endDate[${operator}]`);
          },
          keep: (item, query) => {
            const end = textAt(item, 'endDate');
            const instant = end === '' ? Date.now() : Date.parse(end);
            const given = (operator: string) => query.get(`endDate[${operator}]`);
            const [gt, gte, lt, lte] = operators
              .map(given)
              .map((value) => (value ? instantOf(value) : undefined));
            return (
              (gt === undefined || instant > gt) &&
              (gte === undefined || instant >= gte) &&
              (lt === undefined || instant < lt) &&
              (lte === undefined || instant <= lte)
            );
          },
        }),
      ),
    witness: both(async ({ get }) => {
      const found = await get(path, { 'endDate[gte]': '2025-01-01T00:00:00.000Z' });
      return itemsOf(found).filter((item) => !('endDate' in item)).length;
    }),
  },
];
