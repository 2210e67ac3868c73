import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';

/** Claims that the operation refuses a request: with 400 where the interface lists that, else with some 4xx. */
export function mustBeRefused({ op, must }: Pick<Context, 'op' | 'must'>, answer: Answer): void {
  if (op.lists(400)) must(answer).have.status(400);
  else must(answer).be.refused();
}
