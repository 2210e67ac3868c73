import { edit } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { asOfCursor, cursorOf, datesOf, isRange, peek, resumedAt, type Step, Steps } from './lists-help.ts';

const progress = '/smart-ia/sessions/in-progress';
const groups = ['GET /classes', 'GET /smart-ia/cohorts'] as const;

/** Faults of the lists of classes and cohorts that take a combination or a sequence. */
export const deepGroups: readonly BlindFault[] = [
  {
    id: 'round-22.lists.current-means-the-year-read-last',
    chapter: 'lists',
    story:
      'The repository of years keeps the year it loaded last in a field named current, for the page that shows one year. The lists take that field for the current year once it is set.',
    rests:
      'GET /classes and GET /smart-ia/cohorts: the literal current stands for the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: groups,
    wrap: (service) => {
      let kept = '';
      const reading = on(
        service,
        ['GET /academic-years/{id}', 'GET /academic-years/current'],
        async (line) => {
          const response = await line.pass();
          const read = textAt(await peek(response), 'academicYear', 'academicYearId');
          if (read !== '') kept = read;
          return response;
        },
      );
      return on(reading, groups, ({ ask, pass }) => {
        if (kept === '' || ask.query.getAll('academicYearId').join() !== 'current') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', kept);
        return pass({ query });
      });
    },
    witness: both(async ({ get }) => {
      const [oldest = ''] = column(await get('/academic-years'), 'academicYearId');
      await get(`/academic-years/${oldest}`);
      const listed = column(await get('/classes', { academicYearId: 'current' }), 'academicYearId');
      return [listed.length, listed.filter((year) => year === oldest).length];
    }),
  },
  {
    id: 'round-22.lists.search-in-a-year-knows-the-first-namesake',
    chapter: 'lists',
    story:
      'A search within a year first resolves the name to a class with findOne, as names once were unique, and then asks whether that class is in the year. A namesake in a later year is not found.',
    rests: 'GET /classes: search and academicYearId choose the classes of that name in that year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        const { query } = ask;
        if (!response.ok || !query.has('search') || !query.has('academicYearId')) return response;
        const named = new URLSearchParams({ search: query.get('search') ?? '', limit: '1' });
        const first = textAt((await call(`GET /classes?${named}`)).body, 'data', 0, 'classId');
        named.set('academicYearId', query.get('academicYearId') ?? '');
        const wanted = textAt((await call(`GET /classes?${named}`)).body, 'data', 0, 'classId');
        if (first === wanted || query.has('cursor')) return response;
        return edit(response, (body) => {
          const none = { total: 0, previousCursor: null, nextCursor: null };
          return { ...body, data: [], pagination: { ...fields(body['pagination']), ...none } };
        });
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const name = client.word();
      for (const academicYearId of years) await newClassId(client, { name, academicYearId });
      const totals: unknown[] = [];
      for (const academicYearId of years) {
        totals.push(paginationOf(await client.get('/classes', { search: name, academicYearId }))['total']);
      }
      return totals;
    }),
  },
  {
    id: 'round-22.lists.cursor-counts-whole-pages',
    chapter: 'lists',
    story:
      'A cursor holds the number of a page, worked out as the offset divided by the limit and rounded down. After a first page that began between two pages, the next one shows some of its classes again.',
    rests: 'Pagination: nextCursor leads to the next page, also after a page with an offset.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const steps = new Steps<URLSearchParams>();
      const early = new Map<string, Step<URLSearchParams>>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const moved = ask.query.has('offset') ? undefined : early.get(cursorOf(ask));
        const step = moved ?? steps.get(cursorOf(ask));
        const asked = step?.asked ?? ask.query;
        const response = moved
          ? await asOfCursor(await pass({ query: resumedAt(asked, ask, moved.start) }))
          : await pass();
        const body = await peek(response);
        const start = step?.start ?? Number(asked.get('offset') ?? 0);
        const limit = list(body['data']).length;
        const next = textAt(body, 'pagination', 'nextCursor');
        steps.note(body, asked, start);
        if (next === '') return response;
        if (start % limit === 0) early.delete(next);
        else early.set(next, { asked, start: (Math.floor(start / limit) + 1) * limit, back: false });
        return response;
      });
    },
    witness: both(async ({ get }) => {
      const first = await get('/classes', { limit: 10, offset: 4 });
      const second = await get('/classes', { limit: 10, cursor: nextOf(first) });
      const shown = new Set(column(first, 'classId'));
      return column(second, 'classId').filter((id) => shown.has(id)).length;
    }),
  },
  {
    id: 'round-22.lists.test-removed-from-a-cohort-leaves-the-list',
    chapter: 'lists',
    story:
      'Removing a test from a cohort marks the row as deleted instead of deleting it. The mark landed on the test rather than on the assignment, and the list of tests skips what is marked.',
    rests:
      'GET /smart-ia/tests lists the tests, all at once; DELETE on a cohort only takes them from the cohort.',
    breaks: 'implied',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const marked = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 204) {
          for (const id of texts(ask.body['testIds'])) marked.add(id.toLowerCase());
        }
        return response;
      });
      return on(removing, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).filter((test) => !marked.has(textAt(test, 'testId'))),
        })),
      );
    },
    witness: both(async (client) => {
      const before = await testIds(client);
      const cohort = await newCohortId(client);
      const some = { testIds: before.slice(0, 1) };
      await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, some);
      await client.send('DELETE', `/smart-ia/cohorts/${cohort}/tests`, some);
      return [before.length, (await testIds(client)).length];
    }),
  },
];

