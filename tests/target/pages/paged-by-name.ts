import type { Params } from '../../../harness/http/place.ts';
import type { Operation } from '../../../spec/contract.ts';
import { smallLimit } from './samples.ts';

/** Whether a list takes what asks for a page under the names of the interface; of one, only a profile tells the place. */
export function isPagedByName({ id, paginated }: Operation): boolean {
  return paginated && id !== 'searchSessions';
}

/** What asks a list for a small page; nothing where the list is not known to take a limit. */
export function smallPage(op: Operation): Params {
  return isPagedByName(op) && op.has('limit') ? { limit: smallLimit } : {};
}
