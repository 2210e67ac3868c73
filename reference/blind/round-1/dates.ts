import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, textAt } from '../kit.ts';
import { ends, misreading, operators, path, revalue, route, totalOf, unix } from '../shared/dates.ts';

const chapter = 'date filters';
const starts = operators.map((operator) => `startDate[${operator}]`);
const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The last Sunday of a month, at one o'clock, in the year of an instant. */
function lastSunday(instant: number, month: number): number {
  const end = new Date(Date.UTC(new Date(instant).getUTCFullYear(), month + 1, 0, 1));
  return end.getTime() - end.getUTCDay() * 86_400_000;
}

export const dates: readonly BlindFault[] = [
  {
    id: 'round-1.dates.upper-bound-covers-its-second',
    chapter,
    story: 'The column is cut to whole seconds before it is compared with an upper bound.',
    rests: 'startDate[lte] filters by session start date',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, ['startDate[lte]'], (value) =>
        unix.test(value)
          ? `${new Date(Number(value) * 1000).toISOString().slice(0, 19)}.999Z`
          : value.replace('.000Z', '.999Z'),
      ),
    ),
    witness: both(async (client) => {
      const bound = '2025-02-28T23:59:59.000Z';
      const found = await client.get(path, {
        'startDate[lte]': bound,
        'startDate[gte]': '2025-02-28T00:00:00.000Z',
      });
      return column(found, 'startDate').every((date) => date <= bound);
    }),
  },
  {
    id: 'round-1.dates.seconds-beyond-int32',
    chapter,
    story: 'Unix timestamps are read into an int32, and the year 2040 comes out before 1970.',
    rests: 'a value may be a Unix timestamp, integer seconds since 1970-01-01',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, [...starts, ...ends], (value) => (unix.test(value) ? String(Number(value) | 0) : value)),
    ),
    witness: totalOf({ 'startDate[lt]': 2_208_988_800 }),
  },
  {
    id: 'round-1.dates.zero-is-no-bound',
    chapter,
    story: 'A bound is applied if it is truthy, and the start of 1970 is not.',
    rests: 'a value may be a Unix timestamp; startDate[lt] filters by session start date',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      for (const name of [...starts, ...ends]) if (Number(query.get(name)) === 0) query.delete(name);
    }),
    witness: totalOf({ 'startDate[lt]': 0 }),
  },
  {
    id: 'round-1.dates.later-bound-replaces-the-earlier',
    chapter,
    story: 'Each operator assigns the condition on the end date, and the last one is left.',
    rests: 'operators may be combined into a range',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      const sent = ends.filter((name) => query.has(name));
      const conflict = ['gt', 'lt'].some(
        (one) => query.has(`endDate[${one}]`) && query.has(`endDate[${one}e]`),
      );
      if (!conflict) for (const name of sent.slice(0, -1)) query.delete(name);
    }),
    witness: totalOf({
      'endDate[gte]': '2025-01-01T00:00:00.000Z',
      'endDate[lt]': '2025-02-01T00:00:00.000Z',
    }),
  },
  {
    id: 'round-1.dates.both-upper-bounds-on-the-end',
    chapter,
    story: 'The rule against two upper bounds was written for the start date and never copied.',
    rests: 'lt and lte cannot be used together',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(async (client) => {
      const query = { 'endDate[lt]': 1_700_000_000, 'endDate[lte]': '2024-01-01T00:00:00.000Z' };
      return (await client.get(path, query)).status;
    }),
  },
  {
    id: 'round-1.dates.summer-time-of-the-server',
    chapter,
    story: 'The zone is cut off and the rest read as local time in London: right in winter only.',
    rests: 'dates use ISO 8601 in UTC',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, starts, (value) => {
        const instant = Date.parse(value);
        if (!iso.test(value) || Number.isNaN(instant)) return value;
        const summer = instant >= lastSunday(instant, 2) && instant < lastSunday(instant, 9);
        return summer ? new Date(instant - 3_600_000).toISOString() : value;
      }),
    ),
    witness: both(async (client) => {
      const bound = '2024-06-30T23:59:59.000Z';
      const found = await client.get(path, { 'startDate[gte]': bound, 'startDate[lte]': bound });
      return itemsOf(found).map((item) => textAt(item, 'startDate'));
    }),
  },
];
