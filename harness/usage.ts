import { ContractError } from '../spec/contract.ts';
import { ConfigurationError } from './outcome.ts';
import { exits } from './verdict.ts';

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

function endIfUsage(error: unknown): never {
  if (!(error instanceof ConfigurationError || error instanceof ContractError)) throw error;
  process.stderr.write(`rollcall: ${error.message}\n`);
  process.exit(exits.usage);
}
