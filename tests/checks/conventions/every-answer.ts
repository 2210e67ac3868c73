import { type Check, type CheckDraft, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { valid, validNeeds } from '../../target/valid.ts';

const sends = 'hardly anything of its own: it looks at every answer that any check of the run received';

/** Laws of headers. Judged after every other check that sends requests, because every answer of the run counts. */
export const everyAnswer = [
  check('conventions.json-content-type/every-answer', {
    ...ofEveryAnswer('conventions.json-content-type', async (context) => {
      await probed(context, context.op, 'wrong');
      if (!context.op.writes) await minimal(context, context.op);
    }),
    access: readOrProbe,
    on: () => true,
    accepts: '`application/json`, of an error `application/problem+json` too, where an answer has a body',
  }),
  check('conventions.cors-error-answers/every-status', {
    ...ofEveryAnswer('conventions.cors-error-answers', (context) => probed(context, context.op, 'wrong')),
    access: readOrProbe,
    on: () => true,
  }),
  check('conventions.cors-simple/written', {
    ...ofEveryAnswer('conventions.cors-simple', (context) => valid(context, context.op)),
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
  }),
] satisfies readonly Check[];

/** Judges what the answers of the run showed about a clause. `ask` sends a request that shows it in any case. */
function ofEveryAnswer(
  clause: string,
  ask: (context: Context) => Promise<unknown>,
): Pick<CheckDraft, 'sends' | 'run'> {
  return {
    sends,
    async run(context) {
      if (!context.schemaResult(clause).seen) await ask(context);
      const seen = mustNotViolate(context, clause);
      context.need(seen, 'an answer that shows it');
      context.must.hold(seen, { expected: 'the stated form', actual: 'another' });
    },
  };
}
