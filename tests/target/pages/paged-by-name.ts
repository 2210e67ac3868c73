import type { Operation } from '../../../spec/contract.ts';

/** Whether a list takes what asks for a page under the names of the interface; of one, only a profile tells the place. */
export function isPagedByName({ id, paginated }: Operation): boolean {
  return paginated && id !== 'searchSessions';
}
