import { judgeWhole } from '../../spec/answer-rules.ts';
import type { Evidence } from '../privacy/evidence.ts';
import type { Answer } from './answer.ts';
import type { SchemaResults } from './schema-results.ts';

/** Statuses that HTTP has for a message: a server in front gives them with a page of its own. */
const ofMessages: readonly number[] = [405, 406, 408, 411, 413, 414, 415, 417, 431];

/** The same for an address that is long or odd, in characters from which on it is long. */
const ofAddresses: readonly number[] = [400, 404];
const longAddress = 2_000;

/** Judges an answer by the laws that every answer keeps, and records what each of them shows. */
export function noteWhole(
  answer: Answer,
  schemaResults: SchemaResults,
  evidence: () => readonly Evidence[],
): void {
  if (mayBePageInFront(answer)) return;
  const { sent, status, headers, json, marked = false } = answer;
  const { operation } = sent;
  const listed = schemaResults.judges(operation, status);
  // A long text would be written anew for this.
  const hasBody = json !== undefined || answer.text !== '';
  const whole = { operation, status, listed, headers, hasBody, json, marked, origin: sent.headers['origin'] };
  for (const result of judgeWhole(whole)) schemaResults.noteRule(result, operation, evidence);
}

/** Whether a server in front may have answered with a page of its own, before the service was asked. */
function mayBePageInFront({ sent, status, json }: Answer): boolean {
  if (json !== undefined) return false;
  if (status >= 500 || ofMessages.includes(status)) return true;
  return ofAddresses.includes(status) && sent.path.length > longAddress;
}
