import type { Context } from '../../../harness/judging/context.ts';
import { idIn, type Json } from '../body.ts';

/** Those that the run neither made nor was lent: it changes nothing of them. */
export function othersAmong({ world }: Context, items: readonly Json[], idName: string): readonly Json[] {
  return items.filter((item) => {
    const id = idIn(item, idName);
    return id !== undefined && !world.isMadeOrLent(id);
  });
}

/**
 * The fields that hold the mark of the run, and did not before: nobody else writes it. What an earlier run has left
 * held it from the start.
 */
export function markedFields({ world }: Context, before: Json, now: Json): readonly string[] {
  const isMarked = (value: unknown) => (JSON.stringify(value) ?? '').toLowerCase().includes(world.mark);
  if (isMarked(before)) return [];
  return Object.keys(now).filter((name) => isMarked(now[name]));
}
