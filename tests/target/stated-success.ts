import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';

/**
 * Judges that an answer is a success of a stated status, where one is stated: what finds nothing is answered as what
 * finds something, and not by 204.
 */
export function judgeStatedSuccess({ must, op }: Context, answer: Answer): void {
  const successes = op.statuses.filter((status) => status < 300);
  if (successes.length > 0) must(answer).have.status(...successes);
  else must(answer).be.accepted();
}
