import {
  type Check,
  type CheckDraft,
  type Context,
  check,
  clauseOf,
} from '../../../harness/judging/check.ts';
import { readOrProbe } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { shutOut } from '../../target/probe.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { valid, validNeeds } from '../../target/valid.ts';

/** Laws of headers. Judged after every other check that sends requests, because every answer of the run counts. */
export const everyAnswer = [
  ofEveryAnswer('conventions.json-content-type/every-answer', {
    access: readOrProbe,
    on: () => true,
    accepts: '`application/json`, of an error `application/problem+json` too, where an answer has a body',
    async ask(context) {
      await shutOut(context, context.op);
      if (!context.op.writes) await minimal(context, context.op);
    },
  }),
  ofEveryAnswer('conventions.cors-error-answers/every-status', {
    access: readOrProbe,
    on: () => true,
    ask: (context) => shutOut(context, context.op),
  }),
  ofEveryAnswer('conventions.cors-simple/written', {
    access: 'write',
    on: ({ writes }) => writes,
    needs: validNeeds,
    ask: (context) => valid(context, context.op),
  }),
] satisfies readonly Check[];

/** A check of what the answers of the run showed about a clause. `ask` sends a request that shows it in any case. */
function ofEveryAnswer(
  id: string,
  { ask, ...draft }: Omit<CheckDraft, 'run'> & { readonly ask: (context: Context) => Promise<unknown> },
): Check {
  const clause = clauseOf(id);
  return check(id, {
    ...draft,
    afterAll: true,
    sends: 'hardly anything of its own: it looks at every answer that any check of the run received',
    async run(context) {
      if (!context.schemaResult(clause).seen) await ask(context);
      const seen = mustNotViolate(context, clause);
      context.need(seen, 'an answer that shows it');
      context.must.hold(seen, { expected: 'the stated form', actual: 'another' });
    },
  });
}
