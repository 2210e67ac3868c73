import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';

/** Makes the folder for the output of a run. @throws ConfigurationError when the folder cannot be written */
export function makeFolder(out: string): void {
  try {
    makeWithParents(out);
    accessSync(out, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unwritable';
    throw new ConfigurationError(`the folder ${out} can't be written (${code}); choose another with --out`);
  }
}

/**
 * Makes a folder and those above it, from the top down. Node's own `recursive` never ends below a folder that says
 * "no such file" to whoever makes something in it, as those of the kernel do. @throws whatever the file system says
 */
export function makeWithParents(folder: string): void {
  if (existsSync(folder)) {
    // Says so when it is no folder.
    mkdirSync(folder, { recursive: true });
    return;
  }
  makeWithParents(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
