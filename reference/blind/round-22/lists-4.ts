import { edit, withBody } from '../answers.ts';
import { both, column, itemsOf, nextOf } from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';
import { asOfCursor, peek, Steps } from './lists-help.ts';

const search = 'POST /users/search';

/** All users that a search finds, by chunks of thirty ids and one chunk after the other. */
async function inChunks({ call }: Line, body: Fields): Promise<Fields[]> {
  const ids = [...new Set(texts(fields(body['search'])['userIds']).map((id) => id.toLowerCase()))];
  const found: Fields[] = [];
  for (let at = 0; at < ids.length; at += 30) {
    const chunk = { ...fields(body['search']), userIds: ids.slice(at, at + 30) };
    const { sort } = body;
    const answer = await call(search, { search: chunk, limit: 100, ...(sort !== undefined && { sort }) });
    found.push(...itemsOf(answer));
  }
  return found;
}

/** What a cursor of the chunked search holds: the body of the walk, and where it goes on. */
function chunkCursor(body: Fields, start: number): string {
  return Buffer.from(`chunk ${JSON.stringify({ body, start })}`).toString('base64');
}

function chunkStep(cursor: unknown): { body: Fields; start: number } | undefined {
  const decoded = typeof cursor === 'string' ? Buffer.from(cursor, 'base64').toString() : '';
  return decoded.startsWith('chunk ') ? JSON.parse(decoded.slice(6)) : undefined;
}

/** The answer to a search of more than thirty ids, in the order of the chunks. */
async function chunked(line: Line): Promise<Response> {
  const { ask, pass } = line;
  const { cursor, ...sent } = ask.body;
  const step = sent['offset'] === undefined || sent['offset'] === null ? chunkStep(cursor) : undefined;
  const body = step?.body ?? ask.body;
  const many = texts(fields(body['search'])['userIds']).length > 30;
  const response = await pass(step ? { body: { ...sent, search: body['search'] } } : {});
  if (!response.ok || !many || (step === undefined && typeof cursor === 'string')) return response;
  const found = await inChunks(line, body);
  const limit = Number(textAt(await peek(response), 'pagination', 'limit'));
  const offset = Number(ask.body['offset'] ?? 0);
  const start = step?.start ?? offset;
  const pagination = {
    total: found.length,
    limit,
    offset,
    previousCursor: start > 0 ? chunkCursor(body, Math.max(0, start - limit)) : null,
    nextCursor: start + limit < found.length ? chunkCursor(body, start + limit) : null,
  };
  return withBody(response, { data: found.slice(start, start + limit), pagination });
}

/** Faults of the list and the search of users that take a combination or a sequence. */
export const deepUsers: readonly BlindFault[] = [
  {
    id: 'round-22.lists.search-sorts-each-chunk-by-itself',
    chapter: 'lists',
    story:
      'The database takes no more than thirty ids in a condition, so the search looks them up in chunks. Each chunk comes sorted, and they are put one after the other.',
    rests: 'POST /users/search: the result has the order of the sort, by default createdAt descending.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) => on(service, search, chunked),
    witness: both(async ({ get, send }) => {
      const ids = column(await get('/users', { limit: 80 }), 'userId');
      const found = await send('POST', '/users/search', {
        search: { userIds: [...ids].reverse() },
        limit: 50,
      });
      const second = await send('POST', '/users/search', { limit: 50, cursor: nextOf(found) });
      return [column(found, 'createdAt'), column(second, 'createdAt')];
    }),
  },
  {
    id: 'round-22.lists.sort-of-one-request-becomes-the-default',
    chapter: 'lists',
    story:
      'The sort of a request is merged with Object.assign(defaultSort, sent). The first argument is the constant itself, so the next request without a sort has that of the last one with it.',
    rests: 'GET /users: the default sort is createdAt descending.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const kept = new Map<string, string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const [name, value] of kept) if (!query.has(name)) query.set(name, value);
        const response = await pass({ query });
        if (!response.ok || ask.query.has('cursor')) return response;
        for (const name of ['sort[field]', 'sort[direction]']) {
          const value = ask.query.get(name);
          if (value !== null) kept.set(name, value);
        }
        return response;
      });
    },
    witness: both(async ({ get }) => {
      await get('/users', { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 5 });
      return column(await get('/users', { limit: 10 }), 'createdAt');
    }),
  },
  {
    id: 'round-22.lists.cursor-goes-on-in-the-latest-search',
    chapter: 'lists',
    story:
      'A search is too long for a cursor, so the server keeps the search itself, by API key. A second search takes the place of the first, and a cursor of the first goes on in the second.',
    rests: 'Pagination: nextCursor leads to the next page of the list that it came with.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) => {
      const steps = new Steps<string>();
      const latest = new Map<string, string>();
      return on(service, search, async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const { cursor, offset, ...sent } = ask.body;
        const step = steps.get(typeof cursor === 'string' ? cursor : '');
        const own = JSON.stringify({ search: ask.body['search'], sort: ask.body['sort'] });
        const kept = latest.get(key) ?? own;
        const astray = step !== undefined && kept !== step.asked && (offset === undefined || offset === null);
        const { search: _, sort: __, ...page } = sent;
        const response = astray
          ? await asOfCursor(
              await pass({ body: { ...page, ...fields(JSON.parse(kept)), offset: step.start } }),
            )
          : await pass();
        if (!response.ok) return response;
        if (step === undefined) latest.set(key, own);
        const start = step?.start ?? Number(offset ?? 0);
        const asked = step === undefined ? own : astray ? kept : step.asked;
        return edit(response, (body) => {
          steps.note(body, asked, start);
          return body;
        });
      });
    },
    witness: both(async ({ send }) => {
      const students = { search: { role: 'student' }, limit: 10 };
      const first = await send('POST', '/users/search', students);
      await send('POST', '/users/search', { search: { role: 'teacher' }, limit: 10 });
      const second = await send('POST', '/users/search', { ...students, cursor: nextOf(first) });
      return itemsOf(second).map((user) => list(user['roles']).join('+'));
    }),
  },
];
