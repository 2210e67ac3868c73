// What the bugs of paging share.
import { type Hooks, has } from './hooks.ts';
import { type Ctx, must, type Pagination, type Row, type SortAsk } from './types.ts';

export const CL = 'GET /classes';
export const CO = 'GET /smart-ia/cohorts';
export const US = 'GET /users';
export const SE = 'GET /smart-ia/sessions';
export const CP = 'GET /smart-ia/sessions/completed';
export const IP = 'GET /smart-ia/sessions/in-progress';
export const SU = 'POST /users/search';
export const SS = 'POST /smart-ia/sessions/search';
export const total = 'total is the total number of results';
export const lim = 'limit is the most items of a page and is shown as used';
export const next = 'nextCursor leads to the next page and is null on the last one';
export const prev = 'previousCursor leads to the previous page and is null on the first one';
export const pag = (change: (p: Pagination, c: Ctx) => void): Hooks => ({
  pagination: (p, c) => {
    const out = { ...p };
    change(out, c);
    return out;
  },
});
export const later = (c: Ctx) => has(c, 'cursor') || has(c, 'offset');
export const end = (c: Ctx): number => c.bag.start + c.bag.shown.length;

// Rows of equal rank in the reverse order.
export function flip(rows: Row[], order: SortAsk | undefined): Row[] {
  return rows
    .map((row, n) => ({ row, n }))
    .sort((a, b) => must(order).compare(a.row, b.row) || b.n - a.n)
    .map((one) => one.row);
}
