import type { Operation } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Answer, Sent } from '../http/answer.ts';
import type { Created } from '../judging/world.ts';
import type { Redactor } from '../privacy/redact.ts';
import type { Journal } from '../run/journal.ts';

/** Notes what comes to be on the target, whether or not it should have, so that no check can forget it. */
export interface CreationLedger {
  /** Notes what an answer says has come to be, if anything has. */
  note(op: Operation, answer: Answer): void;
  /** Notes that something may have come to be, and that nobody knows what. */
  noteUnclear(op: Operation, sent: Sent): void;
}

/** Opens the ledger. `created` is told of each thing whose id is known. */
export function openCreationLedger(
  journal: Journal,
  redactor: Redactor,
  created: (thing: Created) => void,
): CreationLedger {
  function noteUnclear(op: Operation, sent: Sent): void {
    journal.append('unclear', { operation: op.id, body: redactor.ownBody(sent.body) });
  }

  return {
    noteUnclear,
    note(op, answer) {
      if (!isCreation(op, answer.sent.method, answer.status)) return;
      const thing = createdBy(op, answer);
      if (thing) created(thing);
      else noteUnclear(op, answer.sent);
    },
  };
}

/**
 * What an answer says has come to be, whether or not it should have: a success of an operation that makes things,
 * with an id in it. The id of a resource is called after the property that wraps it.
 */
export function createdBy(op: Operation, { sent, status, json }: Answer): Created | undefined {
  if (!isCreation(op, sent.method, status) || op.makes === undefined || op.wrapper === undefined)
    return undefined;
  const id = idNamed(`${op.wrapper}Id`, json);
  return id === undefined ? undefined : { kind: op.makes, id };
}

/** The id under a name, wherever it stands: a broken answer may lack its wrapper, or have it under another name. */
function idNamed(name: string, json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const held = isObject(json) ? json[name] : undefined;
  if (typeof held === 'string' && held !== '') return held;
  for (const inner of Object.values(json)) {
    const id = idNamed(name, inner);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Whether an answer means that something has come to be, even if it does not say what. */
export function isCreation(op: Operation, method: string, status: number): boolean {
  return op.makes !== undefined && method === op.method && status >= 200 && status < 300;
}
