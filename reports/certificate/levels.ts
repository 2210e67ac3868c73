import { type Party, remedyOf } from '../remedies.ts';
import type { JudgedRow } from './combine.ts';

/** The levels of a certificate, the lowest first. */
export const levels = ['reads', 'reads and writes', 'complete'] as const;

/** How much of the interface a certificate covers. */
export type Level = (typeof levels)[number];

/** What a level means, in one sentence. */
export const meanings: Readonly<Record<Level, string>> = {
  reads: 'Whatever a run that changes nothing can judge was judged, and held.',
  'reads and writes':
    'The run could write as well, and each operation that writes was seen to keep its clauses.',
  complete: 'Nothing was left out that a profile could have had judged.',
};

/** What the catalogue knows of a planned row, whatever its verdict. */
export interface RowScope {
  readonly id: string;
  readonly clause: string;
  readonly operation: string;
  /** The clause is one that a server must keep. */
  readonly required: boolean;
  /** Judging the row needs a run that may write. */
  readonly writes: boolean;
  /** Judging the row needs a profile that fills a gap. */
  readonly needsProfile: boolean;
  /** The operation changes the target. */
  readonly onWriting: boolean;
}

/** What the rows of a certification are judged by. */
export interface Scope {
  /** Every row of the catalogue for the version of the target. */
  readonly rows: readonly RowScope[];
  /** Whether a profile can fill a gap. */
  readonly fillable: (gap: string) => boolean;
}

/** Rows with one reason and one remedy. */
export interface Finding {
  readonly reason: string;
  /** What would remove it. */
  readonly fix: string;
  readonly by: Party;
  readonly rows: readonly string[];
}

/** What the rows of a certification say. */
export interface Assessment {
  /** Why there is no certificate; empty where there is one. */
  readonly refusals: readonly Finding[];
  readonly level: Level;
  /** What keeps the target from the next level. */
  readonly limits: readonly Finding[];
  /** What was not judged and does not count against the level, with the reasons. */
  readonly unjudged: readonly Finding[];
  /** The clauses of each level that at least one row shows and none denies. */
  readonly clauses: Readonly<Record<Level, readonly string[]>>;
}

/** Says whether there is a certificate, and of which level. */
export function assess(rows: readonly JudgedRow[], { rows: planned, fillable }: Scope): Assessment {
  const judged = new Map(rows.map((row) => [row.id, row]));
  const refusals: Entry[] = [];
  const limits: Entry[] = [];
  const unjudged: Entry[] = [];
  for (const scope of planned) {
    const row = judged.get(scope.id);
    if (row === undefined) refusals.push(notRun(scope.id));
    else if (row.verdict !== 'pass') sort(row, scope);
  }

  function sort(row: JudgedRow, { required }: RowScope): void {
    if (row.verdict === 'fail') refusals.push(failed(row));
    else if (row.verdict === 'suiteError') refusals.push(broken(row));
    else {
      const remedy = remedyOf(row, fillable) ?? { by: 'nobody', fix: '' };
      const entry: Entry = { ...remedy, reason: row.reason, row: row.id };
      if (remedy.by === 'nobody' || (row.verdict === 'inconclusive' && !required)) unjudged.push(entry);
      else if (row.verdict === 'inconclusive') refusals.push(entry);
      else limits.push(entry);
    }
  }

  const notWritten = writesNotJudged(planned, judged);
  if (!planned.some(({ id }) => judged.get(id)?.verdict === 'pass')) refusals.push(nothing);
  return {
    refusals: grouped(refusals),
    level: levelOf(limits, notWritten),
    limits: grouped([...limits, ...notWritten]),
    unjudged: grouped(unjudged),
    clauses: clausesOf(planned, judged),
  };
}

interface Entry extends Omit<Finding, 'rows'> {
  readonly row: string;
}

const nothing: Entry = { by: 'run', reason: 'no row passed', fix: 'judge something', row: '' };

function notRun(row: string): Entry {
  return { by: 'run', reason: 'it was not run', fix: 'certify without --only, from whole runs', row };
}

function failed({ id, reason }: JudgedRow): Entry {
  return {
    by: 'target',
    reason: `it failed: ${reason}`,
    fix: 'mend the target: `rollcall explain` says how',
    row: id,
  };
}

function broken({ id, reason }: JudgedRow): Entry {
  return {
    by: 'run',
    reason: `Rollcall itself went wrong: ${reason}`,
    fix: 'report it, and run again',
    row: id,
  };
}

/** The operations that write of which no row of a run that writes passed: nothing is known of their effect. */
function writesNotJudged(planned: readonly RowScope[], judged: ReadonlyMap<string, JudgedRow>): Entry[] {
  const writing = planned.filter(({ writes, onWriting }) => writes && onWriting);
  const notWritten = [...new Set(writing.map(({ operation }) => operation))].filter(
    (one) => !writing.some(({ operation, id }) => operation === one && judged.get(id)?.verdict === 'pass'),
  );
  if (notWritten.length === 0) return [];
  return [
    {
      by: 'profile',
      reason: `nothing was judged that these operations write: ${notWritten.map((one) => `\`${one}\``).join(', ')}`,
      fix: 'allow writes with --write, and describe their bodies in the overlay of the profile',
      row: '',
    },
  ];
}

function levelOf(limits: readonly Entry[], notWritten: readonly Entry[]): Level {
  if (limits.some(({ fix }) => fix.includes('--write')) || notWritten.length > 0) return 'reads';
  return limits.length > 0 ? 'reads and writes' : 'complete';
}

/**
 * The clauses by the lowest level at which one of their rows is judged; only those that a row shows. What is judged by
 * reading, and by a profile that fills a gap, counts for `complete`.
 */
function clausesOf(
  planned: readonly RowScope[],
  judged: ReadonlyMap<string, JudgedRow>,
): Assessment['clauses'] {
  const lowest = new Map<string, number>();
  const shown = new Set<string>();
  const denied = new Set<string>();
  for (const { id, clause, writes, needsProfile } of planned) {
    const verdict = judged.get(id)?.verdict;
    lowest.set(clause, Math.min(lowest.get(clause) ?? levels.length, writes ? 1 : needsProfile ? 2 : 0));
    if (verdict === 'pass') shown.add(clause);
    if (verdict === 'fail' || verdict === 'suiteError') denied.add(clause);
  }
  const at = (level: Level) =>
    [...lowest].flatMap(([clause, place]) =>
      levels[place] === level && shown.has(clause) && !denied.has(clause) ? [clause] : [],
    );
  return { reads: at('reads'), 'reads and writes': at('reads and writes'), complete: at('complete') };
}

/** Entries of one reason and one remedy together, the most rows first. */
function grouped(entries: readonly Entry[]): Finding[] {
  const groups = new Map<string, { finding: Omit<Finding, 'rows'>; rows: string[] }>();
  for (const { row, ...finding } of entries) {
    const key = JSON.stringify([finding.by, finding.reason, finding.fix]);
    const group = groups.get(key) ?? { finding, rows: [] };
    groups.set(key, group);
    if (row !== '') group.rows.push(row);
  }
  return [...groups.values()]
    .map(({ finding, rows }) => ({ ...finding, rows }))
    .sort((a, b) => b.rows.length - a.rows.length);
}
