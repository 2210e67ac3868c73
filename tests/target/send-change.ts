import type { Answer } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Context } from '../../harness/judging/context.ts';

/**
 * Sends a change. A DELETE that gets 400 is sent once more: HTTP gives no meaning to the body of a DELETE, and a proxy
 * may have dropped it.
 */
export async function sendChange(
  context: Context,
  operation: string,
  params: Params,
  options: SendOptions = {},
): Promise<Answer> {
  const op = context.operation(operation);
  const answer = await context.send(op, params, options);
  return op.method === 'DELETE' && answer.status === 400 ? context.send(op, params, options) : answer;
}
