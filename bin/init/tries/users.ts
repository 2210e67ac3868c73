import type { Answer } from '../../../harness/http/answer.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '../../../spec/tree.ts';
import type { Findings } from './findings.ts';
import { bodyOf, type Candidate, type Found, type Quest } from './search.ts';

/** The user in an answer; empty where there is none. */
export function userIn({ json }: Answer): JsonObject {
  return objectAt(json, 'user');
}

/** Whether a user shows what was sent for a meaning. */
export function has(shown: JsonObject, meaning: string, sent: unknown): boolean {
  if (meaning === 'email') return arrayAt(shown, 'emails').includes(sent);
  return sent !== undefined && textAt(shown, meaning) === sent;
}

/** Reads a user. */
export async function readUser({ trier }: Findings, userId: unknown): Promise<JsonObject> {
  const answer = await trier.send('listUsers', { userId: [userId] });
  const [first] = typeof answer === 'string' ? [] : arrayAt(answer.json, 'data');
  return isObject(first) ? first : {};
}

/** The words of a success, where the interface leaves it open. */
export function answerWords({ trier }: Findings, operation: string, { status, json }: Answer): JsonObject {
  if (trier.run.contract.operation(operation).success !== undefined) return {};
  const shows = status !== 204 && isObject(json) && 'user' in json ? { shows: 'user' } : {};
  return { returns: status, ...shows };
}

/** Sends a request for a user whom nobody has: how the operation refuses that. */
export async function askForNobody({ trier }: Findings, operation: string, body?: unknown): Promise<void> {
  const userId = trier.run.world.unknownId(`init ${operation}`);
  await trier.send(operation, { userId }, body);
}

/** Tells the words of a body that was found, after trying which of its fields it needs. */
export async function tell(
  findings: Findings,
  quest: Quest,
  result: Found,
  more: readonly string[] = [],
): Promise<void> {
  const { trier, named, found, missed } = findings;
  const { operation, params, value } = quest;
  if (typeof result === 'string') return missed(operation, result);
  const { candidate, answer } = result;
  named(candidate.names);
  const required: string[] = [];
  const optional = [...more];
  for (const [meaning, name] of Object.entries(candidate.names)) {
    const { [meaning]: _, ...rest } = candidate.names;
    const without = (values: Quest['value']) =>
      trier.send(operation, params, bodyOf({ ...candidate, names: rest }, values));
    const first = await without(value);
    // Who looks first at what somebody else has, has not come to what is missing.
    const isTaken = typeof first !== 'string' && first.status === 409;
    const lacking = isTaken ? await without(findings.fresh()) : first;
    const isNeeded = typeof lacking !== 'string' && [400, 422].includes(lacking.status);
    (isNeeded ? required : optional).push(name);
  }
  if ('userId' in params) await askForNobody(findings, operation, bodyOf(candidate, value));
  found(operation, {
    ...wrapOf(candidate),
    ...(required.length > 0 ? { required } : {}),
    ...(optional.length > 0 ? { optional: [...new Set(optional)] } : {}),
    ...answerWords(findings, operation, answer),
  });
}

/** The wrapper of a body in words. */
export function wrapOf({ wrap }: Candidate): JsonObject {
  return wrap === undefined ? {} : { wrap };
}
