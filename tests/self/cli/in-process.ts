import '../colourless.ts';
import type { Command } from '../../../bin/command.ts';
import { exits } from '../../../harness/judging/verdict.ts';
import { isUsageError } from '../../../harness/run/usage.ts';

/** What a command said, and its exit code. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, as the command line does in one of its own, which costs a second each time. */
export async function inProcess(command: Command, args: readonly string[]): Promise<Said> {
  const write = process.stdout.write;
  // Playwright asks the workers for colour; a person's pipe does not.
  const { FORCE_COLOR } = process.env;
  delete process.env['FORCE_COLOR'];
  let stdout = '';
  process.stdout.write = ((text: string) => {
    stdout += text;
    return true;
  }) as typeof process.stdout.write;
  try {
    return { code: await command.run(args), stdout, stderr: '' };
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return { code: exits.usage, stdout, stderr: error.message };
  } finally {
    process.stdout.write = write;
    if (FORCE_COLOR !== undefined) process.env['FORCE_COLOR'] = FORCE_COLOR;
  }
}
