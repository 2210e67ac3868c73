import type { Answer } from '../../../harness/http/answer.ts';
import {
  type Check,
  type CheckDraft,
  type Context,
  check,
  clauseOf,
} from '../../../harness/judging/check.ts';
import { readOrProbe, readOrWrite } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { shutOut } from '../../target/probe.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { control, validNeeds } from '../../target/valid.ts';

/**
 * What the dispatcher and the other checks found about all answers of the run (Errors, status codes). These checks are
 * judged after all others.
 */
export const answered = [
  ofAllAnswers('errors.answered', {
    access: readOrProbe,
    accepts:
      'anything but trouble (a status in the five hundreds, a broken connection, a redirect to elsewhere, no end) that comes for a request each time, while other requests are answered between',
    async ask(context) {
      const { op } = context;
      const [answer] = await Promise.allSettled([op.writes ? shutOut(context, op) : minimal(context, op)]);
      await context.review(op);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
  }),
  ofAllAnswers('errors.unfounded-refusal', {
    access: readOrWrite,
    needs: validNeeds,
    accepts: 'a success for each request that keeps the rules and that another check needed',
    ask: (context) => control(context),
  }),
] satisfies readonly Check[];

/** A check of what the run found of an operation, after one answer at least, which `ask` sends for. */
function ofAllAnswers(
  id: string,
  { ask, ...draft }: Omit<CheckDraft, 'on' | 'run'> & { readonly ask: (context: Context) => Promise<Answer> },
): Check {
  return check(id, {
    ...draft,
    afterAll: true,
    sends:
      'nothing of its own: it looks at every answer that any check of the run received, and asks again where a gateway failed',
    async run(context) {
      const [answer] = await Promise.allSettled([ask(context)]);
      mustNotViolate(context, clauseOf(id));
      if (answer.status === 'rejected') throw answer.reason;
      context.must.hold(true, { expected: 'no such answer', actual: 'one' });
    },
  });
}
