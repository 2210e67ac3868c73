import type { Contract } from '../../spec/contract.ts';
import { isObject } from '../../spec/tree.ts';
import type { Sent } from '../http/answer.ts';
import { compose } from '../http/compose.ts';
import type { Door } from '../http/door.ts';
import type { Params } from '../http/place.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Keys, Settings } from '../run/settings.ts';
import { StorageError } from '../run/storage.ts';
import type { LentBook } from './lent-book.ts';
import { type Before, isBack, type Undo } from './undo.ts';

/** How putting lent things back went. */
export interface PutBack {
  readonly done: number;
  /** Why the others are not back, a line each; they stay in the journal for another try. */
  readonly failed: readonly string[];
}

/** What is known of lent things before they are changed, or put back. */
export function beforeOf(
  contract: Contract,
  { keys, readings }: Pick<Settings, 'keys' | 'readings'>,
  door: Door,
): Before {
  const look = async (operation: string, params: Params) => {
    const answer = await door.carry(compose(contract.operation(operation), params, {}, keys), 'read', []);
    return answer.status === 200 && isObject(answer.json) ? answer.json : undefined;
  };
  return { contract, readings, look };
}

/** Takes back every change of lent things that the book still has, the latest first. Never throws for the target's sake. */
export async function putBack(book: LentBook, before: Before, keys: Keys, door: Door): Promise<PutBack> {
  const failed: string[] = [];
  let done = 0;
  for (const { at, undo } of book.pending) {
    const problem = undo
      ? await take(undo, before, keys, door)
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

async function take(undo: Undo, before: Before, keys: Keys, door: Door): Promise<string | undefined> {
  const { operation, params, body } = undo;
  const sent: Sent = compose(
    before.contract.operation(operation),
    params,
    body === undefined ? {} : { body },
    keys,
  );
  try {
    const { status } = await door.carry(sent, 'write', []);
    // What stands as it was is refused by some servers, and is no problem.
    if (status < 300 || (await isBack(undo, sent, before))) return undefined;
    return `${operation} was answered with ${status}`;
  } catch (error) {
    if (error instanceof Inconclusive) return `${operation}: ${error.message}`;
    throw error;
  }
}
