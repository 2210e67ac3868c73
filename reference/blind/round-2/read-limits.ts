import { refuse } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on } from '../kit.ts';

const chapter = 'limits';

/** Faults of sizes: of pages, and of lists of values. */
export const limitFaults: readonly BlindFault[] = [
  {
    id: 'round-2.limits.search-has-pages-of-fifty',
    chapter,
    story: 'The body of the search is read by a class of its own, with a default page size of its own.',
    rests:
      'Limits: the default page size is 100 at paginated endpoints; POST /users/search has limit as there.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) =>
        pass('limit' in ask.body ? {} : { body: { ...ask.body, limit: 50 } }),
      ),
    witness: both(async ({ send }) => {
      const answer = await send('POST', '/users/search', { search: {} });
      return [paginationOf(answer)['limit'], itemsOf(answer).length];
    }),
  },
  {
    id: 'round-2.limits.thirty-is-one-too-many',
    chapter,
    story: 'The check of one of the four filters says "less than 30" where it means "not more".',
    rests: 'GET /users: `upn` takes 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) =>
        ask.query.getAll('upn').length === 30 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async ({ get }) => {
      const values = (count: number) => Array.from({ length: count }, (_, n) => `A${n}`);
      const asked = [29, 30, 31].map((count) => get('/users', { upn: values(count) }));
      return (await Promise.all(asked)).map(({ status }) => status);
    }),
  },
  {
    id: 'round-2.limits.search-keeps-the-bounds-of-the-list',
    chapter,
    story: 'List and search share the check of their filters, and with it the 30 values of the list.',
    rests: 'POST /users/search is meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const externalIds = list(at(ask.body, 'search', 'externalIds'));
        return externalIds.length > 30 ? refuse(ask, 400, 'Invalid request') : pass();
      }),
    witness: both(async ({ send }) => {
      const externalIds = Array.from({ length: 31 }, (_, n) => `MIS-${n}`);
      return (await send('POST', '/users/search', { search: { externalIds } })).status;
    }),
  },
  {
    id: 'round-2.limits.long-lists-filter-nothing',
    chapter,
    story:
      'The parser of queries makes an array of up to 20 repeated values and an object of more, which the filter takes for none.',
    rests: 'GET /users: `externalId` filters by 1 to 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const count = ask.query.getAll('externalId').length;
        if (count <= 20 || count > 30) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('externalId');
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const values = (count: number) => Array.from({ length: count }, (_, n) => `MIS-${100_000 + n}`);
      const asked = [20, 25].map((count) => get('/users', { externalId: values(count) }));
      return (await Promise.all(asked)).map((answer) => paginationOf(answer)['total']);
    }),
  },
  {
    id: 'round-2.limits.fiftieth-value-between-two-chunks',
    chapter,
    story:
      'Long lists are looked up fifty at a time, and the end of a chunk is taken for inclusive by one side only.',
    rests: 'POST /users/search: `usernames` filters as at GET /users, and is meant for more than 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        const sent = list(search['usernames']);
        if (sent.length <= 50) return pass();
        const usernames = sent.filter((_, index) => index % 50 !== 49);
        return pass({ body: { ...ask.body, search: { ...search, usernames } } });
      }),
    witness: both(async ({ get, send }) => {
      const usernames = column(await get('/users', { limit: 60 }), 'username');
      return paginationOf(await send('POST', '/users/search', { search: { usernames } }))['total'];
    }),
  },
];
