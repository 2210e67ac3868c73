import { allOf, edit, editPagination, Trail } from '../answers.ts';
import { both, type Client, column, itemsOf, newUserIds, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';
import { changed } from './helpers.ts';

const paged = ['GET /classes', 'GET /smart-ia/cohorts', 'GET /users', 'GET /smart-ia/sessions'];

async function secondOf(client: Client, path: string, limit: number) {
  return client.get(path, { limit, cursor: nextOf(await client.get(path, { limit })) });
}

/** Pages of the lists. */
export const pages: readonly BlindFault[] = [
  {
    id: 'round-9.pages.offset-of-the-cursor',
    chapter: 'pagination',
    story: 'Cursors are decoded into an offset early on, and the answer tells that offset.',
    rests: 'Pagination: `offset` is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const answer = await edit(await pass(), (body) => {
          trail.note(ask, body);
          return body;
        });
        return ask.query.has('cursor')
          ? editPagination(answer, () => ({ offset: trail.startOf(ask) ?? 0 }))
          : answer;
      });
    },
    witness: both(async (client) => paginationOf(await secondOf(client, '/users', 7))['offset']),
  },
  {
    id: 'round-9.pages.numbers-as-texts',
    chapter: 'pagination',
    story: 'What came in the query goes into the answer as it came, before it is turned into a number.',
    rests: 'Pagination: `limit` and `offset` of the `pagination` object are integers.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        editPagination(await pass(), ({ limit, offset }) => ({
          limit: ask.query.get('limit') ?? limit,
          offset: ask.query.get('offset') ?? offset,
        })),
      ),
    witness: both(
      async ({ get }) => typeof paginationOf(await get('/smart-ia/cohorts', { limit: 3 }))['limit'],
    ),
  },
  {
    id: 'round-9.pages.ties-fall-between',
    chapter: 'pagination',
    story: 'The keyset condition is `created_at < $last`, with no id to part users of the same instant.',
    rests: 'Pagination: `nextCursor` leads to the next page; `total` results are to be had.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      const lasts = new Map<string, string>();
      return on(service, 'GET /users', async (line) => {
        const { ask } = line;
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const query = trail.queryOf(ask);
        const start = trail.startOf(ask) ?? 0;
        const last = lasts.get(ask.query.get('cursor') ?? '');
        let body = fields(await answer.json());
        if (last !== undefined && query) {
          const rest = (await allOf(line, '/users', query)).slice(start);
          const tied = rest.findIndex((user) => user['createdAt'] !== last);
          const limit = ask.query.get('limit') ?? '100';
          const next = changed(query, (all) => {
            all.set('limit', limit);
            all.set('offset', String(start + (tied < 0 ? rest.length : tied)));
          });
          body = (await line.call(`GET /users?${next}`)).body;
          body['pagination'] = { ...fields(body['pagination']), offset: 0 };
        }
        trail.note(ask, body);
        const cursor = textAt(body, 'pagination', 'nextCursor');
        const sort = (query ?? ask.query).get('sort[field]') ?? 'createdAt';
        if (cursor !== '' && sort === 'createdAt') lasts.set(cursor, textAt(body, 'data', -1, 'createdAt'));
        return new Response(JSON.stringify(body), { headers: answer.headers });
      });
    },
    witness: both(async (client) => {
      const ids = new Set(column(await client.get('/users', { limit: 10 }), 'userId'));
      for (const id of column(await secondOf(client, '/users', 10), 'userId')) ids.add(id);
      const first = column(await client.get('/users', { limit: 20 }), 'userId');
      return first.filter((id) => !ids.has(id)).length;
    }),
  },
  {
    id: 'round-9.pages.offset-zero-beside-a-cursor',
    chapter: 'pagination',
    story: 'The check is `if (offset && cursor)`, and an offset of 0 counts as none.',
    rests: 'Pagination: `offset` cannot be combined with `cursor` (400).',
    breaks: 'explicit',
    depth: 'medium',
    at: paged,
    wrap: requery(paged, (query) => {
      if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
    }),
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/classes', { limit: 2 }));
      return (await get('/classes', { limit: 2, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-9.pages.offset-in-whole-pages',
    chapter: 'pagination',
    story: 'The data layer knows numbered pages only: `PageRequest.of(offset / limit, limit)`.',
    rests: 'Pagination: `offset` is the zero-based index at which the page starts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const answer = await pass();
        const offset = Number(ask.query.get('offset') ?? 0);
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!answer.ok || offset % limit === 0) return answer;
        const whole = String(offset - (offset % limit));
        const query = changed(ask.query, (all) => all.set('offset', whole));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async ({ get }) => {
      const ids = column(await get('/smart-ia/sessions', { limit: 12 }), 'sessionId');
      return ids.indexOf(
        textAt(itemsOf(await get('/smart-ia/sessions', { limit: 4, offset: 6 }))[0], 'sessionId'),
      );
    }),
  },
  {
    id: 'round-9.pages.cursor-keeps-the-limit',
    chapter: 'pagination',
    story: 'The limit of the first page is packed into the cursor and wins over that of the request.',
    rests: 'Pagination: `limit` is the maximum of items per page of this request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const limits = new Map<string, string>();
      return on(service, ['GET /classes', 'GET /smart-ia/cohorts'], async ({ ask, pass }) => {
        const limit = limits.get(ask.query.get('cursor') ?? '') ?? ask.query.get('limit');
        if (limit === null) return pass();
        return edit(await pass({ query: changed(ask.query, (all) => all.set('limit', limit)) }), (body) => {
          for (const name of ['nextCursor', 'previousCursor']) {
            const cursor = textAt(body, 'pagination', name);
            if (cursor !== '') limits.set(cursor, limit);
          }
          return body;
        });
      });
    },
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/classes', { limit: 9 }));
      return itemsOf(await get('/classes', { limit: 4, cursor })).length;
    }),
  },
  {
    id: 'round-9.pages.backwards-is-upside-down',
    chapter: 'pagination',
    story: 'For the page before, the order is turned to read from the border; nobody turns the rows back.',
    rests: 'Sessions: sorted by startDate ascending by default, on pages of a previousCursor too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const back = new Set<string>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          back.add(textAt(body, 'pagination', 'previousCursor'));
          const cursor = ask.query.get('cursor');
          const turned = cursor !== null && back.has(cursor);
          return turned ? { ...body, data: list(body['data']).toReversed() } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/sessions', { limit: 6 });
      const cursor = textAt(
        (await secondOf(client, '/smart-ia/sessions', 6)).body,
        'pagination',
        'previousCursor',
      );
      const again = await client.get('/smart-ia/sessions', { limit: 6, cursor });
      return column(again, 'sessionId').join() === column(first, 'sessionId').join();
    }),
  },
];

