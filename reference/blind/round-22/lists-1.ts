import { edit, editItems, editPagination } from '../answers.ts';
import { both, column, itemsOf, newCohortId, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, list, on, requery, textAt } from '../kit.ts';
import { cursorOf, filtersOf, Steps } from './lists-help.ts';

const progress = '/smart-ia/sessions/in-progress';
const cohorts = '/smart-ia/cohorts';

/** Faults that plain use shows. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-22.lists.total-in-progress-counts-both-kinds',
    chapter: 'lists',
    story:
      'The in-progress list was copied from the list of all sessions. The condition on the status went into the query of the rows and was forgotten in the query that counts.',
    rests: 'Pagination: total is the total number of results, here of the In Progress sessions.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${progress}`],
    wrap: (service) => {
      const steps = new Steps<URLSearchParams>();
      return on(service, `GET ${progress}`, async ({ ask, pass, call }) => {
        const response = await pass();
        const asked = steps.get(cursorOf(ask))?.asked ?? ask.query;
        const counted = filtersOf(asked);
        counted.set('limit', '1');
        const whole = await call(`GET /smart-ia/sessions?${counted}`);
        return edit(response, (body) => {
          steps.note(body, asked, 0);
          const pagination = { ...Object(body['pagination']), total: paginationOf(whole)['total'] };
          return { ...body, pagination };
        });
      });
    },
    witness: both(async ({ get }) => {
      const all = await get(progress, { limit: 1000 });
      return [itemsOf(all).length, paginationOf(all)['total']];
    }),
  },
  {
    id: 'round-22.lists.total-of-users-known-so-far',
    chapter: 'lists',
    story:
      'Counting the users was slow, so the list fetches one row more than it shows and reports what it knows of: the offset, the page and the one row more.',
    rests: 'Pagination: total is the total number of results, on whatever page.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editPagination(await pass(), ({ total, offset, nextCursor }, data) => ({
          total: nextCursor === null ? total : Number(offset) + data.length + 1,
        })),
      ),
    witness: both(async ({ get }) => {
      const some = paginationOf(await get('/users', { limit: 10 }));
      const more = paginationOf(await get('/users', { limit: 20, offset: 5 }));
      return [some['total'], more['total']];
    }),
  },
  {
    id: 'round-22.lists.in-progress-default-page-of-fifty',
    chapter: 'lists',
    story:
      'The in-progress list feeds a dashboard that shows fifty rows. Its controller has a default limit of its own, older than the common one.',
    rests: 'Limits: the default page size is 100 on every paginated endpoint.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${progress}`],
    wrap: requery(`GET ${progress}`, (query) => {
      if (!query.has('limit')) query.set('limit', '50');
    }),
    witness: both(async ({ get }) => {
      const first = await get(progress);
      return [itemsOf(first).length, paginationOf(first)['limit']];
    }),
  },
  {
    id: 'round-22.lists.search-reads-its-offset-from-the-address',
    chapter: 'lists',
    story:
      'The search shares the paging decorator of the lists, which reads the query string. The limit and the cursor were moved to the body when the search was built, the offset was not.',
    rests:
      'Pagination: the parameters are in the request body for the search endpoint, and offset is the start index.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        if (typeof ask.body['offset'] !== 'number' || 'cursor' in ask.body) return pass();
        const { offset: _, ...body } = ask.body;
        return pass({ body });
      }),
    witness: both(async ({ send }) => {
      const all = column(await send('POST', '/users/search', { search: {}, limit: 20 }), 'userId');
      const late = await send('POST', '/users/search', { search: {}, limit: 5, offset: 12 });
      return [all.indexOf(column(late, 'userId')[0] ?? ''), paginationOf(late)['offset']];
    }),
  },
];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '/': '&#x2F;',
};

/** Faults of the lists of cohorts that take a certain value or state. */
export const cohortFaults: readonly BlindFault[] = [
  {
    id: 'round-22.lists.cohort-search-is-escaped-for-html',
    chapter: 'lists',
    story:
      'After a penetration test the validation of the query got an escape() step. Names are stored as they came, so a search with an apostrophe, an ampersand or a slash compares with entities.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on the cohort name.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${cohorts}`],
    wrap: requery(`GET ${cohorts}`, (query) => {
      const search = query.get('search');
      if (search === null || query.getAll('search').length > 1) return;
      query.set(
        'search',
        search.replace(/[&<>"'/]/g, (sign) => escapes[sign] ?? sign),
      );
    }),
    witness: both(async (client) => {
      const name = `${client.word()}'s group / day & night`;
      await newCohortId(client, { name });
      return column(await client.get(cohorts, { search: name }), 'name');
    }),
  },
  {
    id: 'round-22.lists.cohort-without-tests-shows-those-before-it',
    chapter: 'lists',
    story:
      'The list maps its rows in a loop with one mapper object. The mapper sets the tests only when a row has some, so what the row before had stays in place.',
    rests: 'Cohort: tests are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${cohorts}`],
    wrap: (service) =>
      on(service, `GET ${cohorts}`, async ({ pass }) => {
        let tests: readonly unknown[] = [];
        return editItems(await pass(), (item) => {
          const own = list(item['tests']);
          if (own.length > 0) tests = own;
          return tests.length > 0 ? { ...item, tests } : item;
        });
      }),
    witness: both(async (client) => {
      const [test] = await testIds(client);
      const full = await newCohortId(client);
      await client.send('POST', `${cohorts}/${full}/tests`, { testIds: [test] });
      const bare = await newCohortId(client);
      const all = itemsOf(await client.get(cohorts, { limit: 1000 }));
      const shown = all.find(({ cohortId }) => cohortId === bare);
      return list(shown?.['tests']).length;
    }),
  },
  {
    id: 'round-22.lists.unknown-year-lifts-the-filter-of-cohorts',
    chapter: 'lists',
    story:
      'The list looks the academic year up first and hands year?.id to the query builder, which leaves out conditions whose value is undefined. A year that is not there then means all years.',
    rests: 'GET /smart-ia/cohorts: academicYearId, a UUID, chooses the cohorts of that year.',
    breaks: 'implied',
    depth: 'medium',
    at: [`GET ${cohorts}`],
    wrap: (service) =>
      on(service, `GET ${cohorts}`, async ({ ask, pass, call }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId');
        if (!response.ok || year === null || year === 'current') return response;
        const known = await call(`GET /academic-years/${year}`);
        if (known.status !== 404) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('academicYearId');
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const none = await get(cohorts, { academicYearId: '00000000-0000-4000-8000-00000000dead' });
      return [itemsOf(none).length, paginationOf(none)['total']];
    }),
  },
];

/** What the time in London is ahead of UTC by at an instant, in milliseconds. */
function aheadInLondon(instant: number): number {
  const hour = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hour12: false }).format(instant));
  return hour('Europe/London') === hour('UTC') ? 0 : 3_600_000;
}