/** A date-time with a fraction, rounded to whole seconds; anything else as it came. */
function rounded(value: string): string {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? value : new Date(Math.round(instant / 1000) * 1000).toISOString();
}

const unix = /^\d{1,11}$/;

/** Bounds that are all read as the first of them is. */
function readAsTheFirst(bounds: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const seconds = unix.test(bounds[0]?.[1] ?? '');
  if (!seconds) return bounds.filter(([, value]) => !unix.test(value));
  return bounds.map(([operator, value]) => [operator, String(Number.parseInt(value, 10))]);
}

/** Faults of the lists of sessions that take a combination or a far page. */
export const deepSessions: readonly BlindFault[] = [
  {
    id: 'round-22.lists.bounds-rounded-to-whole-seconds',
    chapter: 'lists',
    story:
      'The parameters of the query are bound as DATETIME without a fraction, and the database rounds them to the nearest second. The column was migrated to milliseconds, the binding was not.',
    rests: 'Date filtering: the value is a date-time with milliseconds, and gte begins with it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['startDate', 'endDate']) {
          for (const [operator, value] of datesOf(ask.query, name)) {
            const key = `${name}[${operator}]`;
            if (query.getAll(key).length === 1) query.set(key, rounded(value));
          }
        }
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const from = { 'startDate[gte]': '2023-12-31T23:59:59.999Z', limit: 5 };
      const found = await get('/smart-ia/sessions', from);
      return [paginationOf(found)['total'], column(found, 'startDate')];
    }),
  },
  {
    id: 'round-22.lists.both-bounds-read-as-the-first',
    chapter: 'lists',
    story:
      'Whether a date filter has Unix seconds or date-times is decided by its first value. A date-time after seconds goes through parseInt and becomes its year; seconds after a date-time are no date and fall away.',
    rests: 'Date filtering: each value is a date-time or a Unix timestamp, and operators may be combined.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['startDate', 'endDate']) {
          const bounds = datesOf(query, name);
          const kinds = new Set(bounds.map(([, value]) => unix.test(value)));
          if (!isRange(bounds) || kinds.size < 2) continue;
          for (const [operator] of bounds) query.delete(`${name}[${operator}]`);
          for (const [operator, value] of readAsTheFirst(bounds)) query.set(`${name}[${operator}]`, value);
        }
        const response = await pass();
        return response.ok ? pass({ query }) : response;
      }),
    witness: both(async ({ get }) => {
      const after = { 'startDate[gte]': 1_704_067_200, 'startDate[lt]': '2024-07-01T00:00:00.000Z' };
      const before = { 'startDate[gte]': '2024-01-01T00:00:00.000Z', 'startDate[lt]': 1_719_792_000 };
      const totals: unknown[] = [];
      for (const query of [after, before]) {
        totals.push(paginationOf(await get('/smart-ia/sessions', { ...query, limit: 5 }))['total']);
      }
      return totals;
    }),
  },
  {
    id: 'round-22.lists.previous-of-a-far-page-is-the-first',
    chapter: 'lists',
    story:
      'Going back, the query takes the rows before the cursor in the usual order and the first so many of them. It should have turned the order round and taken those next to the cursor.',
    rests: 'Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${progress}`],
    wrap: (service) => {
      const steps = new Steps<URLSearchParams>();
      return on(service, `GET ${progress}`, async ({ ask, pass }) => {
        const step = ask.query.has('offset') ? undefined : steps.get(cursorOf(ask));
        const asked = step?.asked ?? ask.query;
        const astray = step?.back === true && step.start > 0;
        const response = astray
          ? await asOfCursor(await pass({ query: resumedAt(asked, ask, 0) }))
          : await pass();
        const start = astray ? 0 : (step?.start ?? Number(asked.get('offset') ?? 0));
        steps.note(await peek(response), asked, start);
        return response;
      });
    },
    witness: both(async ({ get }) => {
      const all = column(await get(progress, { limit: 40 }), 'sessionId');
      let page = await get(progress, { limit: 10 });
      for (let n = 0; n < 2; n += 1) page = await get(progress, { limit: 10, cursor: nextOf(page) });
      const back = await get(progress, {
        limit: 10,
        cursor: textAt(page.body, 'pagination', 'previousCursor'),
      });
      return [itemsOf(back).length, all.indexOf(column(back, 'sessionId')[0] ?? '')];
    }),
  },
];