/** Cursors of the search, which has its parameters in the body. */
export const searchPages: readonly BlindFault[] = [
  {
    id: 'round-9.pages.cursor-of-the-last-search',
    chapter: 'pagination',
    story: 'A cursor holds a position; the filters are kept on the server, one search for each key.',
    rests: 'Pagination: a cursor of an earlier response leads to the next page of that list.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const starts = new Map<string, number>();
      const latest = new Map<string, unknown>();
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const cursor = textAt(ask.body, 'cursor');
        const known = starts.get(cursor);
        const { cursor: _cursor, search, sort, ...rest } = ask.body;
        const answer = await pass();
        if (!answer.ok) return answer;
        if (cursor === '') latest.set(key, { search, sort });
        const resumed = known !== undefined && !('offset' in ask.body);
        const page = resumed
          ? await pass({ body: { ...rest, ...fields(latest.get(key)), offset: known } })
          : answer;
        const start = resumed ? known : Number(ask.body['offset'] ?? 0);
        const noted = await edit(page, (body) => {
          const count = list(body['data']).length;
          starts.set(textAt(body, 'pagination', 'nextCursor'), start + count);
          const before = Math.max(0, start - Number(ask.body['limit'] ?? 100));
          starts.set(textAt(body, 'pagination', 'previousCursor'), before);
          starts.delete('');
          return body;
        });
        return resumed ? editPagination(noted, () => ({ offset: 0 })) : noted;
      });
    },
    witness: both(async (client) => {
      await newUserIds(client, 'student', 1);
      const look = (search: object, more: object = {}) =>
        client.send('POST', '/users/search', { search, limit: 5, ...more });
      const students = await look({ role: 'student' });
      await look({ role: 'teacher' });
      const next = await look({ role: 'student' }, { cursor: nextOf(students) });
      return column(next, 'roles').every((roles) => roles.includes('student'));
    }),
  },
];
