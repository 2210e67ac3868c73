import { editPagination, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf } from '../client.ts';
import { at, type BlindFault, on, readAnswer, textAt } from '../kit.ts';

/** Faults in cursors that show in a walk of several requests. */
export const cursors: readonly BlindFault[] = [
  {
    id: 'round-5.pagination.cursor-counts-pages',
    chapter: 'pagination',
    story:
      'The cursor holds the number of the page, and the limit of the request decides where that page begins.',
    rests:
      'Pagination: nextCursor is the cursor for the next page, and limit is the maximum of items of the page asked for.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const pages = new Map<string, { readonly number: number; readonly query: URLSearchParams }>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const limit = Number(ask.query.get('limit') ?? 100);
        const known = ask.query.has('offset') ? undefined : pages.get(ask.query.get('cursor') ?? '');
        const query = new URLSearchParams(known?.query ?? ask.query);
        const number = known?.number ?? Number(ask.query.get('offset') ?? 0) / limit;
        if (known) {
          query.set('limit', ask.query.get('limit') ?? '100');
          query.set('offset', String(Math.round(number * limit)));
        }
        const answer = await pass({ query });
        if (!answer.ok || (ask.query.has('cursor') && !known)) return answer;
        const { body } = await readAnswer(answer.clone());
        const next = nextOf({ status: 200, headers: answer.headers, body, text: '' });
        const previous = textAt(body, 'pagination', 'previousCursor');
        query.delete('offset');
        pages.set(next, { number: number + 1, query });
        pages.set(previous, { number: Math.max(0, number - 1), query });
        pages.delete('');
        return known ? editPagination(answer, () => ({ offset: 0 })) : answer;
      });
    },
    witness: both(async ({ get }) => {
      const first = await get('/classes', { limit: 3 });
      const second = await get('/classes', { limit: 8, cursor: nextOf(first) });
      const straight = await get('/classes', { limit: 8, offset: 3 });
      return column(second, 'classId').join() === column(straight, 'classId').join();
    }),
  },
  {
    id: 'round-5.pagination.cursor-good-for-one-use',
    chapter: 'pagination',
    story:
      'Cursors are rows of a table that are taken out when they are read, so a page cannot be asked for again.',
    rests: 'Pagination: cursor is a value taken from nextCursor or previousCursor of an earlier response.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const used = new Set<string>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor') ?? '';
        const query = new URLSearchParams(ask.query);
        if (used.has(cursor)) query.set('cursor', 'gone');
        const answer = await pass({ query });
        const { body } = await readAnswer(answer.clone());
        if (answer.ok && cursor !== '') used.add(cursor);
        for (const name of ['nextCursor', 'previousCursor']) used.delete(textAt(body, 'pagination', name));
        return answer;
      });
    },
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/smart-ia/sessions', { limit: 5 }));
      const once = await get('/smart-ia/sessions', { limit: 5, cursor });
      return [once.status, (await get('/smart-ia/sessions', { limit: 5, cursor })).status];
    }),
  },
  {
    id: 'round-5.pagination.latest-walk-goes-on',
    chapter: 'pagination',
    story:
      'The cursor is only a position; the query it belongs to is kept once for each key, and the next walk overwrites it.',
    rests: 'Pagination: nextCursor is the cursor for the next page of the response that it stands in.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      let latest = new URLSearchParams();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const own = trail.queryOf(ask);
        const start = trail.startOf(ask);
        const strayed = own !== undefined && String(own) !== String(latest) && !ask.query.has('offset');
        const query = new URLSearchParams(strayed ? latest : ask.query);
        if (strayed) {
          query.set('offset', String(start ?? 0));
          query.set('limit', ask.query.get('limit') ?? '100');
        }
        const answer = await pass({ query });
        if (!answer.ok) return answer;
        if (!ask.query.has('cursor')) latest = new URLSearchParams(ask.query);
        trail.note(ask, (await readAnswer(answer.clone())).body);
        return strayed ? editPagination(answer, () => ({ offset: 0 })) : answer;
      });
    },
    witness: both(async ({ get }) => {
      const years = column(await get('/academic-years'), 'academicYearId');
      const [older = '', newer = ''] = years;
      const path = '/smart-ia/cohorts';
      const first = await get(path, { academicYearId: older, limit: 3 });
      await get(path, { academicYearId: newer, limit: 3 });
      const second = await get(path, { cursor: nextOf(first), limit: 3 });
      return itemsOf(second).every((cohort) => at(cohort, 'academicYearId') === older);
    }),
  },
];
