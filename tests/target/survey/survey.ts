import type { Answer } from '../../../harness/http/answer.ts';
import type { GivenKey } from '../../../harness/http/key-role.ts';
import { type Context, check } from '../../../harness/judging/check.ts';
import { openContext } from '../../../harness/judging/open-context.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Run } from '../../../harness/run/run.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, listOf, object } from '../body.ts';
import { minimal, minimalParams } from '../minimal.ts';

/** What one read gave: an answer, or in words why there is none. */
export interface SurveyedOperation {
  readonly op: Operation;
  readonly answer?: Answer;
  readonly problem?: string;
}

/** What the reads gave, by operationId in the order of the interface. */
export type Survey = ReadonlyMap<string, SurveyedOperation>;

/** A context needs a check; this one judges nothing. */
const noCheck = check('conventions.json', { on: () => false, run: async () => undefined });

/** Sends the minimal request of each reading operation whose request is known, one after the other. */
export async function survey(run: Run): Promise<Survey> {
  const seen = new Map<string, SurveyedOperation>();
  for (const op of readable(run)) {
    seen.set(op.id, await surveyOne(run, op, (context) => minimal(context, op)));
  }
  return seen;
}

/** Sends the same with another key, where the full key got a success. */
export async function surveyWith(run: Run, full: Survey, key: GivenKey): Promise<Survey> {
  const seen = new Map<string, SurveyedOperation>();
  for (const { op, answer } of full.values()) {
    if (answer === undefined || answer.status >= 300) continue;
    const surveyed = await surveyOne(run, op, async (context) =>
      context.send(op, await minimalParams(context, op), { key }),
    );
    seen.set(op.id, surveyed);
  }
  return seen;
}

/** Sends one request to an operation; what keeps an answer from coming becomes words. */
export async function surveyOne(
  run: Run,
  op: Operation,
  ask: (context: Context) => Promise<Answer>,
): Promise<SurveyedOperation> {
  const { context } = openContext(run, noCheck, op);
  try {
    return { op, answer: await ask(context) };
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof ConfigurationError)
      return { op, problem: error.message };
    throw error;
  }
}

/** The items of a list that was surveyed; none where no list came. */
export function itemsSeen(seen: Survey, operation: string): readonly Json[] {
  const answer = seen.get(operation)?.answer;
  return (answer?.status === 200 ? listOf(object(answer.json)?.['data']) : undefined) ?? [];
}

/** The total that a page reports; `undefined` where there is no page. */
export function totalSeen(seen: Survey, operation: string): number | undefined {
  const answer = seen.get(operation)?.answer;
  const total = object(object(answer?.json)?.['pagination'])?.['total'];
  return answer?.status === 200 && typeof total === 'number' ? total : undefined;
}

/** The reading operations, except those whose request is left open. */
function readable({ contract }: Run): Operation[] {
  return contract.operations.filter(
    ({ writes, requestGap }) => !writes && (requestGap === undefined || !contract.isOpen(requestGap)),
  );
}
