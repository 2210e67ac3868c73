import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { Inconclusive } from '../../harness/judging/outcome.ts';

/**
 * The answer to a request, which is sent a second time when no answer comes in time. `undefined` when both attempts time
 * out and another operation answers. Inconclusive when no operation answers: then the network may be the cause.
 */
export async function answerInTime(
  context: Context,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const answer = (await beforeTimeOut(send)) ?? (await beforeTimeOut(send));
  if (answer !== undefined) return answer;
  const other = context.op.id === 'listAcademicYears' ? 'getCurrentAcademicYear' : 'listAcademicYears';
  context.need(await context.send(other), 'another operation to answer');
  return undefined;
}

async function beforeTimeOut(send: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Inconclusive && error.fault === 'timeout') return undefined;
    throw error;
  }
}
