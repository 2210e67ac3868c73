import { schemaCheckId } from '../../../harness/http/schema-results.ts';
import { type Check, type Context, check, type Prerequisite } from '../../../harness/judging/check.ts';
import { type Contract, loadContract, type Operation } from '../../../spec/contract.ts';
import { readOrWrite } from '../../target/access.ts';
import { minimal } from '../../target/minimal.ts';
import { probed } from '../../target/probe.ts';
import { alwaysPresent, mayBeAbsent } from '../../target/schema/absent.ts';
import { clausesOf, schemaClauses, shownByProfile } from '../../target/schema/clauses.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { validNeeds } from '../../target/valid.ts';

/** The contract with every gap filled: what is open on a target gives rows that say so. */
const filled = loadContract({ filled: [...loadContract().gaps.keys()] });

/**
 * One check for each clause that a schema of the contract names. Every answer of the run was judged by its schema when
 * it came in. These checks come last, and say for each clause what was found.
 */
export const schema: readonly Check[] = schemaClauses(filled).map((clause) =>
  check(schemaCheckId(clause), {
    access: readOrWrite,
    on: (op, contract) => isJudged(clause, op, contract),
    needs: (op) => neededFor(clause, op),
    unless: (op) =>
      clause === shownByProfile && op.success === 204
        ? 'the profile shows an answer without a body'
        : undefined,
    afterAll: true,
    sends: 'nothing of its own: it looks at every answer that any check of the run received, at least at one',
    accepts: 'answers whose part that the clause is about has the stated form wherever it occurs',
    run: (context) => judgeResult(context, clause),
  }),
);

/** Whether the answers of an operation are judged by a clause, or would be if a gap that it needs were filled. */
function isJudged(clause: string, op: Operation, contract: Contract): boolean {
  const { needs, operations } = contract.clause(clause);
  if (clause === shownByProfile) return operations.includes(op.id);
  if (clausesOf(contract, op).has(clause)) return true;
  return operations.includes(op.id) && needs.some((gap) => contract.isOpen(gap));
}

/** What has to be known before a write succeeds and shows a field; an error answer needs nothing of that. */
function neededFor(clause: string, op: Operation): readonly Prerequisite[] {
  if (clause === shownByProfile) return op.answerGap === undefined ? [] : [op.answerGap];
  const isOfSuccess = !ofAllAnswers.includes(filled.clause(clause).chapter);
  return op.writes && isOfSuccess ? validNeeds(op) : [];
}

/** The chapters whose clauses error answers show as well. */
const ofAllAnswers = ['errors', 'conventions'];

async function judgeResult(context: Context, clause: string): Promise<void> {
  const { op, must, need, schemaResult } = context;
  const isUnseenRead = () => !op.writes && !schemaResult(clause).seen;
  if (isUnseenRead()) await minimal(context, op);
  // Where no check has been refused anything, a request without a key is.
  if (isUnseenRead() && isOfErrors(context, clause)) await probed(context, op, 'none');
  const seen = mustNotViolate(context, clause);
  const isEnough = seen || (mayBeAbsent(op, clause) && schemaResult(alwaysPresent(op)).seen);
  need(isEnough, 'an answer that holds the part that this clause is about');
  must.hold(isEnough, { expected: 'the stated form', actual: 'another' });
}

/** Whether refusals have the part that a clause is about. */
function isOfErrors({ contract, op }: Context, clause: string): boolean {
  return contract.judges(op.id, 401).some((judged) => judged.clause === clause);
}
