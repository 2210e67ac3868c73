#!/usr/bin/env node
import { ConfigurationError } from '../harness/judging/outcome.ts';
import { exits } from '../harness/judging/verdict.ts';
import { isUsageError } from '../harness/run/usage.ts';
import { suggest } from '../spec/nearest.ts';
import type { Command } from './command.ts';
import { commands } from './commands/index.ts';
import { helpOf, overview } from './help.ts';

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help' || name === '-h') {
    process.stdout.write(`${overview(commands)}\n`);
    return name === undefined ? exits.usage : exits.ok;
  }
  if (name === '--version') {
    const { readTool } = await import('../reports/tool.ts');
    process.stdout.write(`${readTool().version}\n`);
    return exits.ok;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const advice = suggest(name, Object.keys(commands), '`rollcall --help` shows them all');
    throw new ConfigurationError(`there is no command \`${name}\`; ${advice}`);
  }
  const command: Command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${helpOf(command)}\n`);
    return exits.ok;
  }
  return command.run(args);
}

/** Prints an error. A usage error is one line; any other error is a bug in Rollcall. @returns the exit code */
function printError(error: unknown): number {
  if (isUsageError(error)) {
    process.stderr.write(`rollcall: ${error.message}\n`);
    return exits.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`rollcall itself went wrong, please report it: ${text}\n`);
  return exits.suiteError;
}

// `rollcall list | head` closes the pipe before all is written. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exits.ok);
  throw error;
});
process.exitCode = await main(process.argv.slice(2)).catch(printError);
