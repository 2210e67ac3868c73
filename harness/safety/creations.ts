import type { Operation } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Answer, Sent } from '../http/answer.ts';
import type { Created } from '../judging/world.ts';
import type { Redactor } from '../privacy/redact.ts';
import type { Journal } from '../run/journal.ts';

/** Records what was created on the target, even where it should have been refused. No check has to think of it. */
export interface CreationLedger {
  /**
   * Records the thing that an answer shows was created, if any. `wasThere` says which ids something had before, in any
   * field or in the field with a name.
   */
  note(op: Operation, answer: Answer, wasThere: (id: string, name?: string) => boolean): void;
  /** Records a request that may have created something unknown. */
  noteUnclear(op: Operation, sent: Sent): void;
}

/**
 * Opens the ledger.
 *
 * @param onCreated is called with each created thing whose id is known, and the answer that shows it
 * @param onTaken the same, where something else had the id before, of the same kind or of another: nothing shows what
 * was created, if anything
 */
export function openCreationLedger(
  journal: Journal,
  redactor: Redactor,
  onCreated: (thing: Created, answer: Answer) => void,
  onTaken: (thing: Created, answer: Answer, kind: 'same' | 'other') => void,
): CreationLedger {
  function noteUnclear(op: Operation, sent: Sent): void {
    journal.append('unclear', { operation: op.id, body: redactor.ownBody(sent.body) });
  }

  return {
    noteUnclear,
    note(op, answer, wasThere) {
      if (!isCreation(op, answer.sent.method, answer.status)) return;
      const thing = createdBy(op, answer);
      const isTaken = thing !== undefined && wasThere(thing.id);
      if (thing && !isTaken) onCreated(thing, answer);
      else noteUnclear(op, answer.sent);
      if (thing && isTaken) onTaken(thing, answer, wasThere(thing.id, `${op.wrapper}Id`) ? 'same' : 'other');
    },
  };
}

/**
 * The thing that an answer shows was created: the answer is a success of an operation that creates, and holds the id of
 * the thing. The id of `class` is called `classId`, and so on.
 */
export function createdBy(op: Operation, { sent, status, json }: Answer): Created | undefined {
  if (!isCreation(op, sent.method, status) || op.makes === undefined || op.wrapper === undefined)
    return undefined;
  const id = idNamed(`${op.wrapper}Id`, json);
  return id === undefined ? undefined : { kind: op.makes, id };
}

/** The id with a name, at any depth: a faulty answer may lack its wrapper, or have another one. */
function idNamed(name: string, json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const own = isObject(json) ? json[name] : undefined;
  if (typeof own === 'string' && own !== '') return own;
  for (const inner of Object.values(json)) {
    const id = idNamed(name, inner);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Whether an answer means that something was created, even if it does not show what. */
export function isCreation(op: Operation, method: string, status: number): boolean {
  return op.makes !== undefined && method === op.method && status >= 200 && status < 300;
}
