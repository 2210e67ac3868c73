import { type Contract, loadContract, type Operation } from '../../spec/contract.ts';
import { isStated } from '../../spec/said.ts';
import type { Answer, Sent } from '../http/answer.ts';
import type { SchemaResults } from '../http/schema-results.ts';
import { troubleOf } from '../http/trouble.ts';
import type { Redactor } from '../privacy/redact.ts';
import { Inconclusive, UnfitBody } from './outcome.ts';

/** The clauses of the rows that fail where an operation does not answer, and where it refuses what it has to accept. */
export const unansweredClause = 'errors.answered';
export const unfoundedRefusal = 'errors.unfounded-refusal';

/** The id of the row of a clause that is judged by every answer of a run. */
export function rowOfAnswers(clause: string, operation: string): string {
  return `${clause} @ ${operation}`;
}

/** The clause that a creation breaks which is answered with the id of something that was there before. */
export function newIdClause({ wrapper }: Pick<Operation, 'wrapper'>): string {
  return `${wrapper}.id-unique`;
}

/** The id of the row that fails for it. */
export function newIdRow(op: Pick<Operation, 'id' | 'wrapper'>): string {
  return `${newIdClause(op)}/new @ ${op.id}`;
}

/** Statuses that say that the request is defective. Others may be about the data, the key or a server in front. */
const defective: readonly number[] = [400, 401, 405, 406, 411, 415, 422];

/** What judges whether a request was accepted that keeps the rules of the interface. */
export interface AcceptanceParts {
  readonly contract: Contract;
  readonly schemaResults: SchemaResults;
  readonly redactor: Redactor;
}

let bare: Contract | undefined;

/**
 * Requires that a request which keeps the rules of the interface was accepted. Where it was not, the row that promises
 * it fails, and the row that needs it is inconclusive because of that one.
 *
 * @throws Inconclusive unless the answer is a success
 */
export function needAccepted(answer: Answer, parts: AcceptanceParts): void {
  const { status, sent } = answer;
  const { operation } = sent;
  if (status >= 200 && status < 300) return;
  needAnswered(answer);
  const got = `needs ${operation} to accept a request that keeps the rules, got ${status}`;
  if (status === 403) throw new Inconclusive(got, 'permission');
  if (!defective.includes(status)) throw new Inconclusive(got);
  needSound(answer, parts);
  bare ??= loadContract();
  if (!isStated(bare.operation(operation), sent)) needOfProfile(answer, parts, got);
  accuse(answer, parts);
  throw because(got.slice('needs '.length), unfoundedRefusal, operation);
}

/** Requires an answer of the service itself. @throws Inconclusive for trouble, because of the row that fails for it */
export function needAnswered(answer: Answer): void {
  const { operation } = answer.sent;
  const trouble = troubleOf(answer);
  if (trouble) throw because(`an answer of ${operation}: ${trouble.words}`, unansweredClause, operation);
}

/**
 * Requires that the target takes the body of an operation as the profile describes it. Until it has taken one with the
 * same properties, a refusal is a matter of the profile, and the lines that describe it are named.
 *
 * @throws Inconclusive for the configuration
 */
export function needDescribed(
  { status, sent }: Answer,
  { contract, schemaResults }: Pick<AcceptanceParts, 'contract' | 'schemaResults'>,
): void {
  const { operation } = sent;
  const gap = contract.operation(operation).requestGap;
  if (gap === undefined || !refusesBody({ status })) return;
  needSound({ sent }, { contract });
  if (schemaResults.hasTaken(sent)) return;
  const got = `${operation} to accept the body that the profile describes, got ${status}`;
  throw new UnfitBody(`${got}: ${advice(contract, operation, gap)}`);
}

/** Whether the body of a request keeps the contract, as far as the contract shows it. */
export function isSound({ operation, body }: Pick<Sent, 'operation' | 'body'>, contract: Contract): boolean {
  try {
    return body === undefined || contract.requestViolations(operation, JSON.parse(body)).length === 0;
  } catch {
    return false;
  }
}

/** A profile may bound texts more closely than a row has them: that such a body is refused is no wonder then. */
function needSound({ sent }: Pick<Answer, 'sent'>, { contract }: Pick<AcceptanceParts, 'contract'>): void {
  if (isSound(sent, contract)) return;
  throw new UnfitBody(
    `texts for ${sent.operation} that keep to the bounds which the profile names: a row has longer ones, or other signs`,
  );
}

/** Statuses that say that a body is defective. */
const unfit: readonly number[] = [400, 415, 422];

/** Whether an answer says that the body is defective. */
export function refusesBody({ status }: Pick<Answer, 'status'>): boolean {
  return unfit.includes(status);
}

/** Where to look for what is wrong with a described body. */
function advice(contract: Contract, operation: string, gap: string): string {
  const lines = contract.describedAt(operation);
  return lines.length === 0
    ? `say how with \`${gap}\``
    : `compare ${lines.join(', ')} with what the target takes`;
}

/**
 * A refusal of what only the profile describes. That is a matter of configuration, until the target has taken a request
 * of that shape.
 */
function needOfProfile({ sent }: Answer, { contract, schemaResults }: AcceptanceParts, got: string): void {
  const gap = contract.operation(sent.operation).requestGap;
  if (gap !== undefined && schemaResults.hasTaken(sent)) return;
  const where =
    gap === undefined
      ? 'values that the profile names'
      : `a body that the profile describes (${gap}); ${advice(contract, sent.operation, gap)}`;
  throw new Inconclusive(`${got}: it holds ${where}`, 'profile');
}

function accuse(answer: Answer, { schemaResults, redactor }: AcceptanceParts): void {
  const { operation } = answer.sent;
  schemaResults.accuse(
    {
      clause: unfoundedRefusal,
      operation,
      status: answer.status,
      pointer: '',
      expected: 'a success for a request that keeps the rules of the interface',
      got: `status ${answer.status}`,
    },
    () => [redactor.evidence(answer)],
  );
}

function because(what: string, clause: string, operation: string): Inconclusive {
  return new Inconclusive(`needs ${what}`, 'other-row', rowOfAnswers(clause, operation));
}
