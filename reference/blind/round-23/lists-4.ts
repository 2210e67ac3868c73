import { editPagination, refuse } from '../answers.ts';
import { both, column, itemsOf, newUserId, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';
import { dateOperators, editCursors, readCursor, sessionLists } from './lists-help.ts';

const several = ['userIds', 'testIds', 'subjects'];

const lastValue: BlindFault = {
  id: 'round-23.sessions.next-page-keeps-the-last-value-of-a-filter',
  chapter: 'sessions',
  story:
    'A cursor holds the query of its list, which is put into it with `Object.fromEntries(query)`. Of a repeated parameter only the last value is left.',
  rests:
    'Pagination: nextCursor leads to the next page, and `subject`, `userId` and `testId` may be repeated.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
      editCursors(await pass(), (content) => {
        const filters: Fields = { ...fields(content['filters']) };
        for (const name of several) {
          if (name in filters) filters[name] = list(filters[name]).slice(-1);
        }
        return { ...content, filters };
      }),
    ),
  witness: both(async (client) => {
    const subject = ['Mathematics', 'Digital Skills'];
    const first = await client.get('/smart-ia/sessions', { subject, limit: 10 });
    const second = await client.get('/smart-ia/sessions', { cursor: nextOf(first), limit: 10 });
    return [paginationOf(second)['total'], column(second, 'test', 'subject')];
  }),
};

/** A text as it comes back from an encoding of 256 characters. */
function latin1(text: string): string {
  return [...text].map((letter) => ((letter.codePointAt(0) ?? 0) > 255 ? '?' : letter)).join('');
}

const latinCursor: BlindFault = {
  id: 'round-23.users.cursor-holds-names-in-latin-1',
  chapter: 'users',
  story:
    'The filters in a cursor are turned into bytes as ISO 8859-1 before they become base64. A name in another script is question marks on the next page.',
  rests: 'Pagination: nextCursor leads to the next page of the same results, here those of a name.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', async ({ pass }) =>
      editCursors(await pass(), (content) => ({
        ...content,
        filters: fields(JSON.parse(latin1(JSON.stringify(content['filters'])))),
      })),
    ),
  witness: both(async (client) => {
    const lastName = `Łęcki ${client.word()}`;
    for (let made = 0; made < 3; made += 1) await newUserId(client, 'student', { lastName });
    const first = await client.get('/users', { name: lastName, limit: 2 });
    const second = await client.get('/users', { cursor: nextOf(first), limit: 2 });
    return [paginationOf(second)['total'], column(second, 'lastName')];
  }),
};

const noWayForward: BlindFault = {
  id: 'round-23.classes.no-next-page-after-going-back',
  chapter: 'classes',
  story:
    'Whether there is a next page is known from one row too many, and going back that row lies on the other side. The code for it sets "has next" to false, as Relay allows when one asks for the last items.',
  rests: 'Pagination: nextCursor is the cursor of the next page, and null on the last page only.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /classes'],
  wrap: (service) =>
    on(service, 'GET /classes', async ({ ask, pass }) => {
      const side = readCursor(ask.query.get('cursor'))?.['side'];
      const answer = await pass();
      if (side !== 'before' && side !== 'upTo') return answer;
      return editPagination(answer, () => ({ nextCursor: null }));
    }),
  witness: both(async (client) => {
    const first = await client.get('/classes', { limit: 5 });
    const second = await client.get('/classes', { limit: 5, cursor: nextOf(first) });
    const cursor = textAt(second.body, 'pagination', 'previousCursor');
    const again = await client.get('/classes', { limit: 5, cursor });
    return [column(again, 'name'), nextOf(again) === '' ? 'the end' : 'more'];
  }),
};

