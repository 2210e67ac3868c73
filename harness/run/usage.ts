import { ContractError } from '../../spec/error.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { exits } from '../judging/verdict.ts';
import { StorageError } from './storage.ts';

/**
 * Runs a step. A usage error ends the process with exit code 2 and a message on the error stream.
 *
 * @throws any other error as it is
 */
export async function orExit<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    return exitOnUsageError(error);
  }
}

/** Runs a synchronous step as {@link orExit} does. */
export function orExitSync<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return exitOnUsageError(error);
  }
}

/** Whether an error is one that the caller can correct. Its message is written for the caller. */
export function isUsageError(error: unknown): error is Error {
  return [ConfigurationError, ContractError, StorageError].some((kind) => error instanceof kind);
}

function exitOnUsageError(error: unknown): never {
  if (!isUsageError(error)) throw error;
  process.stderr.write(`rollcall: ${error.message}\n`);
  process.exit(exits.usage);
}
