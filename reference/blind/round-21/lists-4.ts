import { editItems, editPagination } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, on, requery } from '../kit.ts';
import { byPlace, subjectsOfToday, zippedUsers } from './lists-5.ts';
import { relist, summer, walk } from './lists-help.ts';

const chapter = 'lists';
const path = '/smart-ia/sessions';
const route = `GET ${path}`;
const inProgress = `${path}/in-progress`;

/** The lists of sessions. */
export const sessionFaults: readonly BlindFault[] = [
  {
    id: 'round-21.lists.session-list-joins-results-and-loses-those-in-progress',
    chapter,
    story:
      'The list joins the table of results to show levels. It is an inner join, so that sessions without a result fall out unless somebody asks for them by status.',
    rests: 'The list searches both In Progress and Completed sessions.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: requery(route, (query) => {
      if (!query.has('status')) query.set('status', 'Completed');
    }),
    witness: both(async (client) => [...new Set(column(await client.get(path, { limit: 50 }), 'status'))]),
  },
  {
    id: 'round-21.lists.in-progress-result-is-an-empty-object',
    chapter,
    story:
      'The mapper of the list in progress always makes a result and fills in what there is. The serialiser leaves out the empty fields, and an empty pair of braces remains.',
    rests: 'A nested object is null when empty, and so is the result of an In Progress session.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${inProgress}`],
    wrap: (service) =>
      on(service, `GET ${inProgress}`, async ({ pass }) =>
        editItems(await pass(), (session) =>
          session['result'] === null ? { ...session, result: {} } : session,
        ),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get(inProgress, { limit: 2 })).map((session) => session['result']),
    ),
  },
  {
    id: 'round-21.lists.end-date-filter-is-in-london-time',
    chapter,
    story:
      'The value of the filter is read into a local date-time, and the server runs on London time. In winter that is UTC, and the tests were written in winter. Unix timestamps take another way.',
    rests: 'Date-times are in UTC, also those in the filter by end date.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      for (const operator of ['gt', 'gte', 'lt', 'lte']) {
        const name = `endDate[${operator}]`;
        const values = query.getAll(name);
        query.delete(name);
        for (const value of values) query.append(name, londonRead(value));
      }
    }),
    witness: both(async (client) => {
      const found = await client.get(path, { status: 'Completed', limit: 1000 });
      const end = column(found, 'endDate').find((text) => summer(Date.parse(text))) ?? '';
      return paginationOf(await client.get(path, { 'endDate[gte]': end, 'endDate[lte]': end }))['total'];
    }),
  },
  {
    id: 'round-21.lists.in-progress-total-is-zero-past-the-end',
    chapter,
    story:
      'The total is a COUNT(*) OVER () in the rows of the page. A page without rows has none to read it from.',
    rests: '`total` is the total number of results, whatever page is asked for.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${inProgress}`],
    wrap: (service) =>
      on(service, `GET ${inProgress}`, async ({ pass }) =>
        editPagination(await pass(), (pagination, data) =>
          data.length === 0 ? { ...pagination, total: 0 } : pagination,
        ),
      ),
    witness: both(async (client) => paginationOf(await client.get(inProgress, { offset: 5000 }))['total']),
  },
  {
    id: 'round-21.lists.range-of-start-dates-includes-its-ends',
    chapter,
    story:
      'One bound alone goes into the query with its operator. Where there is one on either side the query builder makes a BETWEEN, which includes both ends.',
    rests: 'Operators may be combined into a range; `gt` and `lt` leave out the bound itself.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: requery(route, (query) => {
      const names = ['gt', 'gte', 'lt', 'lte'].map((operator) => `startDate[${operator}]`);
      const [gt = '', gte = '', lt = '', lte = ''] = names;
      const below = [gt, gte].flatMap((name) => query.getAll(name));
      const above = [lt, lte].flatMap((name) => query.getAll(name));
      const [low = '', high = ''] = [...below, ...above];
      if (below.length !== 1 || above.length !== 1) return;
      for (const name of names) query.delete(name);
      query.set(gte, low);
      query.set(lte, high);
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'startDate[lt]': '2024-02-29T12:00:00.000Z',
      };
      return paginationOf(await client.get(path, range))['total'];
    }),
  },
  {
    id: 'round-21.lists.session-cursor-rounds-to-whole-seconds',
    chapter,
    story:
      'The cursor holds the value that the page ended with. It is bound as a DATETIME without fraction, and the database rounds that, half a second and more up.',
    rests: '`nextCursor` is the cursor for the next page, which goes on behind the last item.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: relist({ path, idField: 'sessionId', borderOf: byPlace }),
    witness: both(async (client) => {
      const query = { 'startDate[gte]': '2023-12-31T23:59:59.000Z', 'startDate[lt]': 1704153600, limit: 1 };
      return walk(client, path, query, 'startDate');
    }),
  },
  {
    id: 'round-21.lists.subject-filter-loses-earlier-versions-of-a-test',
    chapter,
    story:
      "The subject is looked up by joining on the version of the test, and the table of tests holds today's version only. Sessions at an earlier version fall out, but only when a subject is asked for.",
    rests:
      '`subject` filters sessions by subject, and a session is one attempt at a test of that subject whichever version it was.',
    breaks: 'implied',
    depth: 'deep',
    at: [route],
    wrap: relist({ path, idField: 'sessionId', items: subjectsOfToday }),
    witness: both(
      async (client) => paginationOf(await client.get(path, { subject: 'Mathematics' }))['total'],
    ),
  },
  {
    id: 'round-21.lists.users-of-sessions-follow-the-order-of-the-filter',
    chapter,
    story:
      'With several user ids the users are loaded beforehand, in one query, and put beside the ids one by one. The query answers in the order of the primary key and not in that of the ids.',
    rests: 'A session links to its user, the learner.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: relist({ path, idField: 'sessionId', items: zippedUsers }),
    witness: both(async (client) => {
      const found = await client.get(path, { limit: 20 });
      const ids = [...new Set(column(found, 'user', 'userId'))].slice(0, 4);
      const userId = ids.sort().reverse();
      return column(await client.get(path, { userId }), 'user', 'userId');
    }),
  },
  {
    id: 'round-21.lists.cohort-cursor-goes-on-in-the-latest-walk',
    chapter,
    story:
      'To keep cursors short the server remembers the filters of a walk, one set for each API key. Another list of cohorts in between, with other filters, takes their place.',
    rests: '`nextCursor` is the cursor for the next page of the response that it came from.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const latest = new Map<string, string>();
      return relist({
        path: '/smart-ia/cohorts',
        idField: 'cohortId',
        whatOf: ({ ask }, own, held) => {
          const key = ask.headers.get('x-api-key') ?? '';
          if (!held) latest.set(key, own);
          return latest.get(key) ?? own;
        },
      })(service);
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 4 });
      await client.get('/smart-ia/cohorts', { search: 'null' });
      const cursor = nextOf(first);
      return column(await client.get('/smart-ia/cohorts', { cursor, limit: 4 }), 'name');
    }),
  },
];

const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

function londonRead(value: string): string {
  const instant = isoDate.test(value) ? Date.parse(value) : Number.NaN;
  if (!summer(instant) || !new Date(instant).toISOString().startsWith(value.slice(0, 19))) return value;
  return new Date(instant - 3_600_000).toISOString();
}