const otherYear: BlindFault = {
  id: 'round-23.classes.total-of-a-search-in-another-year',
  chapter: 'classes',
  story:
    'Counting by name was slow and is cached until a class is created. The key of the cache is the name; the year, which came to the filters later, is not in it.',
  rests: 'Pagination: `total` is the total number of results of this request, with all its filters.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /classes'],
  wrap: (service) => {
    const counts = new Map<string, unknown>();
    const counting = on(service, 'GET /classes', async ({ ask, pass }) => {
      const search = ask.query.get('search')?.toLowerCase();
      const answer = await pass();
      if (search === undefined || ask.query.has('cursor')) return answer;
      return editPagination(answer, ({ total }) => {
        const known = counts.get(search) ?? total;
        counts.set(search, known);
        return { total: known };
      });
    });
    return on(counting, 'POST /classes', async ({ pass }) => {
      const answer = await pass();
      counts.clear();
      return answer;
    });
  },
  witness: both(async (client) => {
    const search = 'Foundation Group';
    const everywhere = await client.get('/classes', { search });
    const current = await client.get('/classes', { search, academicYearId: 'current' });
    return [everywhere, current].map((answer) => [itemsOf(answer).length, paginationOf(answer)['total']]);
  }),
};

const windowCount: BlindFault = {
  id: 'round-23.cohorts.total-is-nought-past-the-end',
  chapter: 'cohorts',
  story:
    'The total comes with the rows, as `count(*) over ()`. A page past the end has no rows, so there is nothing to read the total from, and it is said to be 0.',
  rests: 'Pagination: `total` is the total number of results, wherever the page lies.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
      editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
    ),
  witness: both(async (client) => {
    const past = await client.get('/smart-ia/cohorts', { offset: 5000 });
    return [itemsOf(past).length, paginationOf(past)['total']];
  }),
};

const between: BlindFault = {
  id: 'round-23.sessions.range-is-between',
  chapter: 'sessions',
  story:
    'A filter with a lower and an upper border becomes one BETWEEN, for the sake of the index. BETWEEN includes both borders, whichever operators were sent.',
  rests: 'Date filtering 1 and 2: gt and lt leave out the border, and may be combined into a range.',
  breaks: 'explicit',
  depth: 'deep',
  at: sessionLists,
  wrap: requery(sessionLists, (query) => {
    for (const name of ['startDate', 'endDate']) {
      const sent = dateOperators(query).filter((operator) => operator.startsWith(name));
      const [lower, upper] = [/\[gte?\]$/, /\[lte?\]$/].map((side) => sent.filter((one) => side.test(one)));
      if (lower?.length !== 1 || upper?.length !== 1) continue;
      for (const operator of sent.filter((one) => !one.endsWith('e]'))) {
        const values = query.getAll(operator);
        query.delete(operator);
        for (const value of values) query.append(operator.replace(/\]$/, 'e]'), value);
      }
    }
  }),
  witness: both(async (client) => {
    const border = '2024-03-31T01:30:00.000Z';
    const range = { 'startDate[gt]': border, 'startDate[lte]': '2024-06-30T23:59:59.000Z' };
    const found = await client.get('/smart-ia/sessions', range);
    return [paginationOf(found)['total'], column(found, 'startDate').at(0)];
  }),
};

const arrayFilters = ['userId', 'upn', 'externalId', 'username'];

const thirtyInAll: BlindFault = {
  id: 'round-23.users.thirty-values-in-all-filters-together',
  chapter: 'users',
  story:
    'The bound on filter values guards the number of placeholders of one statement. It was moved into the code that builds the statement, where the values of all filters come together.',
  rests: 'Limits: at most 30 values per array filter, for each of the four of GET /users.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users'],
  wrap: (service) =>
    on(service, 'GET /users', async ({ ask, pass }) => {
      const answer = await pass();
      const values = arrayFilters.flatMap((name) => ask.query.getAll(name));
      return values.length > 30 && answer.ok ? refuse(ask, 400, 'Invalid request') : answer;
    }),
  witness: both(async (client) => {
    const some = await client.get('/users', { limit: 20 });
    const filters = { userId: column(some, 'userId'), username: column(some, 'username') };
    const found = await client.get('/users', filters);
    return [found.status, itemsOf(found).length];
  }),
};

export const deepLists: readonly BlindFault[] = [
  lastValue,
  latinCursor,
  noWayForward,
  otherYear,
  windowCount,
  between,
  thirtyInAll,
];
