import { withBody } from '../answers.ts';
import { both, column, nextOf } from '../client.ts';
import {
  type BlindFault,
  type Fields,
  fields,
  type Line,
  list,
  on,
  type Service,
  textAt,
  texts,
} from '../kit.ts';
import { cut, heldOf } from './lists-help.ts';

const chapter = 'lists';
const path = '/users/search';
const route = `POST ${path}`;

/** The search for users. */
export const searchFaults: readonly BlindFault[] = [
  {
    id: 'round-21.lists.user-search-without-sort-goes-by-username',
    chapter,
    story:
      'The default sort of the list is set where the query is parsed. The search has a body, never passes there, and falls back on the index that the database picks.',
    rests: 'The sort of the search is that of the list: by default the newest first.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, ({ ask, pass }) => {
        const { body } = ask;
        if (ask.text === '' || (body['sort'] ?? undefined) !== undefined) return pass();
        if (Object.keys(body).length === 0) return pass();
        return pass({ body: { ...body, sort: { field: 'username', direction: 'asc' } } });
      }),
    witness: both(async (client) =>
      column(await client.send('POST', path, { search: {}, limit: 5 }), 'createdAt'),
    ),
  },
  {
    id: 'round-21.lists.user-search-sorts-each-thirty-apart',
    chapter,
    story:
      'For more than thirty values the search asks the list several times, with thirty values at a time, and puts the answers one behind the other.',
    rests: 'The result of the search is sorted, by default by createdAt, newest first.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => on(service, route, searchInChunks),
    witness: both(async (client) => {
      const users = await client.get('/users', {
        limit: 70,
        'sort[field]': 'username',
        'sort[direction]': 'asc',
      });
      const usernames = column(users, 'username');
      return column(await client.send('POST', path, { search: { usernames } }), 'createdAt');
    }),
  },
  {
    id: 'round-21.lists.user-search-cursor-moves-on-when-used-again',
    chapter,
    story:
      'The search runs on a scroll of the search engine, whose position is kept on the server. Who sends the same cursor again, after a timeout, gets the page after the one that was asked for.',
    rests: '`nextCursor` is the cursor for the next page, whenever it is used.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: scrolling,
    witness: both(async (client) => {
      const first = await client.send('POST', path, { search: { role: 'student' }, limit: 3 });
      const body = { limit: 3, cursor: nextOf(first) };
      const once = column(await client.send('POST', path, body), 'username');
      return [once, column(await client.send('POST', path, body), 'username')];
    }),
  },
];

const filters = ['userIds', 'upns', 'externalIds', 'usernames'];
const most = 30;

async function searchInChunks({ ask, pass, call }: Line): Promise<Response> {
  const cursor = textAt(ask.body, 'cursor');
  const held = cursor === '' ? undefined : heldOf(cursor, path);
  const offset = ask.body['offset'] ?? undefined;
  if (cursor !== '' && (!held || offset !== undefined)) return pass();
  const { cursor: _, limit: __, offset: ___, ...sent } = ask.body;
  const own: Fields = held ? fields(JSON.parse(held.what)) : sent;
  const search = fields(own['search']);
  const long = filters.find((name) => list(search[name]).length > most);
  if (long === undefined) return pass();
  const response = await pass(held ? { body: withoutCursor(ask.body, own) } : {});
  if (!response.ok) return response;
  const items: Fields[] = [];
  const values = [...new Set(texts(search[long]))];
  for (let start = 0; start < values.length; start += most) {
    const part = { ...search, [long]: values.slice(start, start + most) };
    const found = await call(route, { ...own, search: part, limit: 1000 });
    items.push(...list(found.body['data']).map(fields));
  }
  const limit = Number(ask.body['limit'] ?? 100);
  const what = JSON.stringify(own);
  return withBody(
    response,
    cut(items, { path, idField: 'userId', what, limit, offset: Number(offset ?? 0), held }),
  );
}

function withoutCursor(body: Fields, own: Fields): Fields {
  const { cursor: _, ...rest } = body;
  return { ...rest, ...own };
}

function scrolling(service: Service): Service {
  const uses = new Map<string, number>();
  return on(service, route, async ({ ask, pass, call }) => {
    let cursor = textAt(ask.body, 'cursor');
    const used = uses.get(cursor);
    if (used !== undefined) uses.set(cursor, used + 1);
    for (let again = used ?? 0; again > 0; again -= 1) {
      const next = nextOf(await call(route, { ...ask.body, cursor }));
      if (next === '') break;
      cursor = next;
    }
    const response = await pass(used ? { body: { ...ask.body, cursor } } : {});
    if (!response.ok) return response;
    const body = fields(await response.json());
    const next = textAt(body, 'pagination', 'nextCursor');
    if (next !== '') uses.set(next, 0);
    return withBody(response, body);
  });
}
