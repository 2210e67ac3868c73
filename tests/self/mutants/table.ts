import { clauseOf } from '../../../harness/judging/check.ts';
import type { Contract } from '../../../spec/contract.ts';
import type { Acceptance } from './accepted.ts';
import type { Mutant } from './instrument.ts';
import type { Entry } from './log.ts';

/** A mutant with what came of it, and why it may survive. */
export interface Result {
  readonly mutant: Mutant;
  readonly entry: Entry | undefined;
  readonly accepted: Acceptance | undefined;
}

/** How many mutants ended in which way. */
export interface Counts {
  readonly mutants: number;
  readonly judged: number;
  /** Not judged, because the service doesn't start with them. */
  readonly noService: number;
  readonly killed: number;
  readonly equivalent: number;
  readonly permitted: number;
  /** Seen by rows that became inconclusive, and by no failure. */
  readonly inconclusive: number;
  readonly suiteErrors: number;
  readonly hung: number;
  readonly unseen: number;
}

/** Counts results. An accepted mutant counts as accepted, however it ended. */
export function count(results: readonly Result[]): Counts {
  const judged = results.filter(({ entry }) => entry !== undefined);
  const open = judged.filter(({ accepted }) => accepted === undefined);
  const ended = (outcome: Entry['outcome']) => open.filter(({ entry }) => entry?.outcome === outcome).length;
  const accepted = (kind: Acceptance['kind']) =>
    judged.filter((result) => result.accepted?.kind === kind).length;
  return {
    mutants: results.length,
    judged: judged.length,
    noService: ended('noService'),
    killed: ended('killed'),
    equivalent: accepted('equivalent'),
    permitted: accepted('permitted'),
    inconclusive: ended('inconclusive'),
    suiteErrors: ended('suiteError'),
    hung: ended('hung'),
    unseen: ended('unseen'),
  };
}

/** Of the mutants that are neither accepted nor without a service, how large a share is killed. */
export function shareKilled(counts: Counts): number {
  const { judged, noService, killed, equivalent, permitted } = counts;
  return killed / Math.max(1, judged - noService - equivalent - permitted);
}

/** The share of the killed in words. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

/** The mutants that nothing excuses and no row killed. */
export function survivors(results: readonly Result[]): readonly Result[] {
  const gone: readonly (string | undefined)[] = ['killed', 'noService', undefined];
  return results.filter(({ entry, accepted }) => accepted === undefined && !gone.includes(entry?.outcome));
}

const columns = 'judged  killed  equiv.  permit.  no start  inconcl.  unseen  other   share';

/** The table by file, and how many were killed by the rows of each chapter. */
export function tables(results: readonly Result[], contract: Contract): string {
  const files = [...new Set(results.map(({ mutant }) => mutant.file))];
  const width = Math.max(...files.map((file) => file.length), 5);
  const line = (name: string, some: readonly Result[]) => `${name.padEnd(width)}  ${numbers(count(some))}`;
  return [
    `${'file'.padEnd(width)}  ${columns}`,
    ...files.map((file) =>
      line(
        file,
        results.filter(({ mutant }) => mutant.file === file),
      ),
    ),
    line('all', results),
    '',
    'killed by a row of the chapter',
    ...byChapter(results, contract).map(([chapter, number]) => `${String(number).padStart(6)}  ${chapter}`),
  ].join('\n');
}

function numbers(counts: Counts): string {
  const { mutants, judged, killed, equivalent, permitted, noService, inconclusive, unseen } = counts;
  const other = counts.suiteErrors + counts.hung;
  const cells = [
    [`${judged}/${mutants}`, 6],
    [killed, 6],
    [equivalent, 6],
    [permitted, 7],
    [noService, 8],
    [inconclusive, 8],
    [unseen, 6],
    [other, 5],
    [judged === 0 ? '' : percent(shareKilled(counts)), 7],
  ] as const;
  return cells.map(([cell, width]) => String(cell).padStart(width)).join('  ');
}

function byChapter(results: readonly Result[], contract: Contract): (readonly [string, number])[] {
  const numbers = new Map<string, number>();
  for (const { entry, accepted } of results) {
    if (entry?.outcome !== 'killed' || accepted !== undefined) continue;
    const { chapter } = contract.clause(clauseOf(entry.row));
    numbers.set(chapter, (numbers.get(chapter) ?? 0) + 1);
  }
  return [...numbers].sort(([, one], [, other]) => other - one);
}
