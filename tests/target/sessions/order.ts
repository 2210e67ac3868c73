import type { Sort } from '../../../generators/sort.ts';

/** The order of the session list without a sort (chapter Sessions). */
export const defaultSort: Sort = { field: 'startDate', direction: 'asc' };
