import type { Contract } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Sent } from '../http/answer.ts';
import { compose } from '../http/compose.ts';
import type { Dispatcher } from '../http/dispatcher.ts';
import type { Params } from '../http/place.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Keys, Settings } from '../run/settings.ts';
import { StorageError } from '../run/storage.ts';
import type { UndoLog } from './lent-book.ts';
import { isRestored, type Undo, type UndoContext } from './undo.ts';

/** The result of putting lent things back. */
export interface PutBack {
  /** How many changes were undone. */
  readonly done: number;
  /** Why the other changes were not undone, a line each. They stay in the journal for another attempt. */
  readonly failed: readonly string[];
}

/** Makes the context in which undos are found; it reads the target's state through a dispatcher. */
export function undoContext(
  contract: Contract,
  { keys, readings }: Pick<Settings, 'keys' | 'readings'>,
  dispatcher: Dispatcher,
): UndoContext {
  const read = async (operation: string, params: Params) => {
    const answer = await dispatcher.carry(
      compose(contract.operation(operation), params, {}, keys),
      'read',
      [],
    );
    return answer.status === 200 && isObject(answer.json) ? answer.json : undefined;
  };
  return { contract, readings, read };
}

/** Sends every pending undo, the latest first. What the target answers never makes it throw. */
export async function putBack(
  log: UndoLog,
  context: UndoContext,
  keys: Keys,
  dispatcher: Dispatcher,
): Promise<PutBack> {
  const failed: string[] = [];
  let done = 0;
  for (const { at, undo } of log.pending) {
    const problem = undo
      ? await send(undo, context, keys, dispatcher)
      : 'a change can only be taken back with the key that the run had';
    if (problem === undefined) markDone(log, at, failed);
    if (problem === undefined) done += 1;
    else failed.push(problem);
  }
  return { done, failed };
}

/** Marks an undo as sent. A full disk must not keep the others from being sent: to send an undo twice does no harm. */
function markDone(log: UndoLog, at: number, failed: string[]): void {
  try {
    log.done(at);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    failed.push(`one change is put back, but the journal could not record it: ${error.message}`);
  }
}

/** Sends an undo. @returns what went wrong, in words */
async function send(
  undo: Undo,
  context: UndoContext,
  keys: Keys,
  dispatcher: Dispatcher,
): Promise<string | undefined> {
  const { operation, params, body } = undo;
  const sent: Sent = compose(
    context.contract.operation(operation),
    params,
    body === undefined ? {} : { body },
    keys,
  );
  try {
    const { status } = await dispatcher.carry(sent, 'write', []);
    // Some servers refuse a request that would change nothing. That is no problem here.
    if (status < 300 || (await isRestored(undo, sent, context))) return undefined;
    return `${operation} was answered with ${status}`;
  } catch (error) {
    if (error instanceof Inconclusive) return `${operation}: ${error.message}`;
    throw error;
  }
}