/** Faults of years and groups that take a certain value or state. */
export const yearFaults: readonly BlindFault[] = [
  {
    id: 'round-22.lists.years-of-the-list-in-london-time',
    chapter: 'lists',
    story:
      'The list is read from a reporting view whose columns have no time zone. The driver takes them for London time, so that instants in summer come out an hour early; a single year is read from the table.',
    rests: 'Conventions: dates are in UTC. The list and a single year show the same startDate and endDate.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        editItems(await pass(), (year) => {
          const moved = (name: string) => {
            const instant = Date.parse(textAt(year, name));
            return new Date(instant - aheadInLondon(instant)).toISOString();
          };
          return { ...year, startDate: moved('startDate'), endDate: moved('endDate') };
        }),
      ),
    witness: both(async ({ get }) => {
      const listed = itemsOf(await get('/academic-years'));
      const single = await get(`/academic-years/${listed[0]?.['academicYearId']}`);
      return listed[0]?.['startDate'] === textAt(single.body, 'academicYear', 'startDate');
    }),
  },
  {
    id: 'round-22.lists.total-zero-past-the-end-of-groups',
    chapter: 'lists',
    story:
      'The total comes from count(*) over () beside the rows, read off the first row. A page past the end has no row, and the total becomes 0.',
    rests: 'Pagination: total is the total number of results, which does not depend on the offset.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes', `GET ${cohorts}`],
    wrap: (service) =>
      on(service, ['GET /classes', `GET ${cohorts}`], async ({ pass }) =>
        editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
      ),
    witness: both(async ({ get }) => {
      const first = await get('/classes', { limit: 5 });
      const past = await get('/classes', { limit: 5, offset: Number(paginationOf(first)['total']) + 1 });
      return [nextOf(first) !== '', paginationOf(past)['total']];
    }),
  },
];
