import { edit, editPagination, editUsers } from '../answers.ts';
import { both, column, itemsOf, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, list, on } from '../kit.ts';
import { carriesObject } from './lists-help.ts';

/** A date-time as Python's `isoformat` writes it. */
function isoformat(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/\.000Z$/, '+00:00').replace(/\.(\d{3})Z$/, '.$1000+00:00');
}

const isoYears: BlindFault = {
  id: 'round-23.academic-years.list-in-isoformat',
  chapter: 'academic-years',
  story:
    'The list of years is built by hand for speed and calls `isoformat()` on its moments, while single years go through the serialiser of the framework.',
  rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; both dates of a year are date-times.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /academic-years'],
  wrap: (service) =>
    on(service, 'GET /academic-years', async ({ pass }) =>
      edit(await pass(), (body) => ({
        ...body,
        data: list(body['data']).map((year) => ({
          ...fields(year),
          startDate: isoformat(fields(year)['startDate']),
          endDate: isoformat(fields(year)['endDate']),
        })),
      })),
    ),
  witness: both(async (client) => {
    const years = await client.get('/academic-years');
    return [column(years, 'startDate'), column(years, 'endDate')];
  }),
};

const textTotal: BlindFault = {
  id: 'round-23.cohorts.total-is-text',
  chapter: 'cohorts',
  story:
    'The count of cohorts comes from `count(*)`, which is a 64-bit integer, and the database driver hands those out as texts. Nobody turned it into a number.',
  rests: 'Pagination: `total` is an integer.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
      editPagination(await pass(), ({ total }) => ({ total: String(total) })),
    ),
  witness: both(async (client) => paginationOf(await client.get('/smart-ia/cohorts', { limit: 3 }))),
};

const nullCohorts: BlindFault = {
  id: 'round-23.users.in-no-cohort-is-a-list-of-null',
  chapter: 'users',
  story:
    'The cohorts of all users of a page are gathered with a left join and `array_agg`, which makes a list of one null for a user whom the join finds nothing for.',
  rests: 'Conventions 3: empty fields are omitted; `cohortIds` is the array of the cohorts of the user.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /users', 'POST /users/search'],
  wrap: (service) =>
    on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
      editUsers(await pass(), (user) => ({
        ...user,
        cohortIds: list(user['cohortIds']).length === 0 ? [null] : user['cohortIds'],
      })),
    ),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    return (await userOf(client, id))['cohortIds'];
  }),
};

const searchDefault: BlindFault = {
  id: 'round-23.users.search-has-pages-of-thirty',
  chapter: 'users',
  story:
    'The search shares the constant 30 with the list, where it is the greatest number of filter values. In the search it went into the default of the wrong property.',
  rests: 'Pagination and Limits: the default of `limit` is 100 at every paginated endpoint.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['POST /users/search'],
  wrap: (service) =>
    on(service, 'POST /users/search', ({ ask, pass }) =>
      carriesObject(ask) ? pass({ body: { ...ask.body, limit: ask.body['limit'] ?? 30 } }) : pass(),
    ),
  witness: both(async (client) => {
    const found = await client.send('POST', '/users/search', { search: {} });
    return [itemsOf(found).length, paginationOf(found)['limit']];
  }),
};

const limitIsCount: BlindFault = {
  id: 'round-23.classes.limit-is-the-number-of-items',
  chapter: 'classes',
  story:
    'The pagination of classes is assembled from the page that the database gave, and `limit` is filled with the size of that page.',
  rests: 'Pagination: `limit` is the limit used for the request, or the default if none was given.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /classes'],
  wrap: (service) =>
    on(service, 'GET /classes', async ({ pass }) =>
      editPagination(await pass(), (_, data) => ({ limit: data.length })),
    ),
  witness: both(async (client) => {
    const few = await client.get('/classes', { search: 'Foundation Group', limit: 20 });
    return paginationOf(few)['limit'];
  }),
};

export const shallowLists: readonly BlindFault[] = [
  isoYears,
  textTotal,
  nullCohorts,
  searchDefault,
  limitIsCount,
];
