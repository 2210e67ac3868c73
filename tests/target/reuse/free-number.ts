import type { Context } from '../../../harness/judging/context.ts';

/** The last number that a run found free: the next search begins there. */
const found = new WeakMap<Context['world'], number>();

/** More numbers than any run takes. */
const most = 2 ** 20;

/**
 * The first free number, where runs take numbers one after the other. Steps that double find a free number, and halving
 * finds the first: so few steps are enough, however many numbers are taken.
 */
export async function freeNumber(
  { world }: Pick<Context, 'world'>,
  isTaken: (number: number) => Promise<boolean>,
): Promise<number> {
  const begin = found.get(world) ?? 1;
  let taken = begin - 1;
  let free = begin;
  for (let step = 1; free < most && (await isTaken(free)); step *= 2) {
    taken = free;
    free += step;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  found.set(world, free);
  return free;
}
