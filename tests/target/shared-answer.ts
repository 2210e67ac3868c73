import type { Answer } from '../../harness/http/answer.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';
import type { Operation } from '../../spec/contract.ts';
import { withSharedReads } from './shared-reads.ts';

/** The answer to the minimal request of a reading operation: sent once, and shared by all checks. */
export function sharedAnswer(
  context: Context,
  op: Operation,
  params: () => Promise<Params>,
): Promise<Answer> {
  const { send } = withSharedReads(context);
  return context.world.once(`minimal ${op.id}`, async () => send(op, await params()));
}
