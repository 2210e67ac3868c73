import type { Context } from '../../harness/judging/context.ts';
import { onStableData } from '../../harness/judging/stable-data.ts';

/**
 * The same context, but that a read is sent once in a run: whoever asks for the same has the same answer. For controls,
 * for claims about one answer by itself, and for the first try of what is tried again on fresh answers. Not for who
 * asks the same twice to compare the answers.
 */
export function withSharedReads(context: Context): Context {
  return {
    ...context,
    send(target, params = {}, options = {}) {
      const op = typeof target === 'string' ? context.operation(target) : target;
      if (op.writes) return context.send(op, params, options);
      const key = `read ${op.id} ${JSON.stringify([params, options])}`;
      return context.world.once(key, () => context.send(op, params, options));
    },
  };
}

/**
 * Judges a law that compares several answers as `onStableData` does: at first on reads that the rows of a run share, and
 * where it breaks there, on fresh ones.
 */
export function onStableReads<T>(
  context: Context,
  measure: () => Promise<unknown>,
  law: (context: Context) => Promise<T>,
): Promise<T> {
  let next = withSharedReads(context);
  return onStableData(measure, () => {
    const used = next;
    next = context;
    return law(used);
  });
}
