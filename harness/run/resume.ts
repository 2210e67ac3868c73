import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../judging/outcome.ts';
import type { Row } from '../judging/row.ts';
import type { Blame } from '../judging/verdict.ts';
import { fileJournal } from './journal.ts';
import { variables } from './options.ts';
import { journalFile } from './preflight-record.ts';
import { writeWhole } from './storage.ts';

/** What the header of a run says of how it was asked for. */
interface Asked {
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
/** What is to blame for rows that are judged again: it may be over by now. */
const passing: readonly Blame[] = ['network', 'rate-limit'];

/**
 * The variables with which a run that was cut off goes on as it began.
 *
 * @throws ConfigurationError when the folder holds no run that can go on
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

/** Rows of another contract are never mixed in. @throws ConfigurationError */
export function refuseOtherContract(out: string, digest: string): void {
  if (headerIn(out).contract === digest) return;
  throw new ConfigurationError(
    `${out} was judged by another contract or profile; run again instead of resuming`,
  );
}

/** Leaves word of the patterns of a run, which its header does not hold. */
export function noteAsked(out: string, only: readonly string[]): void {
  fileJournal(journalFile(out)).append('asked', { only });
}

/** Sets the rows of the part of a run that is over aside, so that they survive another interruption as well. */
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

/** The rows that need not be judged again, by id; empty for a run that begins. */
export function earlierRows(out: string): ReadonlyMap<string, Row> {
  const rows = rowsIn(path.join(out, names.earlier)).filter(isSettled);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Forgets the earlier part: the run is whole, or a new one begins. */
export function dropEarlier(out: string): void {
  rmSync(path.join(out, names.earlier), { force: true });
}

/** A row says something that another look would not change. */
function isSettled({ verdict, blame }: Row): boolean {
  if (verdict === 'suiteError') return false;
  return verdict !== 'inconclusive' || blame === undefined || !passing.includes(blame);
}

function headerIn(out: string): Asked {
  const file = path.join(out, names.rows);
  const [first = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const header = parse<Asked>(first);
  if (header?.kind === 'header') return header;
  throw new ConfigurationError(
    `${file} does not begin with the header of a run; name the folder that a run left`,
  );
}

/** The whole rows of a stream; what a crash cut short is passed over. */
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
