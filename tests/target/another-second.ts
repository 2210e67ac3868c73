import type { Context } from '../../harness/judging/context.ts';

/** Longer than a second, in milliseconds. */
const pause = 1100;

/** Waits until the next change falls into another second: a service may keep moments in whole seconds. */
export function anotherSecond({ sleep }: Pick<Context, 'sleep'>): Promise<void> {
  return sleep(pause);
}
