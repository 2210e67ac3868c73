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

/**
 * Runs a command in this process, as the command line does in one of its own, which costs a second each time.
 *
 * @param env what stands in the environment besides
 */
export async function inProcess(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const write = process.stdout.write;
  const before = { ...process.env };
  // Playwright asks the workers for colour; a person's pipe does not.
  delete process.env['FORCE_COLOR'];
  Object.assign(process.env, env);
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
    for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
    Object.assign(process.env, before);
  }
}
