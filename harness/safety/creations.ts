import type { Operation } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Answer } from '../http/answer.ts';
import type { Created } from '../judging/world.ts';

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
