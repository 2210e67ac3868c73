import { editItems, meant, refuse } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, type Line, on, textAt } from '../kit.ts';
import { ends, misreading, operators, path, revalue, route, totalOf, unix } from '../shared/dates.ts';
import { arranged } from './choose.ts';

const starts = operators.map((operator) => `startDate[${operator}]`);
const names = [...starts, ...ends];

const instantOf = (text: string) => (unix.test(text) ? Number(text) * 1000 : Date.parse(text));

function inside(moment: number, query: URLSearchParams): boolean {
  const [gt, gte, lt, lte] = ends.map((name) => {
    const value = query.get(name);
    return value === null ? Number.NaN : instantOf(value);
  });
  const fails = (bound: number | undefined, bad: (bound: number) => boolean) =>
    bound !== undefined && !Number.isNaN(bound) && bad(bound);
  if (Number.isNaN(moment) || fails(gt, (b) => moment <= b) || fails(gte, (b) => moment < b)) return false;
  return !(fails(lt, (b) => moment >= b) || fails(lte, (b) => moment > b));
}

const calculated = (session: Fields) => Date.parse(textAt(session, 'result', 'calculatedDate'));

async function midnights({ pass }: Line): Promise<Response> {
  return editItems(await pass(), (item) => ({
    ...item,
    startDate: textAt(item, 'startDate').replace('T00:', 'T24:'),
  }));
}

/** Faults in date filters. */
export const dates: readonly BlindFault[] = [
  {
    id: 'round-5.dates.upper-bound-always-half-open',
    chapter: 'date filtering',
    story: 'A range becomes the range type of the database, which by default leaves out its upper end.',
    rests: 'Date filtering: lte is an operator of its own beside lt and takes what is equal.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      const last = query.get('startDate[lte]');
      if (last === null || query.has('startDate[lt]')) return;
      query.delete('startDate[lte]');
      query.set('startDate[lt]', last);
    }),
    witness: both(async ({ get }) => {
      const [first = ''] = column(await get(path, { limit: 1 }), 'startDate');
      return column(await get(path, { 'startDate[lte]': first }), 'startDate').includes(first);
    }),
  },
  {
    id: 'round-5.dates.four-digits-are-a-year',
    chapter: 'date filtering',
    story:
      'The date library takes a text of four digits for a year, and it is asked before the branch for timestamps.',
    rests: 'Date filtering: an integer is a Unix timestamp in seconds since 1970-01-01.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, names, (value) => (/^\d{4}$/.test(value) ? `${value}-01-01T00:00:00.000Z` : value)),
    ),
    witness: totalOf({ 'startDate[lt]': 3000 }),
  },
  {
    id: 'round-5.dates.leap-day-refused',
    chapter: 'date filtering',
    story: 'The pattern that checks a date gives February twenty-eight days.',
    rests: 'Date filtering: a value is an ISO 8601 date-time, and 29 February of a leap year is one.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const answer = await pass();
        const leaps = names.some((name) => /-02-29T/.test(ask.query.get(name) ?? ''));
        return answer.ok && leaps ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ get }) => (await get(path, { 'startDate[gte]': '2024-02-29T10:00:00.000Z' })).status,
    ),
  },
  {
    id: 'round-5.dates.half-open-range-refused',
    chapter: 'date filtering',
    story: 'The check of the operators wants both ends of a range inclusive or both exclusive.',
    rests:
      'Date filtering: operators may be combined into a range; only gt with gte and lt with lte are excluded.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass }) => {
        const answer = await pass();
        const both = (one: string, other: string) =>
          ['startDate', 'endDate'].some(
            (date) => ask.query.has(`${date}[${one}]`) && ask.query.has(`${date}[${other}]`),
          );
        const mixed = both('gte', 'lt') || both('gt', 'lte');
        return answer.ok && mixed ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async ({ get }) => {
      const range = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'startDate[lt]': '2025-01-01T00:00:00.000Z',
      };
      return (await get(path, range)).status;
    }),
  },
  {
    id: 'round-5.dates.end-is-when-the-result-was-calculated',
    chapter: 'date filtering',
    story:
      'The end of a session was taken from its result, which is calculated some seconds later, and the filter still is.',
    rests:
      'Sessions: endDate filters by session end date; the date of the calculation is another field, of the result.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async (line) => {
        if (!ends.some((name) => meant(line.ask).has(name))) return line.pass();
        const end = (one: Fields) => Date.parse(textAt(one, 'endDate'));
        let same = false;
        const answer = await arranged(line, path, ends, (items, query) => {
          const found = items.filter((one) => inside(calculated(one), query));
          same = items.every((one) => inside(end(one), query) === inside(calculated(one), query));
          return found;
        });
        return same && meant(line.ask) === line.ask.query ? line.pass() : answer;
      }),
    witness: both(async ({ get }) => {
      const ended = itemsOf(await get('/smart-ia/sessions/completed'));
      const late = ended.find((one) => calculated(one) > Date.parse(textAt(one, 'endDate')));
      const query = { 'endDate[lte]': textAt(late, 'endDate'), limit: 1000 };
      return column(await get(path, query), 'sessionId').includes(textAt(late, 'sessionId'));
    }),
  },
  {
    id: 'round-5.dates.two-lower-bounds-of-two-kinds',
    chapter: 'date filtering',
    story:
      'Timestamps and date-times are parsed by two classes, and each looks for a second lower bound among its own.',
    rests: 'Date filtering: gt and gte cannot be used together.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      for (const date of ['startDate', 'endDate']) {
        const [gt, gte] = [query.get(`${date}[gt]`), query.get(`${date}[gte]`)];
        if (gt !== null && gte !== null && unix.test(gt) !== unix.test(gte)) query.delete(`${date}[gte]`);
      }
    }),
    witness: both(async ({ get }) => {
      const query = { 'startDate[gt]': 1_704_067_200, 'startDate[gte]': '2024-01-01T00:00:00.000Z' };
      const answer = await get(path, query);
      return [answer.status, paginationOf(answer)['total'] === undefined];
    }),
  },
  {
    id: 'round-5.dates.midnight-is-the-twenty-fourth-hour',
    chapter: 'conventions',
    story: 'The pattern of the formatter has the letter for hours from one to twenty-four.',
    rests:
      'Conventions: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ in UTC; hour 24 of a day is the end of it, not its beginning.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /sessions/completed'],
    wrap: (service) => on(service, 'GET /sessions/completed', midnights),
    witness: both(async ({ get }) => {
      const ended = column(await get('/sessions/completed', { limit: 1000 }), 'startDate');
      return ended.filter((start) => start.includes('T24:')).length;
    }),
  },
];
