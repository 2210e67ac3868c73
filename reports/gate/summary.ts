import { plural } from '../terminal/layout.ts';
import { type GateResult, gateExit, type Listed } from './gate.ts';

/** One group of rows that a gate tells about, in words. */
export interface GateGroup {
  readonly key: 'added' | 'stale' | 'expired' | 'unexplained' | 'open' | 'unjudged' | 'accepted';
  readonly title: string;
  /** What the reader does about it; empty where nothing is to be done. */
  readonly fix: string;
  /** Whether it keeps the gate shut. */
  readonly shuts: boolean;
  readonly lines: readonly { readonly row: string; readonly detail: string }[];
}

const words: Readonly<Record<GateGroup['key'], Pick<GateGroup, 'title' | 'fix' | 'shuts'>>> = {
  added: { title: 'New failures', fix: 'mend them, or accept them with --update', shuts: true },
  stale: {
    title: 'Stale lines: these rows pass now',
    fix: 'take them out of the baseline; --update does it',
    shuts: true,
  },
  expired: {
    title: 'Expired lines: these rows still fail',
    fix: 'mend them, or agree on another day with their owner',
    shuts: true,
  },
  unexplained: {
    title: 'Lines that nobody has explained',
    fix: 'write reason and owner in place of TODO',
    shuts: true,
  },
  open: { title: 'Not established', fix: 'give the target the data that they need', shuts: true },
  unjudged: { title: 'Lines whose row was not judged', fix: '', shuts: false },
  accepted: { title: 'Accepted failures', fix: '', shuts: false },
};

/** The groups of a gate that are not empty, those that keep it shut first. */
export function gateGroups(result: GateResult): GateGroup[] {
  const ofRow = ({ id, reason }: { id: string; reason: string }) => ({ row: id, detail: reason });
  const ofEntry = ({ entry }: Listed) => ({
    row: entry.row,
    detail: `${entry.reason} (${entry.owner}, until ${entry.expires})`,
  });
  const ofUnjudged = ({ entry, row }: Listed) => ({
    row: entry.row,
    detail: row === undefined ? 'this run left it out' : row.reason,
  });
  const lines: Readonly<Record<GateGroup['key'], GateGroup['lines']>> = {
    added: result.added.map(ofRow),
    stale: result.stale.map(ofEntry),
    expired: result.expired.map(ofEntry),
    unexplained: result.unexplained.map(ofEntry),
    open: result.open.map(ofRow),
    unjudged: result.unjudged.map(ofUnjudged),
    accepted: result.accepted.map(ofEntry),
  };
  const order = Object.keys(words) as GateGroup['key'][];
  return order
    .map((key) => ({ key, ...words[key], lines: lines[key] }))
    .filter((group) => group.lines.length > 0);
}

/** The outcome of a gate in one sentence. */
export function gateSentence(result: GateResult): string {
  const { added, stale, expired, unexplained, open, accepted, verdict, run } = result;
  if (verdict === 'error') return 'Rollcall itself went wrong in this run; it says nothing about the target.';
  const parts = [
    [added, 'new failure'],
    [stale, 'stale line'],
    [expired, 'expired line'],
    [unexplained, 'unexplained line'],
    [open, 'open row'],
  ] as const;
  const reasons = parts.flatMap(([list, noun]) => (list.length > 0 ? [plural(list.length, noun)] : []));
  if (reasons.length > 0) return `The gate is shut: ${reasons.join(', ')}.`;
  if (run.footer.counts.pass === 0) return 'The gate is shut: no row passed, so the run shows nothing.';
  return accepted.length > 0
    ? `The gate is open, with ${plural(accepted.length, 'accepted failure')}.`
    : 'The gate is open.';
}

/** The data of a gate for scripts. Keys are never renamed or removed. */
export function gateData(result: GateResult) {
  return {
    open: gateExit(result) === 0,
    sentence: gateSentence(result),
    baseline: result.baseline,
    verdict: result.verdict,
    groups: gateGroups(result).map(({ key, shuts, lines }) => ({ group: key, shuts, rows: lines })),
  };
}
