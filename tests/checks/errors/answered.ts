import type { Answer } from '../../../harness/http/answer.ts';
import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { statedCheck } from '../../../harness/judging/stated-check.ts';
import { readOrProbe, readOrWrite } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { control, validNeeds } from '../../target/valid.ts';

const everyAnswer = 'nothing of its own: it looks at every answer that any check of the run received';

/** What the door and the other checks found of all answers; judged after them (Errors, status codes). */
export const answered = [
  statedCheck('errors.answered', {
    access: readOrProbe,
    sends: everyAnswer,
    accepts:
      'anything but trouble (a status in the five hundreds, a broken connection, a redirect to elsewhere, no end) that comes for a request each time, while other requests are answered between',
    async run(context) {
      const { op } = context;
      await judgeAll(context, 'errors.answered', () =>
        op.writes ? probed(context, op, 'wrong') : minimal(context, op),
      );
    },
  }),
  statedCheck('errors.unfounded-refusal', {
    access: readOrWrite,
    needs: validNeeds,
    sends: everyAnswer,
    accepts: 'a success for each request that keeps the rules and that another check needed',
    async run(context) {
      await judgeAll(context, 'errors.unfounded-refusal', () => control(context));
    },
  }),
] satisfies readonly Check[];

/** Judges what the run found of an operation, after one answer at least. */
async function judgeAll(context: Context, clause: string, one: () => Promise<Answer>): Promise<void> {
  const [answer] = await Promise.allSettled([one()]);
  mustNotViolate(context, clause);
  if (answer.status === 'rejected') throw answer.reason;
  context.must.hold(true, { expected: 'no such answer', actual: 'one' });
}
