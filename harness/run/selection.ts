import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine } from '../../spec/command-line.ts';
import type { Contract } from '../../spec/contract.ts';
import { deal } from '../judging/deal.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { matches, type Planned, select } from '../judging/plan.ts';
import { askedOf } from './asked-rows.ts';
import type { RunConfig } from './config.ts';
import { refuseUnknown } from './only.ts';
import type { RunOptions } from './options.ts';

type Chosen = Pick<RunOptions, 'only' | 'skip' | 'failed' | 'out' | 'prepared' | 'resume'>;

/** The rows of a run: those that were asked for, and of a shard its part of them. */
export function rowsOfRun(all: readonly Planned[], config: RunConfig): readonly Planned[] {
  return shardOf(askedRows(all, config.options), config);
}

/** The rows that were asked for, those of all shards together. */
export function askedRows(all: readonly Planned[], options: Chosen): Planned[] {
  const failed = options.failed === undefined ? undefined : new Set(failedRows(options));
  return select(all, options.only).filter(
    (row) => !options.skip.some((one) => matches(row, one)) && (failed?.has(row.id) ?? true),
  );
}

function shardOf(
  rows: readonly Planned[],
  { options: { shard }, whole, contract }: Pick<RunConfig, 'options' | 'whole'> & { contract: Contract },
): readonly Planned[] {
  if (shard === undefined || whole === undefined) return rows;
  return deal(rows, contract, whole, shard.of)[shard.index - 1] ?? [];
}

/**
 * Refuses a selection of rows that is a mistake, and one that leaves nothing to judge.
 *
 * @throws ConfigurationError that names the pattern and the nearest name
 */
export function refuseSelection(all: readonly Planned[], { options, ...config }: RunConfig): void {
  refuseUnknown(options, all);
  refuseTogether(options);
  if (options.failed !== undefined && failedRows(options).length === 0)
    throw new ConfigurationError(`no row failed in ${options.failed}: there is nothing to judge again`);
  if (askedRows(all, options).length === 0)
    throw new ConfigurationError('--skip, or --only and --failed together, leave no row; choose others');
  const { shard } = options;
  if (shard && rowsOfRun(all, { options, ...config }).length === 0)
    throw new ConfigurationError(`there are fewer rows than shards; take fewer than ${shard.of}`);
}

function refuseTogether({ shard, path: counterexample, pin }: RunOptions): void {
  if (shard === undefined) return;
  if (counterexample !== undefined)
    throw new ConfigurationError('--path repeats one row, which has no shards; leave out --shard');
  if (pin !== undefined)
    throw new ConfigurationError(
      `a pin is held by what all shards saw together: give --pin to \`${commandLine('merge')}\` instead`,
    );
}

/**
 * The ids of the rows that failed in the folder of `--failed`: as they were when this run began, since the folder may be
 * its own.
 */
export function failedRows({ failed = '', out, prepared, resume }: Omit<Chosen, 'only' | 'skip'>) {
  const noted = prepared || resume ? askedOf(out)?.failed : undefined;
  return noted?.rows ?? failedIn(failed);
}

/** The ids of the rows that failed in a folder. @throws ConfigurationError when it holds no rows */
function failedIn(folder: string): string[] {
  const file = path.join(folder, 'rows.ndjson');
  if (!existsSync(file))
    throw new ConfigurationError(`there is no ${file}; name the folder that a run left with --failed`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const { kind, verdict, id } = parsed(line);
      return kind === 'row' && verdict === 'fail' && typeof id === 'string' ? [id] : [];
    });
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
