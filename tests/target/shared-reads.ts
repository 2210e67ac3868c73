import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { onStableData } from './stable-data.ts';

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
      return context.world.once(readKey(op, params, options), () => context.send(op, params, options));
    },
  };
}

/** The name under which a run keeps the answer to a read. */
export function readKey(op: Operation, params: Params = {}, options: SendOptions = {}): string {
  return `read ${op.id} ${JSON.stringify([params, options])}`;
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
  return onStableData(context, measure, () => {
    const used = next;
    next = context;
    return law(used);
  });
}
