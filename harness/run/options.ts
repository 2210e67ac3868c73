import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Effort } from './effort.ts';

/** What the caller of a run asked for. `rollcall run` and Playwright's command line both pass it in variables. */
export interface RunOptions {
  /** Base address of the target; `undefined` for the embedded reference service. */
  readonly target: string | undefined;
  readonly profile: string | undefined;
  readonly write: boolean;
  readonly seed: number;
  readonly effort: Effort;
  /** The most requests under way, and rows judged, at once; `undefined` for what the profile says. */
  readonly concurrency: number | undefined;
  /** Folder for the output of the run, absolute. */
  readonly out: string;
  /** Patterns of rows; empty for all rows. */
  readonly only: readonly string[];
  readonly strict: boolean;
  /** fast-check's path to a counterexample, with a single row in `only`. */
  readonly path: string | undefined;
  /** A file with what the target was: the run is held to it. */
  readonly pin: string | undefined;
  /** Continue the interrupted run in `out`. */
  readonly resume: boolean;
  /** Do not verify the target's certificate. Every run warns about it. */
  readonly insecure: boolean;
  /** Show every row and every reason. */
  readonly verbose: boolean;
  /** Record every exchange, redacted, so that the rows can be judged again. */
  readonly record: boolean;
}

/** The environment variable of each option. */
export const variables = {
  target: 'ROLLCALL_TARGET',
  profile: 'ROLLCALL_PROFILE',
  write: 'ROLLCALL_WRITE',
  seed: 'ROLLCALL_SEED',
  effort: 'ROLLCALL_EFFORT',
  concurrency: 'ROLLCALL_CONCURRENCY',
  out: 'ROLLCALL_OUT',
  only: 'ROLLCALL_ONLY',
  strict: 'ROLLCALL_STRICT',
  path: 'ROLLCALL_PATH',
  pin: 'ROLLCALL_PIN',
  resume: 'ROLLCALL_RESUME',
  insecure: 'ROLLCALL_INSECURE',
  verbose: 'ROLLCALL_VERBOSE',
  record: 'ROLLCALL_RECORD',
} as const satisfies Record<keyof RunOptions, string>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the options of a run from the environment. @throws ConfigurationError that names the variable and the fix. */
export function readOptions(env: Environment): RunOptions {
  const target = env[variables.target] || undefined;
  return {
    target,
    profile: env[variables.profile] || undefined,
    write: flag(env, 'write'),
    seed: seed(env[variables.seed]),
    effort: effort(env[variables.effort]),
    concurrency: concurrency(env[variables.concurrency]),
    out: path.resolve(env[variables.out] || 'rollcall-report'),
    only: (env[variables.only] ?? '').split('\n').filter((pattern) => pattern !== ''),
    strict: flag(env, 'strict'),
    path: env[variables.path] || undefined,
    pin: env[variables.pin] || undefined,
    resume: flag(env, 'resume'),
    insecure: flag(env, 'insecure'),
    verbose: flag(env, 'verbose'),
    record: flag(env, 'record'),
  };
}

function flag(
  env: Environment,
  name: 'write' | 'strict' | 'resume' | 'insecure' | 'verbose' | 'record',
): boolean {
  const value = env[variables[name]] ?? '';
  if (value === '' || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new ConfigurationError(
    `${variables[name]}=${value} is neither 1 nor 0; set it to 1, or leave it out`,
  );
}

function seed(value: string | undefined): number {
  if (value === undefined || value === '') return 1;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new ConfigurationError(`the seed is a whole number from 0 to 999999999, not \`${value}\``);
}

function concurrency(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= 64) return Number(value);
  throw new ConfigurationError(`the concurrency is a whole number from 1 to 64, not \`${value}\``);
}

function effort(value: string | undefined): Effort {
  if (value === undefined || value === '') return 'standard';
  if (value === 'quick' || value === 'standard' || value === 'deep') return value;
  throw new ConfigurationError(`the effort is quick, standard or deep, not \`${value}\``);
}
