import { edit, Trail, withBody } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { changed } from './shared.ts';

const chapter = 'pagination';

/** Faults that a walk by cursors meets. */
export const cursorFaults: readonly BlindFault[] = [
  {
    id: 'round-3.pagination.previous-skips-a-page',
    chapter,
    story:
      'The cursor carries the beginning of the page it came from, and the way back leads to the page before that.',
    rests: 'Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const before = new Map<string, string>();
      return on(service, 'GET /classes', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const pagination = fields(body['pagination']);
          const own = textAt(pagination, 'previousCursor');
          const next = textAt(pagination, 'nextCursor');
          if (next !== '' && own !== '') before.set(next, own);
          const previousCursor = before.get(ask.query.get('cursor') ?? '') ?? pagination['previousCursor'];
          return { ...body, pagination: { ...pagination, previousCursor } };
        }),
      );
    },
    witness: both(async ({ get }) => {
      const first = await get('/classes', { limit: 5 });
      const second = await get('/classes', { limit: 5, cursor: nextOf(first) });
      const third = await get('/classes', { limit: 5, cursor: nextOf(second) });
      const cursor = textAt(third.body, 'pagination', 'previousCursor');
      const back = column(await get('/classes', { limit: 5, cursor }), 'classId');
      return back.join() === column(second, 'classId').join();
    }),
  },
  {
    id: 'round-3.pagination.last-page-filled-up',
    chapter,
    story:
      'The component for pages likes them full, and the last one of a walk begins early enough to be so.',
    rests: 'Pagination: nextCursor is the cursor for the next page, which the page before does not overlap.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        const origin = trail.queryOf(ask);
        trail.note(ask, body);
        const limit = Number(at(body, 'pagination', 'limit'));
        const total = Number(at(body, 'pagination', 'total'));
        const last = at(body, 'pagination', 'nextCursor') === null;
        if (!origin || !last || list(body['data']).length >= limit || total < limit) {
          return withBody(response, body);
        }
        const query = changed(origin, (name, value) =>
          ['limit', 'offset', 'cursor'].includes(name) ? undefined : value,
        );
        query.set('limit', String(limit));
        query.set('offset', String(total - limit));
        const full = await call(`GET /smart-ia/sessions?${query}`);
        return withBody(response, { ...body, data: full.body['data'] });
      });
    },
    witness: both(async ({ get }) => {
      let answer = await get('/smart-ia/sessions', { limit: 90 });
      let seen = column(answer, 'sessionId').length;
      while (nextOf(answer) !== '') {
        answer = await get('/smart-ia/sessions', { limit: 90, cursor: nextOf(answer) });
        seen += column(answer, 'sessionId').length;
      }
      return [seen, paginationOf(answer)['total']];
    }),
  },
];
