import type { Context } from '../../../harness/judging/context.ts';

/** The last number that a run found free: what is asked for next is probably free at that number, too. */
const found = new WeakMap<Context['world'], number>();

/** No run leaves so many. */
const most = 2 ** 20;

/**
 * The first number that is free, as runs take them one after the other: found in a few steps however many there were,
 * by going on twice as far each time and then halving what lies between.
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
