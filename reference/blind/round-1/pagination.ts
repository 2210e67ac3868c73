import { edit, editPagination, page, Trail } from '../answers.ts';
import { both, column, newClassId, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'pagination';
const together = 'offset cannot be combined with cursor';

export const pagination: readonly BlindFault[] = [
  {
    id: 'round-1.pagination.zero-offset-beside-a-cursor',
    chapter,
    story: 'The check for both asks whether each is truthy, and an offset of zero is not.',
    rests: together,
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const { offset, ...rest } = ask.body;
        const both = offset === 0 && typeof rest['cursor'] === 'string';
        return both ? pass({ body: rest }) : pass();
      }),
    witness: both(async (client) => {
      const first = await client.send('POST', '/users/search', { search: {}, limit: 2 });
      const body = { search: {}, limit: 2, cursor: nextOf(first), offset: 0 };
      return (await client.send('POST', '/users/search', body)).status;
    }),
  },
  {
    id: 'round-1.pagination.full-last-page-has-a-next',
    chapter,
    story: 'There is a next page whenever the page is full.',
    rests: 'nextCursor is null on the last page',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const beyond = new Map<string, URLSearchParams>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const empty = beyond.get(ask.query.get('cursor') ?? '');
        if (empty) return page(empty, []);
        return editPagination(await pass(), (told, data) => {
          if (told['nextCursor'] !== null || data.length === 0 || data.length !== told['limit']) return told;
          const cursor = Buffer.from(`after ${textAt(data, -1, 'cohortId')}`).toString('base64');
          beyond.set(cursor, ask.query);
          return { ...told, nextCursor: cursor };
        });
      });
    },
    witness: both(async (client) => {
      const { total } = paginationOf(await client.get('/smart-ia/cohorts', { limit: 1 }));
      const last = await client.get('/smart-ia/cohorts', { limit: 1, offset: Number(total) - 1 });
      return nextOf(last) === '' ? 'no next page' : 'a next page';
    }),
  },
  {
    id: 'round-1.pagination.total-of-both-kinds',
    chapter,
    story: 'The count of the list in progress is taken from the query that both lists are built on.',
    rests: 'total is the total number of results',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass, call }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['cursor', 'offset', 'status']) query.delete(name);
        const all = await call(`GET /smart-ia/sessions?${query}`);
        const total = at(all.body, 'pagination', 'total');
        return editPagination(await pass(), (told) => ({ ...told, total: total ?? told['total'] }));
      }),
    witness: both(async (client) => {
      const { body } = await client.get('/smart-ia/sessions/in-progress', { limit: 1000 });
      return list(body['data']).length === at(body, 'pagination', 'total');
    }),
  },
  {
    id: 'round-1.pagination.position-shown-with-a-cursor',
    chapter,
    story: 'The cursor is turned into an offset inside, and the offset is shown.',
    rests: 'offset is 0 when a cursor is used',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          trail.note(ask, body);
          const told = fields(body['pagination']);
          return { ...body, pagination: { ...told, offset: trail.startOf(ask) ?? told['offset'] } };
        }),
      );
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/completed';
      const first = await client.get(path, { limit: 3 });
      return paginationOf(await client.get(path, { limit: 3, cursor: nextOf(first) }))['offset'];
    }),
  },
  {
    id: 'round-1.pagination.limit-kept-in-the-cursor',
    chapter,
    story: 'The cursor carries the limit of the first page, and it goes before that of the request.',
    rests: 'limit is the maximum of items per page, and pagination.limit the limit used for this request',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const limits = new Map<string, string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const kept = limits.get(query.get('cursor') ?? '');
        if (kept !== undefined) query.set('limit', kept);
        return edit(await pass({ query }), (body) => {
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '') limits.set(next, textAt(body, 'pagination', 'limit'));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 9 });
      const second = await client.get('/users', { limit: 4, cursor: nextOf(first) });
      return column(second, 'userId').length;
    }),
  },
  {
    id: 'round-1.pagination.ties-lost-at-the-border',
    chapter,
    story:
      'The next page starts strictly after the sort value of the last item, without the id that breaks ties.',
    rests: 'nextCursor is the cursor for the next page of the results that total counts',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const last = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const data = list(body['data']).map(fields);
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '') last.set(next, data.at(-1)?.['startDate']);
          const border = last.get(ask.query.get('cursor') ?? '');
          return {
            ...body,
            data: data.filter((item) => border === undefined || item['startDate'] !== border),
          };
        }),
      );
    },
    witness: both(async (client) => {
      const seen = new Set<string>();
      let cursor = '';
      do {
        const query = cursor === '' ? { limit: 7 } : { limit: 7, cursor };
        const answer = await client.get('/smart-ia/sessions', query);
        for (const id of column(answer, 'sessionId')) seen.add(id);
        cursor = nextOf(answer);
      } while (cursor !== '');
      return seen.size === paginationOf(await client.get('/smart-ia/sessions'))['total'];
    }),
  },
  {
    id: 'round-1.pagination.sort-lost-after-the-first-page',
    chapter,
    story: 'The cursor holds the filters but not the sort, and goes on in the default order.',
    rests: 'nextCursor is the cursor for the next page',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const position = new Map<string, number>();
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const { cursor, sort, ...rest } = ask.body;
        const start = position.get(String(cursor));
        const body = { ...rest, offset: start ?? 0 };
        const response = await (start === undefined ? pass() : pass({ body }));
        return edit(response, (told) => {
          const from = start ?? Number(ask.body['offset'] ?? 0);
          const next = textAt(told, 'pagination', 'nextCursor');
          const sorted = sort !== undefined && sort !== null;
          if (next !== '' && sorted) position.set(next, from + list(told['data']).length);
          if (start === undefined) return told;
          return { ...told, pagination: { ...fields(told['pagination']), offset: 0 } };
        });
      });
    },
    witness: both(async (client) => {
      const sort = { field: 'createdAt', direction: 'asc' };
      const first = await client.send('POST', '/users/search', { search: {}, sort, limit: 20 });
      const body = { search: {}, sort, limit: 20, cursor: nextOf(first) };
      const created = [
        ...column(first, 'createdAt'),
        ...column(await client.send('POST', '/users/search', body), 'createdAt'),
      ];
      return created.every((date, index) => index === 0 || date >= (created[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-1.pagination.stale-total',
    chapter,
    story: 'The count is cached for each set of filters and creating a class does not drop it.',
    rests: 'total is the total number of results',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const counts = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) =>
        editPagination(await pass(), (told) => {
          const name = `${ask.query.get('search')} ${ask.query.get('academicYearId')}`;
          if (!counts.has(name) && !ask.query.has('cursor')) counts.set(name, told['total']);
          return { ...told, total: ask.query.has('cursor') ? told['total'] : counts.get(name) };
        }),
      );
    },
    witness: both(async (client) => {
      const total = async () => Number(paginationOf(await client.get('/classes', { limit: 1 }))['total']);
      const before = await total();
      await newClassId(client);
      return (await total()) - before;
    }),
  },
];
