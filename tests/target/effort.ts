import type { Context } from '../../harness/judging/context.ts';
import type { Settings } from '../../harness/run/settings.ts';
import type { Operation } from '../../spec/contract.ts';

const reason = 'a quick run leaves this to the other efforts';

/** Of values of several kinds, so many are tried in turn: a quick run tries few, and others not fewer than three. */
export function kindsTried({ effort }: Context, runs: number): number {
  return Math.max(runs, effort === 'quick' ? 1 : 3);
}

/** Leaves a check out of quick runs, because quick runs send few requests. */
export function fromStandard(_: Operation, { effort }: Settings): string | undefined {
  return effort === 'quick' ? reason : undefined;
}
