import { allOf, meant, page, refuse } from '../answers.ts';
import { both, column, itemsOf, nobody, paginationOf } from '../client.ts';
import { type BlindFault, on, requery, textAt } from '../kit.ts';
import { misreading, operators, path, revalue, route, totalOf } from '../shared/dates.ts';

const all = ['startDate', 'endDate'].flatMap((name) => operators.map((operator) => `${name}[${operator}]`));
const value = 'Date filtering 4: a value is either an ISO 8601 date-time or a Unix timestamp in seconds.';

const asText: BlindFault = {
  id: 'round-4.dates.timestamps-compared-as-text',
  chapter: 'dates',
  story:
    'The column of the index holds seconds as text, and a bound with fewer digits is compared letter by letter.',
  rests: value,
  breaks: 'explicit',
  depth: 'deep',
  at: [route],
  wrap: misreading((query) =>
    revalue(query, all, (text) => (/^\d{1,9}$/.test(text) ? text.padEnd(10, '0') : text)),
  ),
  witness: totalOf({ 'startDate[gte]': 946_684_800 }),
};

const leapDay: BlindFault = {
  id: 'round-4.dates.leap-day-is-no-day',
  chapter: 'dates',
  story:
    'The validator knows the lengths of the months by heart, and gives 28 days to February in every year.',
  rests: value,
  breaks: 'explicit',
  depth: 'deep',
  at: [route],
  wrap: (service) =>
    on(service, route, ({ ask, pass }) => {
      const leap = all.some((name) => /^\d{4}-02-29T/.test(ask.query.get(name) ?? ''));
      return leap ? Promise.resolve(refuse(ask, 400, 'Invalid request')) : pass();
    }),
  witness: both(
    async ({ get }) => (await get(path, { 'startDate[lt]': '2024-02-29T12:00:00.000Z', limit: 1 })).status,
  ),
};

const printed: BlindFault = {
  id: 'round-4.sessions.sorted-by-the-printed-date',
  chapter: 'sessions',
  story:
    'The page model holds dates as they are printed, day first, and the default order sorts these texts.',
  rests: 'GET /smart-ia/sessions: the default sort is by startDate, ascending.',
  breaks: 'explicit',
  depth: 'shallow',
  at: [route],
  wrap: (service) =>
    on(service, route, async (line) => {
      const query = meant(line.ask);
      const own = query !== line.ask.query && !line.ask.query.has('offset');
      if (!own) {
        const checked = await line.pass();
        const other = [...line.ask.query.keys()].some(
          (name) => name === 'cursor' || name.startsWith('sort['),
        );
        if (!checked.ok || other) return checked;
      }
      const items = await allOf(line, path, query);
      const shown = items.map((item) => ({ item, text: dayFirst(textAt(item, 'startDate')) }));
      shown.sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)));
      return page(
        query,
        shown.map(({ item }) => item),
      );
    }),
  witness: both(async ({ get }) => {
    const dates = column(await get(path), 'startDate');
    return dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') <= date);
  }),
};

function dayFirst(date: string): string {
  return date.slice(8, 10) + date.slice(5, 7) + date.slice(0, 4) + date.slice(10);
}

const allOrNothing: BlindFault = {
  id: 'round-4.sessions.one-unknown-test-and-nothing-is-found',
  chapter: 'sessions',
  story:
    'The tests of the filter are loaded first, and when fewer come back than were asked for the search gives up.',
  rests: 'GET /smart-ia/sessions: testId takes several values, and sessions on any of these tests are found.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ ask, pass, call }) => {
      const wanted = ask.query.getAll('testId');
      const checked = await pass();
      if (wanted.length < 2 || wanted.length > 30 || !checked.ok) return checked;
      const known = new Set(column(await call('GET /smart-ia/tests'), 'testId'));
      const missing = wanted.find((id) => !known.has(id.toLowerCase()));
      if (missing === undefined || ask.query.has('cursor')) return checked;
      const query = new URLSearchParams(ask.query);
      query.set('testId', missing);
      return pass({ query });
    }),
  witness: both(async ({ get }) => {
    const [first] = itemsOf(await get(path, { limit: 1 }));
    const found = await get(path, { testId: [textAt(first, 'test', 'testId'), nobody], limit: 1 });
    return Number(paginationOf(found)['total']) > 0;
  }),
};

const mergedBounds: BlindFault = {
  id: 'round-4.dates.equal-lower-bounds-are-merged',
  chapter: 'dates',
  story:
    'Bounds are gathered in a set by their value, so two lower ones of one value never meet the rule against two.',
  rests: 'Date filtering 3: gt and gte cannot be used together.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: requery(route, (query) => {
    const lower = query.get('startDate[gt]');
    if (lower !== null && lower === query.get('startDate[gte]')) query.delete('startDate[gte]');
  }),
  witness: both(async ({ get }) => {
    const date = '2025-01-01T00:00:00.000Z';
    return (await get(path, { 'startDate[gt]': date, 'startDate[gte]': date, limit: 1 })).status;
  }),
};

export const sessions: readonly BlindFault[] = [asText, leapDay, printed, allOrNothing, mergedBounds];
