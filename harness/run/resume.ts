import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Row } from '../judging/row.ts';
import type { Blame } from '../judging/verdict.ts';
import { fileJournal } from './journal.ts';
import { variables } from './options.ts';
import { journalFile } from './preflight-record.ts';
import { writeWhole } from './storage.ts';

/** The part of a run's header that says how the run was started. */
interface RunHeader {
  readonly kind?: unknown;
  readonly contract?: string;
  readonly target: {
    readonly origin: string;
    readonly basePath: string;
    readonly profileFile?: string;
    readonly embedded: boolean;
  };
  readonly run: { readonly seed: number; readonly effort: string; readonly write: boolean };
}

const names = { rows: 'rows.ndjson', earlier: 'rows.earlier.ndjson' } as const;
/** Causes that may be over by now: rows that are inconclusive because of them are judged again. */
const temporary: readonly Blame[] = ['network', 'rate-limit'];

/**
 * The environment variables with which an interrupted run continues as it was started.
 *
 * @throws ConfigurationError when the folder holds no run that can be resumed
 */
export function resumedEnvironment(out: string): Record<string, string> {
  const { target, run } = headerIn(out);
  if (target.embedded) {
    throw new ConfigurationError(
      `${out} is of a run against the embedded reference service, which ended with it; run again`,
    );
  }
  const only = fileJournal(journalFile(out)).read('asked').at(-1)?.['only'];
  return {
    [variables.out]: out,
    [variables.target]: target.origin + target.basePath,
    [variables.seed]: String(run.seed),
    [variables.effort]: run.effort,
    [variables.write]: run.write ? '1' : '0',
    ...(target.profileFile === undefined ? {} : { [variables.profile]: target.profileFile }),
    ...(Array.isArray(only) && only.length > 0 ? { [variables.only]: only.join('\n') } : {}),
  };
}

/**
 * Refuses to resume a run that another contract judged: its rows would not be comparable. @throws ConfigurationError
 */
export function refuseOtherContract(out: string, digest: string): void {
  if (headerIn(out).contract === digest) return;
  throw new ConfigurationError(
    `${out} was judged by another contract or profile; run again instead of resuming`,
  );
}

/** Writes the patterns of `--only` to the journal, because the header of a run does not hold them. */
export function noteAsked(out: string, only: readonly string[]): void {
  fileJournal(journalFile(out)).append('asked', { only });
}

/** Moves the rows judged so far to a file of their own, so that they survive another interruption. */
export function keepEarlier(out: string): void {
  const rows = new Map(
    [...rowsIn(path.join(out, names.earlier)), ...rowsIn(path.join(out, names.rows))].map((row) => [
      row.id,
      row,
    ]),
  );
  const file = path.join(out, names.earlier);
  const text = [...rows.values()].map((row) => `${JSON.stringify({ kind: 'row', ...row })}\n`).join('');
  writeWhole(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The rows of a resumed run that need not be judged again, by id; empty for a new run. */
export function earlierRows(out: string): ReadonlyMap<string, Row> {
  const rows = rowsIn(path.join(out, names.earlier)).filter(isFinal);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The rows that this run has written so far, by id: a worker that replaces another one goes on behind them. */
export function writtenRows(out: string): ReadonlyMap<string, Row> {
  return new Map(rowsIn(path.join(out, names.rows)).map((row) => [row.id, row]));
}

/** Deletes the rows set aside: the run is complete, or a new run begins. */
export function dropEarlier(out: string): void {
  rmSync(path.join(out, names.earlier), { force: true });
}

/** Whether judging a row again would give the same verdict. */
function isFinal({ verdict, blame }: Row): boolean {
  if (verdict === 'suiteError') return false;
  return verdict !== 'inconclusive' || blame === undefined || !temporary.includes(blame);
}

function headerIn(out: string): RunHeader {
  const file = path.join(out, names.rows);
  const [first = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const header = parse<RunHeader>(first);
  if (header?.kind === 'header') return header;
  throw new ConfigurationError(
    `${file} does not begin with the header of a run; name the folder that a run left`,
  );
}

/** The rows in a file. A line that a crash cut off is skipped. */
function rowsIn(file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const { kind, ...row } = parse<Row & { kind: string }>(line) ?? { kind: '' };
    return kind === 'row' ? [row as Row] : [];
  });
}

function parse<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
