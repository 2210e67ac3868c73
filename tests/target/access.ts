import type { Access } from '../../harness/http/access.ts';
import type { Operation } from '../../spec/contract.ts';

/** Reads; where the operation writes, sends only what a broken server can do nothing of value with. */
export function readOrProbe({ writes }: Operation): Access {
  return writes ? 'probe' : 'read';
}

/** Reads; where the operation writes, creates or changes what belongs to the run. */
export function readOrWrite({ writes }: Operation): Access {
  return writes ? 'write' : 'read';
}
