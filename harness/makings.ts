import type { Operation } from '../spec/contract.ts';
import { isObject } from '../spec/tree.ts';
import type { Answer } from './answer.ts';
import type { Made } from './world.ts';

/**
 * What an answer says has come to be, whether or not it should have: a success of an operation that makes things,
 * with an id in it. The id of a resource is called after the property that wraps it.
 */
export function madeBy(op: Operation, { sent, status, json }: Answer): Made | undefined {
  if (!isMaking(op, sent.method, status) || op.makes === undefined || op.wrapper === undefined)
    return undefined;
  const resource = isObject(json) ? json[op.wrapper] : undefined;
  const id = isObject(resource) ? resource[`${op.wrapper}Id`] : undefined;
  return typeof id === 'string' && id !== '' ? { kind: op.makes, id } : undefined;
}

/** Whether an answer means that something has come to be, even if it does not say what. */
export function isMaking(op: Operation, method: string, status: number): boolean {
  return op.makes !== undefined && method === op.method && status >= 200 && status < 300;
}
