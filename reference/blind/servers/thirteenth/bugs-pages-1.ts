import { bug, CL, data, HL, pagination, plain, SC, SL, SP, SS, ST, str, U, UL, US } from './tools.ts';
import type { Ctx, Out, Switch } from './types.ts';

function asked(c: Ctx, name: string): unknown {
  return c.method === 'GET' ? (c.query.get(name) ?? undefined) : c.body?.[name];
}

function paged(o: Out, f: (p: Record<string, unknown>) => void): void {
  if (o.status === 200 && o.body?.['pagination']) f(pagination(o));
}

const noOffset = 'offset cannot be combined with cursor.';
const nextNull = 'nextCursor is null on the last page.';
const lim = 'limit is the maximum of items a page, 100 if none is given.';

export const pageBugs1: readonly Switch[] = [
  ...(
    [
      ['users', UL],
      ['classes', CL],
      ['cohorts', HL],
      ['completed', SC],
      ['studies', ST],
      ['search', US],
      ['sessions-search', SS],
    ] as const
  ).map(([name, ops]) =>
    bug(
      `p-${name}-offset-and-cursor`,
      ops,
      noOffset,
      'offset beside a cursor is ignored instead of refused',
      {
        before: (c) => {
          if (c.query.has('cursor')) c.query.delete('offset');
          if (c.body?.['cursor']) delete c.body['offset'];
          return undefined;
        },
      },
    ),
  ),
  plain('p-limit-50', UL, lim, 'the default is 50', {
    page: (w, c) => {
      if (c.query.has('limit')) return;
      w.limit = 50;
      w.stop = Math.min(w.stop, w.start + 50);
    },
  }),
  bug('p-limit-20-search', US, lim, 'the default is 20 where a search has a sort', {
    page: (w, c) => {
      if (asked(c, 'limit') !== undefined || !c.body?.['sort']) return;
      w.limit = 20;
      w.stop = Math.min(w.stop, w.start + 20);
    },
  }),
  bug(
    'p-limit-shown',
    SL,
    'pagination.limit is the limit used.',
    'limit is told as 100 with a filter by status',
    {
      after: (o, c) =>
        paged(o, (p) => {
          if (c.query.has('status')) p['limit'] = 100;
        }),
    },
  ),
  bug(
    'p-limit-rest',
    SC,
    'pagination.limit is the limit used.',
    'limit is told as the number of items on the last page',
    {
      after: (o) =>
        paged(o, (p) => {
          if (p['nextCursor'] === null) p['limit'] = data(o).length;
        }),
    },
  ),
  bug('p-limit-one-more', SP, lim, 'limit 1 gives two items', {
    page: (w) => {
      if (w.limit === 1) w.stop = Math.min(w.total, w.start + 2);
    },
  }),
  bug('p-offset-one', HL, 'offset is zero-based.', 'an offset above 0 is counted from one', {
    page: (w) => {
      if (w.offset > 0) {
        w.start = Math.max(0, w.start - 1);
        w.stop = Math.min(w.total, w.start + w.limit);
      }
    },
  }),
  bug(
    'p-offset-pages',
    CL,
    'offset is a start index.',
    'an offset that is a multiple of the limit counts pages',
    {
      page: (w) => {
        if (w.limit > 1 && w.offset > 0 && w.offset % w.limit === 0) {
          w.start = Math.min(w.total, w.offset * w.limit);
          w.stop = Math.min(w.total, w.start + w.limit);
        }
      },
    },
  ),
  bug(
    'p-offset-shown',
    UL,
    'pagination.offset is 0 when a cursor is used.',
    'offset tells the start of the page at a cursor',
    {
      after: (o, c) =>
        paged(o, (p) => {
          if (c.query.has('cursor')) p['offset'] = Number(p['limit']);
        }),
    },
  ),
  bug('p-offset-zero', ST, 'pagination.offset is the offset used.', 'offset is told as 0 beyond the end', {
    after: (o) =>
      paged(o, (p) => {
        if (data(o).length === 0) p['offset'] = 0;
      }),
  }),
  bug('p-total-page', SS, 'total is the number of results.', 'total counts the page when a limit is given', {
    after: (o, c) =>
      paged(o, (p) => {
        if (c.body?.['limit']) p['total'] = data(o).length;
      }),
  }),
  bug('p-total-all', UL, 'total is the number of results.', 'total with name is that of all users', {
    after: (o, c) =>
      paged(o, (p) => {
        if (c.query.has('name')) p['total'] = c.state.directory.size;
      }),
  }),
  bug('p-total-cap', UL, 'total is the number of results.', 'total stops at 200', {
    after: (o) =>
      paged(o, (p) => {
        p['total'] = Math.min(200, Number(p['total']));
      }),
  }),
  bug('p-total-offset', SL, 'total is the number of results.', 'total is less by the offset', {
    after: (o) =>
      paged(o, (p) => {
        p['total'] = Math.max(0, Number(p['total']) - Number(p['offset']));
      }),
  }),
  bug('p-total-beyond', CL, 'total is the number of results.', 'total is 0 beyond the end', {
    after: (o) =>
      paged(o, (p) => {
        if (data(o).length === 0) p['total'] = 0;
      }),
  }),
  bug('p-total-text', ST, 'total is an integer.', 'total is a text at a cursor', {
    after: (o, c) =>
      paged(o, (p) => {
        if (c.query.has('cursor')) p['total'] = String(p['total']);
      }),
  }),
  bug('p-next-exact', U, nextNull, 'a last page that is full has a next cursor', {
    after: (o) =>
      paged(o, (p) => {
        if (p['nextCursor'] === null && data(o).length === p['limit'] && data(o).length > 0)
          p['nextCursor'] = 'dXNlcnM6bjo5OTk=';
      }),
  }),
  bug('p-next-empty', SC, nextNull, 'nextCursor is an empty text on the last page', {
    after: (o) =>
      paged(o, (p) => {
        p['nextCursor'] ??= '';
      }),
  }),
  bug(
    'p-next-left-out',
    CL,
    'nextCursor is null on the last page.',
    'nextCursor is left out on the last page',
    {
      after: (o) =>
        paged(o, (p) => {
          if (p['nextCursor'] === null) delete p['nextCursor'];
        }),
    },
  ),
  bug(
    'p-next-one-left',
    SL,
    'nextCursor leads to the next page while there is one.',
    'nextCursor is null when one item is left',
    {
      after: (o) =>
        paged(o, (p) => {
          if (
            Buffer.from(str(p['nextCursor']), 'base64').toString() === `sessions:n:${Number(p['total']) - 1}`
          )
            p['nextCursor'] = null;
        }),
    },
  ),
  bug(
    'p-prev-first',
    HL,
    'previousCursor is null on the first page.',
    'the first page of a list that has a second has a previous cursor',
    {
      after: (o) =>
        paged(o, (p) => {
          if (p['nextCursor'] !== null && p['previousCursor'] === null) p['previousCursor'] = p['nextCursor'];
        }),
    },
  ),
  bug(
    'p-prev-second',
    US,
    'previousCursor leads to the previous page.',
    'previousCursor is null on the second page',
    {
      after: (o) =>
        paged(o, (p) => {
          const at = /^users:p:(\d+)$/.exec(Buffer.from(str(p['previousCursor']), 'base64').toString());
          if (Number(at?.[1]) === p['limit']) p['previousCursor'] = null;
        }),
    },
  ),
];
