import { once } from 'node:events';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { createReference, serve as listen } from '../../reference/service/index.ts';
import type { Command } from '../command.ts';
import { readFlags, wholeNumber } from '../flags.ts';

const flags = {
  port: { value: 'N', help: 'Port on 127.0.0.1; any free one unless given.' },
  seed: { value: 'N', help: 'Seed of the data and the keys; 1 unless given.' },
  users: { value: 'N', help: 'How many users there are; 300 unless given.' },
  latency: { value: 'MS', help: 'Delay each answer by this many milliseconds.' },
} as const;

/** `rollcall serve`: serves the reference service, to write a client against it or to try a run. */
export const serve: Command = {
  usage: 'rollcall serve [--port N] [--seed N] [--users N] [--latency MS]',
  about:
    'Serves a complete, conforming service with made-up data on 127.0.0.1, until SIGTERM or Ctrl-C. Prints one line of JSON: {"baseUrl": "…", "keys": {"full": "…", "restricted": "…"}}.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    const port = wholeNumber(given, 'port', 65_535) ?? 0;
    const seed = wholeNumber(given, 'seed', 999_999_999);
    const users = wholeNumber(given, 'users', 100_000);
    const latencyMs = wholeNumber(given, 'latency', 3_600_000);
    const reference = createReference({
      ...(seed === undefined ? {} : { seed }),
      ...(users === undefined ? {} : { users }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    });
    const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    const { baseUrl, close } = await listen(reference.fetch, { port }).catch((error: unknown) => {
      throw portError(error, port);
    });
    process.stdout.write(`${JSON.stringify({ baseUrl, keys: reference.keys })}\n`);
    await stopped;
    await close();
    return exits.ok;
  },
};

function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigurationError(
      `port ${port} is in use; choose another with --port, or leave it out for a free one`,
    );
  }
  if (code === 'EACCES') {
    return new ConfigurationError(
      `port ${port} may not be used by this user; choose one above 1023 with --port`,
    );
  }
  return error;
}
