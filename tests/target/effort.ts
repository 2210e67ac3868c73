import type { Settings } from '../../harness/run/settings.ts';
import type { Operation } from '../../spec/contract.ts';

const reason = 'a quick run leaves this to the other efforts';

/** Leaves a check out of quick runs, because quick runs send few requests. */
export function fromStandard(_: Operation, { effort }: Settings): string | undefined {
  return effort === 'quick' ? reason : undefined;
}
