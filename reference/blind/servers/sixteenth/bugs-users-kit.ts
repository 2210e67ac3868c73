// What the bugs of people share.
import { fieldOf, type Hooks, match } from './hooks.ts';
import type { Asked, Ctx, Filter, SortAsk } from './types.ts';

export const US = 'GET /users';
export const SU = 'POST /users/search';
export const BOTH = [US, SU];
export const filt = (name: string) => `the filter ${name} shows who matches`;
export const most = 'an array filter takes 1 to 30 values';
export const same = 'POST /users/search has the same filters as GET /users';
export const order = 'sort decides the order; the default is createdAt desc';
export const empty = 'empty fields are omitted';
export const asked = (c: Ctx): Asked => c.bag.asked ?? {};
export const only = (name: string, pick: (values: string[]) => string[], field = name): Hooks => ({
  filter: match(name, (row, v) => pick(v.values).some((value) => value === fieldOf(row, field))),
});
export type Keep = Filter['keep'];
export const turned = (v: SortAsk): SortAsk => ({ ...v, compare: (a, b) => v.compare(b, a) });
export const among = (values: string[] | undefined, value: string | undefined): boolean =>
  values?.some((one) => one === value) === true;
export const count = (c: Ctx) => Object.keys(asked(c)).length;
