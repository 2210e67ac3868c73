import { edit, editItems, editPagination, refuse } from '../answers.ts';
import { both, column, itemsOf, nextOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { dataOf } from './reading-helpers.ts';

const lists = ['userIds', 'upns', 'externalIds', 'usernames'];
const mark = 'search ';

/** A cursor that holds a search, with lists as short as the list endpoint takes them. */
function shortCursor(body: Fields, offset: number): string {
  const search = Object.entries(fields(body['search'])).map(([name, value]) => [
    name,
    lists.includes(name) ? list(value).slice(0, 30) : value,
  ]);
  const held = { search: Object.fromEntries(search), sort: body['sort'], offset };
  return Buffer.from(mark + JSON.stringify(held)).toString('base64');
}

function heldBy(cursor: unknown): Fields | undefined {
  const text = Buffer.from(String(cursor ?? ''), 'base64').toString();
  return text.startsWith(mark) ? fields(JSON.parse(text.slice(mark.length))) : undefined;
}

/** The search of users. */
export const search: readonly BlindFault[] = [
  {
    id: 'round-8.search.cursor-holds-thirty',
    chapter: 'users',
    story: 'Cursors are made by code of the list, which keeps 30 values of each filter.',
    rests: 'POST /users/search is meant for more than 30 values; nextCursor: cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const held = heldBy(ask.body['cursor']);
        const many = lists.some((name) => list(fields(ask.body['search'])[name]).length > 30);
        if (!held && (!many || ask.body['cursor'])) return pass();
        if (held && typeof ask.body['offset'] === 'number') return refuse(ask, 400, 'Invalid request');
        const asked: Fields = held ? { ...held, limit: ask.body['limit'] } : ask.body;
        const start = Number(asked['offset'] ?? 0);
        return editPagination(await pass({ body: asked }), ({ limit, previousCursor, nextCursor }, data) => ({
          offset: held ? 0 : start,
          previousCursor: previousCursor && shortCursor(asked, Math.max(0, start - Number(limit))),
          nextCursor: nextCursor && shortCursor(asked, start + data.length),
        }));
      }),
    witness: both(async ({ get, send }) => {
      const userIds = column(await get('/users', { limit: 45 }), 'userId');
      const first = await send('POST', '/users/search', { search: { userIds }, limit: 20 });
      const second = await send('POST', '/users/search', { cursor: nextOf(first), limit: 20 });
      return [itemsOf(first).length, itemsOf(second).length, nextOf(second) !== ''];
    }),
  },
  {
    id: 'round-8.search.null-is-no-cursor',
    chapter: 'users',
    story: 'The schema says that cursor is optional text; that it may be null was lost in the generator.',
    rests: 'Pagination: cursor is a string (byte) or null, also in the body of the search.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ send }) =>
        (await send('POST', '/users/search', { search: {}, limit: 5, cursor: null })).status,
    ),
  },
  {
    id: 'round-8.search.best-match-first',
    chapter: 'users',
    story: 'A re-ranker behind the search puts the closest names first, also when nobody asked for an order.',
    rests: 'Users: the default is sort[field]=createdAt&sort[direction]=desc; the search has the same sort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        if (textAt(ask.body, 'search', 'name') === '' || ask.body['sort']) return answer;
        const length = (user: Fields) => textAt(user, 'fullName').length;
        return edit(answer, (body) => ({
          ...body,
          data: dataOf(body).toSorted((a, b) => length(a) - length(b)),
        }));
      }),
    witness: both(async ({ send }) => {
      const found = await send('POST', '/users/search', { search: { name: 'a' }, limit: 50 });
      const dates = column(found, 'createdAt');
      return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-8.search.external-id-coalesced',
    chapter: 'users',
    story: "The view that the search reads has COALESCE(external_id, '').",
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) => ({ externalId: '', ...user })),
      ),
    witness: both(async ({ send }) => {
      const found = itemsOf(await send('POST', '/users/search', { search: {}, limit: 20 }));
      return texts(found.map((user) => user['externalId'])).filter((id) => id === '').length;
    }),
  },
];
