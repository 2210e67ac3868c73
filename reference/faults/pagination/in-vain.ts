import { remembering } from '../kit/breaks.ts';
import { type Fault, fault, type Service } from '../kit/fault.ts';
import { lostRedirect } from '../kit/no-refusal.ts';
import { askedOf, onPage, page } from '../kit/pages.ts';

/** Faults of pages that nobody gets, or that only one of the ways to them gives. */
export const inVain: readonly Fault[] = [
  fault('pagination.previous-leads-back/with-offset!unknown', {
    on: ['listUsers'],
    story: 'A cursor is made of the one that came, and where none came, of nothing.',
    with: page(({ pagination }, { offset }) => {
      if ((offset ?? 0) > 0) pagination.previousCursor = btoa('undefined');
    }),
  }),
  fault('pagination.previous-leads-back/all-the-way!unknown', {
    on: ['listUsers'],
    story: 'Cursors that lead back carry a mark that the reader of cursors does not know.',
    with: page(({ pagination }) => {
      if (pagination.previousCursor !== null) pagination.previousCursor = btoa('back');
    }),
  }),
  fault('pagination.offset-beyond-end!redirected', {
    on: ['listUsers'],
    story: 'Past the end leads to the last page, by a redirect whose address the gateway takes out.',
    with: lostWhereEmpty(),
  }),
  fault('pagination.total-counts/past-the-end!redirected', {
    on: ['listUsers'],
    story: 'Past the end leads to the last page, by a redirect whose address the gateway takes out.',
    with: lostWhereEmpty(),
  }),
  fault('pagination.ways-agree/any-combination!redirected', {
    on: ['listUsers'],
    story: 'Past the end leads to the last page, by a redirect whose address the gateway takes out.',
    with: lostWhereEmpty(),
  }),
  fault('pagination.limit-echo/used!redirected', {
    on: ['listUsers'],
    story:
      'A limit of nothing leads to the page without one, by a redirect whose address the gateway takes out.',
    with: lostRedirect(async (request) => ((await askedOf(request)).limit ?? 1) < 1),
  }),
  fault('pagination.offset-echo/used!redirected', {
    on: ['listUsers'],
    story: 'What is before the first page leads to it, by a redirect whose address the gateway takes out.',
    with: lostRedirect(async (request) => ((await askedOf(request)).offset ?? 0) < 0),
  }),
  fault('pagination.ways-agree!turned-by-offset', {
    on: ['listUsers'],
    story: 'Pages by offset that are nearer to the end are read from there, and not turned round.',
    deep: true,
    with: page((body, { limit = 100, offset, cursor }) => {
      if (cursor === undefined && (offset ?? 0) > 0 && limit < 12) body.data.reverse();
    }),
  }),
  fault('pagination.ways-agree!read-ahead', {
    on: ['listUsers'],
    story: 'The page behind one that was read by its offset is read ahead, from the end.',
    deep: true,
    with: remembering(() => {
      const ahead = new Set<string>();
      return page((body, { limit = 100, offset = 0, cursor }) => {
        if (cursor !== undefined) return;
        if (ahead.has(`${offset} ${limit}`)) body.data.reverse();
        ahead.add(`${offset + limit} ${limit}`);
      });
    }),
  }),
  fault('pagination.previous-leads-back!not-on-again', {
    on: ['listUsers'],
    story: 'On a page that was reached by going back, the way on is that of going back.',
    deep: true,
    with: remembering(() => {
      const back = new Set<string>();
      return page(({ pagination }, { cursor }) => {
        if (cursor !== undefined && back.has(cursor)) pagination.nextCursor = cursor;
        if (pagination.previousCursor !== null) back.add(pagination.previousCursor);
      });
    }),
  }),
];

function lostWhereEmpty() {
  return async (request: Request, service: Service): Promise<Response> => {
    const { offset } = await askedOf(request);
    let items = 1;
    const response = await onPage(request, service, ({ data }) => {
      items = data.length;
    });
    return items === 0 && (offset ?? 0) > 0 ? new Response(null, { status: 302 }) : response;
  };
}
