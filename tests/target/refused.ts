import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';

/** Claims that a request was refused: with 400 where the interface lists it, else with any status from 400 to 499. */
export function mustBeRefused({ op, must }: Pick<Context, 'op' | 'must'>, answer: Answer): void {
  if (op.lists(400)) must(answer).have.status(400);
  else must(answer).be.refused();
}
