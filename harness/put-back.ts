import type { Contract } from '../spec/contract.ts';
import { compose } from './compose.ts';
import type { Door } from './door.ts';
import type { LentBook } from './lent.ts';
import { Inconclusive } from './outcome.ts';
import type { Keys } from './settings.ts';
import { StorageError } from './storage.ts';

/** How putting lent things back went. */
export interface PutBack {
  readonly done: number;
  /** Why the others are not back, a line each; they stay in the journal for another try. */
  readonly failed: readonly string[];
}

/** Takes back every change of lent things that the book still has, the latest first. Never throws for the target's sake. */
export async function putBack(book: LentBook, contract: Contract, keys: Keys, door: Door): Promise<PutBack> {
  const failed: string[] = [];
  let done = 0;
  for (const { at, undo } of book.pending) {
    const problem = undo
      ? await take(undo.operation, () => {
          const { operation, params, body } = undo;
          return door.carry(
            compose(contract.operation(operation), params, body === undefined ? {} : { body }, keys),
            'write',
            [],
          );
        })
      : 'a change can only be taken back with the key that the run had';
    if (problem === undefined) cross(book, at, failed);
    if (problem === undefined) done += 1;
    else failed.push(problem);
  }
  return { done, failed };
}

/** On a full disk the others are put back all the same; to put one back twice does no harm. */
function cross(book: LentBook, at: number, failed: string[]): void {
  try {
    book.done(at);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    failed.push(`one is put back, but the journal can't say so: ${error.message}`);
  }
}

async function take(operation: string, send: () => ReturnType<Door['carry']>): Promise<string | undefined> {
  try {
    const { status } = await send();
    return status < 300 ? undefined : `${operation} was answered with ${status}`;
  } catch (error) {
    if (error instanceof Inconclusive) return `${operation}: ${error.message}`;
    throw error;
  }
}
