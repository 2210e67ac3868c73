import type { Settings } from '../../harness/settings.ts';
import type { Operation } from '../../spec/contract.ts';

const reason = 'a quick run leaves this to the other efforts';

/** Leaves a check out of quick runs, which send few requests. */
export function unlessQuick(_: Operation, { effort }: Settings): string | undefined {
  return effort === 'quick' ? reason : undefined;
}

/** Leaves the writing operations out of quick runs. */
export function unlessQuickWrite(op: Operation, settings: Settings): string | undefined {
  return op.writes ? unlessQuick(op, settings) : undefined;
}
