import type { Answer } from '../../../harness/http/answer.ts';
import { check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { openContext } from '../../../harness/judging/open-context.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Run } from '../../../harness/run/run.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, listOf, object } from '../body.ts';
import { minimal, minimalParams } from '../minimal.ts';

/** What one plain read gave: an answer, or in words why there is none. */
export interface SurveyedOperation {
  readonly op: Operation;
  readonly answer?: Answer;
  readonly problem?: string;
}

/** Looks by operationId, in the order of the interface. */
export type Survey = ReadonlyMap<string, SurveyedOperation>;

/** A context needs a check; this one judges nothing. */
const looking = check('conventions.json', {
  access: 'read',
  on: () => false,
  sends: 'plain reads',
  accepts: 'whatever comes',
  run: async () => undefined,
});

/** Sends the plainest request of each reading operation whose request is known, one after the other. */
export async function survey(run: Run): Promise<Survey> {
  const looks = new Map<string, SurveyedOperation>();
  for (const op of readable(run)) {
    looks.set(op.id, await surveyOne(run, op, (context) => minimal(context, op)));
  }
  return looks;
}

/** Sends the same with the restricted key, where the full one was answered with a success. */
export async function surveyRestricted(run: Run, looks: Survey): Promise<Survey> {
  const restricted = new Map<string, SurveyedOperation>();
  for (const { op, answer } of looks.values()) {
    if (answer === undefined || answer.status >= 300) continue;
    const look = await surveyOne(run, op, async (context) =>
      context.send(op, await minimalParams(context, op), { key: 'restricted' }),
    );
    restricted.set(op.id, look);
  }
  return restricted;
}

/** Asks an operation whatever a caller wants to know; what can't be established becomes words. */
export async function surveyOne(
  run: Run,
  op: Operation,
  ask: (context: Context) => Promise<Answer>,
): Promise<SurveyedOperation> {
  const { context } = openContext(run, looking, op);
  try {
    return { op, answer: await ask(context) };
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof ConfigurationError)
      return { op, problem: error.message };
    throw error;
  }
}

/** The items that a look at a list gave; none where it gave no list. */
export function itemsSeen(looks: Survey, operation: string): readonly Json[] {
  const answer = looks.get(operation)?.answer;
  return (answer?.status === 200 ? listOf(object(answer.json)?.['data']) : undefined) ?? [];
}

/** The total that a page reports; `undefined` where there is no page. */
export function totalSeen(looks: Survey, operation: string): number | undefined {
  const answer = looks.get(operation)?.answer;
  const total = object(object(answer?.json)?.['pagination'])?.['total'];
  return answer?.status === 200 && typeof total === 'number' ? total : undefined;
}

/** Reading operations, except those whose request only a profile could tell. */
function readable({ contract }: Run): Operation[] {
  return contract.operations.filter(
    ({ writes, gaps }) => !writes && !gaps.some((gap) => gap.endsWith('.body')),
  );
}
