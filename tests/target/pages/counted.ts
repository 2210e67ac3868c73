import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../body.ts';
import { eventually } from '../eventually.ts';
import { ask } from './reader.ts';

/** A write after which lists are counted, in words, and what takes it back. */
export interface CountedWrite {
  readonly after: string;
  readonly send: () => Promise<unknown>;
  readonly undo?: () => Promise<unknown>;
}

/** The end of a list after a write: how many results there are behind an offset, and how many of them were shown. */
export interface Counted {
  readonly after: string;
  readonly op: string;
  readonly due: number;
  readonly shown: number;
  readonly answer: Answer;
}

/** How many results from the end on a page begins that shows the end of the list. */
const few = 2;
/** The size of that page: more than the writes add. */
const most = 10;

/**
 * Counts some lists, sends writes, and reads the end of each list after each of them. One answer holds both the total
 * and the results at the end, so that what others write meanwhile does no harm.
 */
export async function countedAfter(
  context: Context,
  ops: readonly string[],
  writes: readonly CountedWrite[],
): Promise<readonly Counted[]> {
  const offsets = new Map<string, number>();
  for (const op of ops.filter((id) => !context.contract.later.has(id))) {
    const { total = 0 } = pageOf(context, await ask(on(context, op), { limit: 1 }));
    offsets.set(op, Math.max(0, total - few));
  }
  const counted: Counted[] = [];
  for (const { after, send, undo } of writes) {
    try {
      await send();
      for (const [op, offset] of offsets) {
        const read = async () => ({ after, op, ...(await endOf(on(context, op), offset)) });
        counted.push(await eventually(context, read, isCounted));
      }
    } finally {
      await undo?.();
    }
  }
  return counted;
}

/** Whether a page at the end of a list shows as many results as its total leaves for it. */
export function isCounted({ due, shown }: Counted): boolean {
  return shown === Math.min(most, due);
}

async function endOf(context: Context, offset: number): Promise<Pick<Counted, 'due' | 'shown' | 'answer'>> {
  const answer = await ask(context, { limit: most, offset });
  const { total = 0, items } = pageOf(context, answer);
  return { due: Math.max(0, total - offset), shown: items.length, answer };
}

function on(context: Context, op: string): Context {
  return { ...context, op: context.operation(op) };
}
