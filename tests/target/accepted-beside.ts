import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { minimal } from './minimal.ts';

/**
 * Needs what a request asks beside a mistake to be accepted without it: a refusal proves nothing about a target that
 * refuses that as well. A quick run asks whether each filter is accepted in other rows, and takes for this the plain list,
 * which it reads in any case.
 */
export async function needAcceptedBeside(context: Context, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await (context.effort === 'quick' ? minimal(context, context.op) : ask());
  context.need.accepted(answer);
  return answer;
}
