import { accessSync, constants, mkdirSync } from 'node:fs';
import { ConfigurationError } from '../judging/outcome.ts';

/** Makes the folder for the output of a run. @throws ConfigurationError when the folder cannot be written */
export function makeFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
    accessSync(out, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    throw new ConfigurationError(`the folder ${out} can't be written (${code}); choose another with --out`);
  }
}
