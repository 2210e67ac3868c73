import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Effort } from './effort.ts';
import { readShard, type Shard } from './shard.ts';

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
  /** Patterns of rows that are left out. */
  readonly skip: readonly string[];
  /** The folder of a run: only the rows that failed there. */
  readonly failed: string | undefined;
  /** Which part of the rows, where several processes share a run. */
  readonly shard: Shard | undefined;
  /** Seconds after which no further row is begun. */
  readonly timeLimit: number | undefined;
  readonly strict: boolean;
  /** fast-check's path to a counterexample, with a single row in `only`. */
  readonly path: string | undefined;
  /** A file with what the target was: the run is held to it. */
  readonly pin: string | undefined;
  /** The setup of the run has ended: its journal says what is asked for. Set by the run itself. */
  readonly prepared: boolean;
  /** Continue the interrupted run in `out`. */
  readonly resume: boolean;
  /** Do not verify the target's certificate. Every run warns about it. */
  readonly insecure: boolean;
  /** Show every row and every reason. */
  readonly verbose: boolean;
  /** Show failures and the verdict alone. */
  readonly quiet: boolean;
  /** Write the rows to the standard output as they come, and everything else to the error stream. */
  readonly json: boolean;
  /** Record every exchange, redacted, so that the rows can be judged again. */
  readonly record: boolean;
  /** Make no page of Allure's results. */
  readonly noPage: boolean;
}

/** The variable by which a worker knows which documents have good schemas. */
export const goodVariable = 'ROLLCALL_GOOD_SCHEMAS';

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
  skip: 'ROLLCALL_SKIP',
  failed: 'ROLLCALL_FAILED',
  shard: 'ROLLCALL_SHARD',
  timeLimit: 'ROLLCALL_TIME_LIMIT',
  strict: 'ROLLCALL_STRICT',
  path: 'ROLLCALL_PATH',
  pin: 'ROLLCALL_PIN',
  prepared: 'ROLLCALL_PREPARED',
  resume: 'ROLLCALL_RESUME',
  insecure: 'ROLLCALL_INSECURE',
  verbose: 'ROLLCALL_VERBOSE',
  quiet: 'ROLLCALL_QUIET',
  json: 'ROLLCALL_JSON',
  record: 'ROLLCALL_RECORD',
  noPage: 'ROLLCALL_NO_PAGE',
} as const satisfies Record<keyof RunOptions, string>;

/** The folder of a run that repeats one row, unless another is named: it replaces no report. */
export const repeatFolder = 'rollcall-replay';

/** The variable that tells the processes of a run when its time limit is over. */
export const endVariable = 'ROLLCALL_ENDS_AT';

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
    out: path.resolve(env[variables.out] || (env[variables.path] ? repeatFolder : 'rollcall-report')),
    only: patterns(env[variables.only]),
    skip: patterns(env[variables.skip]),
    failed: env[variables.failed] || undefined,
    shard: readShard(env[variables.shard]),
    timeLimit: timeLimit(env[variables.timeLimit]),
    strict: flag(env, 'strict'),
    path: env[variables.path] || undefined,
    pin: env[variables.pin] || undefined,
    prepared: flag(env, 'prepared'),
    resume: flag(env, 'resume'),
    insecure: flag(env, 'insecure'),
    verbose: flag(env, 'verbose'),
    quiet: flag(env, 'quiet'),
    json: flag(env, 'json'),
    record: flag(env, 'record'),
    noPage: flag(env, 'noPage'),
  };
}

function patterns(value = ''): string[] {
  return value.split('\n').filter((pattern) => pattern !== '');
}

function timeLimit(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value);
  throw new ConfigurationError(
    `the time limit is a whole number of seconds from 1 to 999999, not \`${value}\``,
  );
}

/** The options that are either there or not. */
type Switch = {
  [Name in keyof RunOptions]: RunOptions[Name] extends boolean ? Name : never;
}[keyof RunOptions];

function flag(env: Environment, name: Switch): boolean {
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
