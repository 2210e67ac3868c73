import { edit } from '../answers.ts';
import { both, type Client, column, nextOf, paginationOf } from '../client.ts';
import { type Answer, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'pagination';

/** Faults that a walk by cursors meets. */
export const cursorFaults: readonly BlindFault[] = [
  {
    id: 'round-2.pagination.ties-lost-at-the-border',
    chapter,
    story:
      'The cursor holds the time of creation only, and the next page begins below it: users of the same time are skipped.',
    rests: 'Pagination: `nextCursor` leads to the next page, and `total` is the number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const borders = new Map<string, string>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor');
        const border = borders.get(cursor ?? '');
        const usual = cursor === null ? !ask.query.has('sort[field]') : border !== undefined;
        const limit = Number(ask.query.get('limit') ?? 100);
        const wider = (count: number) => {
          const query = new URLSearchParams(ask.query);
          query.set('limit', String(Math.min(1000, count)));
          return pass({ query });
        };
        const skipped = border === undefined ? 0 : await tiesOf(await wider(limit + 50), border);
        const response = skipped === 0 ? await pass() : await wider(limit + skipped);
        return edit(response, (body) => {
          const data = list(body['data']).slice(skipped);
          const next = textAt(body, 'pagination', 'nextCursor');
          if (usual && next !== '') borders.set(next, textAt(data.at(-1), 'createdAt'));
          return { ...body, data, pagination: { ...fields(body['pagination']), limit } };
        });
      });
    },
    witness: both(async (client) => {
      const [total, ids] = await walked(client, '/users', 10);
      return [total, new Set(ids).size];
    }),
  },
  {
    id: 'round-2.pagination.page-before-runs-backwards',
    chapter,
    story:
      'The page before is read with the order turned round, and nobody turns the rows round again before they are sent.',
    rests: 'GET /smart-ia/sessions: default sort startDate asc, on every page of it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const before = new Set<string>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const previous = textAt(body, 'pagination', 'previousCursor');
          if (previous !== '') before.add(previous);
          const data = list(body['data']);
          return before.has(ask.query.get('cursor') ?? '') ? { ...body, data: data.toReversed() } : body;
        }),
      );
    },
    witness: both(async ({ get }) => {
      const first = await get('/smart-ia/sessions', { limit: 10 });
      const second = await get('/smart-ia/sessions', { limit: 10, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      return column(await get('/smart-ia/sessions', { limit: 10, cursor }), 'startDate');
    }),
  },
];

/** How many users at the head of a page were created at that time. */
async function tiesOf(response: Response, createdAt: string): Promise<number> {
  if (response.status !== 200) return 0;
  const data = list(fields(await response.json())['data']);
  const first = data.findIndex((user) => textAt(user, 'createdAt') !== createdAt);
  return first < 0 ? data.length : first;
}

/** The total that the first page tells, and the ids of a whole walk. */
async function walked({ get }: Client, path: string, limit: number): Promise<[unknown, string[]]> {
  let answer: Answer = await get(path, { limit });
  const { total } = paginationOf(answer);
  const ids = column(answer, 'userId');
  while (nextOf(answer) !== '') {
    answer = await get(path, { limit, cursor: nextOf(answer) });
    ids.push(...column(answer, 'userId'));
  }
  return [total, ids];
}
