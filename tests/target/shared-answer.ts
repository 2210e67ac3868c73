import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { readKey, withSharedReads } from './shared-reads.ts';

/** The answer to the minimal request of a reading operation: sent once, and shared by all checks. */
export function sharedAnswer(
  context: Context,
  op: Operation,
  params: () => Promise<Params>,
): Promise<Answer> {
  const { send } = withSharedReads(context);
  return context.world.once(keyOf(op), async () => send(op, await params()));
}

/** Has whoever asks next for the answer of a list, or of what needs no id, send the request anew. */
export function forgetShared({ world }: Context, op: Operation): void {
  world.forget(keyOf(op));
  world.forget(readKey(op));
}

function keyOf(op: Operation): string {
  return `minimal ${op.id}`;
}
