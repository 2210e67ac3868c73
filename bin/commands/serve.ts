import { once } from 'node:events';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { faults } from '../../reference/faults/index.ts';
import { createReference, serve as listen } from '../../reference/service/index.ts';
import { combined, contradiction } from '../../reference/variants/combine.ts';
import { variants } from '../../reference/variants/index.ts';
import type { Variant } from '../../reference/variants/kit/variant.ts';
import { suggest } from '../../spec/nearest.ts';
import type { Command } from '../command.ts';
import { readFlags, wholeNumber } from '../flags.ts';

const flags = {
  port: { value: 'N', help: 'Port on 127.0.0.1; any free one unless given.' },
  seed: { value: 'N', help: 'Seed of the data and the keys; 1 unless given.' },
  users: { value: 'N', help: 'How many users there are; 300 unless given.' },
  variant: {
    value: 'VARIANT',
    many: true,
    help: 'Use a freedom of the interface in another way than the reference does, such as errors.which-format!problem-everywhere. May be repeated; `rollcall list --variants` names them.',
  },
  fault: {
    value: 'FAULT',
    help: 'Break one promise, to see how a run tells it: `rollcall list --faults` names the ways.',
  },
  latency: { value: 'MS', help: 'Delay each answer by this many milliseconds.' },
} as const;

/** `rollcall serve`: serves the reference service, to write a client against it or to try a run. */
export const serve: Command = {
  usage: 'rollcall serve [--port N] [--variant VARIANT]… [--fault FAULT]',
  about:
    'Serves a complete, conforming service with made-up data on 127.0.0.1, until SIGTERM or Ctrl-C. With --variant, it is the service of another team, which conforms as well and needs a profile of its own: try `rollcall init` on it. With --fault, it breaks one promise. Prints one line of JSON: {"baseUrl": "…", "keys": {"full": "…", "restricted": "…"}}.',
  flags,
  run: async (args) => {
    const given = readFlags(flags, args);
    const port = wholeNumber(given, 'port', 65_535) ?? 0;
    const seed = wholeNumber(given, 'seed', 999_999_999);
    const users = wholeNumber(given, 'users', 100_000);
    const latencyMs = wholeNumber(given, 'latency', 3_600_000);
    const team = teamOf(given.values['variant'] ?? []);
    const fault = given.values['fault']?.map((id) => named('fault', id, faults)).at(-1);
    const reference = createReference({
      shapes: team.shapes,
      ...(seed === undefined ? {} : { seed }),
      ...(users === undefined ? {} : { users }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    });
    const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    const service = team.wrap(reference.fetch);
    const { baseUrl, close } = await listen(fault?.wrap(service) ?? service, { port }).catch(
      (error: unknown) => {
        throw portError(error, port);
      },
    );
    process.stdout.write(`${JSON.stringify({ baseUrl, keys: reference.keys })}\n`);
    await stopped;
    await close();
    return exits.ok;
  },
};

/** The service of a team that uses these freedoms. @throws ConfigurationError for two that no service has at once */
function teamOf(ids: readonly string[]): Variant {
  const chosen = ids.map((id) => named('variant', id, variants));
  for (const [at, one] of chosen.entries())
    for (const other of chosen.slice(at + 1)) {
      const why = one === other ? 'it is the same one' : contradiction(one, other);
      if (why !== undefined)
        throw new ConfigurationError(
          `--variant ${other.id} does not go with --variant ${one.id}: ${why}; leave one out`,
        );
    }
  return combined(chosen);
}

function named<Known extends { readonly id: string }>(
  kind: 'variant' | 'fault',
  id: string,
  known: readonly Known[],
): Known {
  const found = known.find((one) => one.id === id);
  if (found) return found;
  const ids = known.map((one) => one.id);
  const advice = suggest(id, ids, `\`rollcall list --${kind}s\` names them`);
  throw new ConfigurationError(`--${kind}: there is no ${kind} ${id}; ${advice}`);
}

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
