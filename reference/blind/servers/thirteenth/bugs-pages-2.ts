import { bug, C1, CL, data, H1, HL, pagination, SA, SC, SL, SP, SS, ST, str, UL, US } from './tools.ts';
import type { Out, Switch } from './types.ts';

function paged(o: Out, f: (p: Record<string, unknown>) => void): void {
  if (o.status === 200 && o.body?.['pagination']) f(pagination(o));
}

const once = 'The pages of a list have each result once.';
export const pageBugs2: readonly Switch[] = [
  bug(
    'p-prev-offset',
    UL,
    'previousCursor leads to the previous page.',
    'previousCursor is null on pages reached by offset',
    {
      after: (o) =>
        paged(o, (p) => {
          if (Number(p['offset']) > 0) p['previousCursor'] = null;
        }),
    },
  ),
  bug(
    'p-back-to-start',
    SA,
    'previousCursor is a cursor of the previous page.',
    'previousCursor leads to the first page always',
    {
      page: (w) => {
        if (w.cursor?.back) {
          w.start = 0;
          w.stop = Math.min(w.total, w.limit);
        }
      },
    },
  ),
  bug('p-back-overlap', UL, once, 'a page reached backwards repeats one item', {
    page: (w) => {
      if (w.cursor?.back && w.start > 0) {
        w.start += 1;
        w.stop = Math.min(w.total, w.stop + 1);
      }
    },
  }),
  bug(
    'p-back-reversed',
    CL,
    'A page reached backwards is the page that was before.',
    'a page reached backwards comes in reverse',
    {
      after: (o, c) =>
        paged(o, () => {
          if (/:p:/.test(Buffer.from(c.query.get('cursor') ?? '', 'base64').toString())) data(o).reverse();
        }),
    },
  ),
  bug('p-cursor-repeats', SL, once, 'the next page repeats the last item where limit is below 10', {
    page: (w) => {
      if (w.cursor && !w.cursor.back && w.limit < 10 && w.start > 0) {
        w.start -= 1;
        w.stop = Math.min(w.total, w.start + w.limit);
      }
    },
  }),
  bug('p-cursor-skips', ST, once, 'the next page loses its first item', {
    page: (w) => {
      if (w.cursor && !w.cursor.back) {
        w.start = Math.min(w.total, w.start + 1);
        w.stop = Math.min(w.total, w.start + w.limit);
      }
    },
  }),
  bug('p-third-page', UL, once, 'pages after the second begin one late', {
    page: (w) => {
      if (w.cursor && !w.cursor.back && w.start > w.limit) {
        w.start = Math.min(w.total, w.start + 1);
        w.stop = Math.min(w.total, w.start + w.limit);
      }
    },
  }),
  bug('p-cursor-limit', SC, 'limit is the maximum of items a page.', 'limit beside a cursor is ignored', {
    before: (c) => {
      if (c.query.has('cursor')) c.query.delete('limit');
      return undefined;
    },
  }),
  bug('p-cursor-role', UL, 'The pages of a list are of its filters.', 'role is ignored beside a cursor', {
    before: (c) => {
      if (c.query.has('cursor')) c.query.delete('role');
      return undefined;
    },
  }),
  bug('p-cursor-sort', SL, 'The pages of a list are in one order.', 'sort is ignored beside a cursor', {
    before: (c) => {
      if (c.query.has('cursor')) for (const k of ['field', 'direction']) c.query.delete(`sort[${k}]`);
      return undefined;
    },
  }),
  bug(
    'p-cursor-search',
    US,
    'The pages of a search are of its filters.',
    'role is ignored beside a cursor in a search',
    {
      before: (c) => {
        if (c.body?.['cursor'] && c.body['search'])
          delete (c.body['search'] as Record<string, unknown>)['role'];
        return undefined;
      },
    },
  ),
  bug('p-cursor-null', SS, 'cursor is a string or null.', 'cursor: null is refused', {
    before: (c) => {
      if (c.body?.['cursor'] === null) c.body['cursor'] = 0;
      return undefined;
    },
  }),
  bug('p-cursor-user-null', US, 'cursor is a string or null.', 'cursor: null beside offset is refused', {
    before: (c) => {
      if (c.body?.['cursor'] === null && c.body['offset'] !== undefined) c.body['cursor'] = 0;
      return undefined;
    },
  }),
  bug('p-cursor-bytes', SS, 'cursor is a string (byte).', 'cursors hold characters that are no base64', {
    after: (o) =>
      paged(o, (p) => {
        if (p['nextCursor']) p['nextCursor'] = `${str(p['nextCursor'])}:~`;
      }),
  }),
  bug(
    'p-limit-words',
    CL,
    'limit is an integer; 400 for an invalid request.',
    'a limit that is no number is taken for none',
    {
      before: (c) => {
        if (Number.isNaN(Number(c.query.get('limit') ?? '1'))) c.query.delete('limit');
        return undefined;
      },
    },
  ),
  bug(
    'p-offset-fraction',
    UL,
    'offset is an integer; 400 for an invalid request.',
    'a fraction is cut from an offset',
    {
      before: (c) => {
        const o = c.query.get('offset');
        if (o && /^\d+\.\d+$/.test(o)) c.query.set('offset', String(Math.floor(Number(o))));
        return undefined;
      },
    },
  ),
  bug(
    'p-offset-negative',
    HL,
    'offset is a start index from 0; 400 for an invalid request.',
    'a negative offset is taken for 0',
    {
      before: (c) => {
        if (Number(c.query.get('offset') ?? 0) < 0) c.query.set('offset', '0');
        return undefined;
      },
    },
  ),
  bug('p-limit-100', SP, 'limit 100 is the default and may be given.', 'a limit of 100 is refused', {
    before: (c) => {
      if (c.query.get('limit') === '100') c.query.set('limit', '0');
      return undefined;
    },
  }),
  bug(
    'p-wrap',
    C1,
    'Single-resource responses wrap the resource in `class`.',
    'a class without description is wrapped in data',
    {
      after: (o) => {
        const k = o.body?.['class'] as Record<string, unknown> | undefined;
        if (k && k['description'] === undefined) o.body = { data: k };
      },
    },
  ),
  bug(
    'p-wrap-cohort',
    H1,
    'Single-resource responses wrap the resource in `cohort`.',
    'a cohort without tests is not wrapped',
    {
      after: (o) => {
        const k = o.body?.['cohort'] as Record<string, unknown> | undefined;
        if (k && k['tests'] === undefined) o.body = k;
      },
    },
  ),
];
