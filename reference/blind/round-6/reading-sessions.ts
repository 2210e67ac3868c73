import { editPagination, Trail } from '../answers.ts';
import { both, column, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, on, readAnswer } from '../kit.ts';
import { misreading, operators, path, revalue, route, totalOf, unix } from '../shared/dates.ts';

const starts = operators.map((operator) => `startDate[${operator}]`);

const dates: readonly BlindFault[] = [
  {
    id: 'round-6.dates.lte-leaves-the-moment-itself-out',
    chapter: 'date filtering',
    story: 'The query builder maps both upper operators to "less than".',
    rests: 'Date filtering 1: startDate[lte] stands beside startDate[lt]: less than or equal.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      const value = query.get('startDate[lte]');
      if (value === null || query.has('startDate[lt]')) return;
      query.delete('startDate[lte]');
      query.set('startDate[lt]', value);
    }),
    witness: both(async ({ get }) => {
      const [first = ''] = column(await get(path, { limit: 1 }), 'startDate');
      const found = await get(path, { 'startDate[lte]': first, limit: 1 });
      return Number(paginationOf(found)['total']) > 0;
    }),
  },
  {
    id: 'round-6.dates.timestamps-of-starts-read-as-milliseconds',
    chapter: 'date filtering',
    story: 'The number goes straight into the constructor of a date, which counts milliseconds.',
    rests: 'Date filtering 4: a Unix timestamp is an integer, seconds since 1970-01-01.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, starts, (value) => (unix.test(value) ? new Date(Number(value)).toISOString() : value)),
    ),
    witness: totalOf({ 'startDate[gte]': 1_735_689_600 }),
  },
  {
    id: 'round-6.dates.lt-with-lte-let-through-for-ends',
    chapter: 'date filtering',
    story: 'The check of the pair was written for starts, and copied for the lower operators of ends only.',
    rests: 'Date filtering 3: lt and lte cannot be used together; errors 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(
      async ({ get }) =>
        (await get(path, { 'endDate[lt]': 1_735_689_600, 'endDate[lte]': 1_735_689_600 })).status,
    ),
  },
  {
    id: 'round-6.dates.upper-bound-overwrites-the-lower',
    chapter: 'date filtering',
    story: 'Each operator assigns the condition of the column anew, so the last one stays.',
    rests: 'Date filtering 2: operators may be combined into a range.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      const lower = query.has('startDate[gt]') !== query.has('startDate[gte]');
      const upper = query.has('startDate[lt]') !== query.has('startDate[lte]');
      if (!lower || !upper) return;
      query.delete('startDate[gt]');
      query.delete('startDate[gte]');
    }),
    witness: totalOf({
      'startDate[gte]': '2025-01-01T00:00:00.000Z',
      'startDate[lt]': '2025-07-01T00:00:00.000Z',
    }),
  },
  {
    id: 'round-6.dates.fraction-of-a-second-cut-off',
    chapter: 'date filtering',
    story: 'The parameter is bound as a timestamp without fraction.',
    rests: 'Date filtering 4 with Conventions 2: a value is a date-time, which has milliseconds.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => revalue(query, starts, (value) => value.replace(/\.\d+Z$/, '.000Z'))),
    witness: both(async ({ get }) => {
      const found = column(await get(path), 'startDate');
      const whole = found.find((text) => text.endsWith('.000Z')) ?? '';
      const from = whole.replace('.000Z', '.500Z');
      const [first = ''] = column(await get(path, { 'startDate[gte]': from, limit: 1 }), 'startDate');
      return first >= from;
    }),
  },
  {
    id: 'round-6.dates.timestamp-zero-taken-for-none',
    chapter: 'date filtering',
    story: 'The parsed number is tested for truth before the condition is added.',
    rests: 'Date filtering 4: a value may be a Unix timestamp, an integer; 0 is 1970-01-01.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      for (const name of starts) if (query.get(name) === '0') query.delete(name);
    }),
    witness: totalOf({ 'startDate[lt]': 0 }),
  },
];

const lists: readonly BlindFault[] = [
  {
    id: 'round-6.sessions.last-of-several-tests-counts',
    chapter: 'sessions',
    story:
      'The parser of queries keeps one value for a name, the last, unless brackets say that it is a list.',
    rests: 'GET /smart-ia/sessions: testId is an array; repeat the parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) => {
      const ids = query.getAll('testId');
      const last = ids.at(-1);
      if (last !== undefined && ids.length <= 30) query.set('testId', last);
    }),
    witness: both(async (client) => {
      const testId = (await testIds(client)).slice(0, 4);
      const found = await client.get(path, { testId, limit: 100 });
      return new Set(column(found, 'test', 'testId')).size > 1;
    }),
  },
  {
    id: 'round-6.sessions.cursor-page-tells-its-position',
    chapter: 'pagination',
    story: 'The cursor is an offset in disguise, and the answer tells the offset that was decoded.',
    rests: 'Pagination: offset is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, route, async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const start = trail.startOf(ask);
        trail.note(ask, (await readAnswer(answer.clone())).body);
        return editPagination(answer, () => (start === undefined ? {} : { offset: start }));
      });
    },
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get(path, { limit: 3 }));
      return paginationOf(await get(path, { limit: 3, cursor }))['offset'];
    }),
  },
  {
    id: 'round-6.sessions.cursor-goes-on-in-the-default-direction',
    chapter: 'pagination',
    story: 'The cursor holds the filters and the place; the direction is that of the default on every page.',
    rests: 'Pagination: nextCursor is the cursor for the next page of the list, which sort put in order.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, route, async ({ ask, pass }) => {
        const start = trail.startOf(ask);
        const former = trail.queryOf(ask);
        const lost = former?.get('sort[direction]') === 'desc' && !ask.query.has('offset');
        const query = new URLSearchParams(former);
        query.delete('sort[direction]');
        query.set('limit', ask.query.get('limit') ?? '100');
        query.set('offset', String(start));
        const answer = await (lost ? pass({ query }) : pass());
        if (answer.ok) trail.note(ask, (await readAnswer(answer.clone())).body);
        return lost ? editPagination(answer, () => ({ offset: 0 })) : answer;
      });
    },
    witness: both(async ({ get }) => {
      const sort = { 'sort[field]': 'startDate', 'sort[direction]': 'desc' };
      const first = await get(path, { ...sort, limit: 6 });
      const second = await get(path, { ...sort, limit: 6, cursor: nextOf(first) });
      const all = [...column(first, 'startDate'), ...column(second, 'startDate')];
      return all.every((text, index) => index === 0 || text <= (all[index - 1] ?? ''));
    }),
  },
];

/** Faults of sessions and of date filtering. */
export const sessions: readonly BlindFault[] = [...dates, ...lists];
