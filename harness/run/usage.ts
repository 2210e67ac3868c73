import { ContractError } from '../../spec/contract.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { exits } from '../judging/verdict.ts';
import { StorageError } from './storage.ts';

/**
 * Takes a step before the first row. What the caller can mend ends the process with exit code 2 and one
 * message on the error stream; any other error goes up as it is.
 */
export async function orExit<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    return endIfUsage(error);
  }
}

/** The same for a step that can't wait. */
export function orExitSync<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return endIfUsage(error);
  }
}

/** Whether an error is one that the caller can mend, and its message is written for people. */
export function isForCaller(error: unknown): error is Error {
  return [ConfigurationError, ContractError, StorageError].some((kind) => error instanceof kind);
}

function endIfUsage(error: unknown): never {
  if (!isForCaller(error)) throw error;
  process.stderr.write(`rollcall: ${error.message}\n`);
  process.exit(exits.usage);
}
