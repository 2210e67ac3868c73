/** The verdicts of rows in order of precedence, the worst first. */
export const verdicts = ['suiteError', 'fail', 'inconclusive', 'notApplicable', 'pass'] as const;

/** What a row says about the target. */
export type Verdict = (typeof verdicts)[number];

/**
 * The cause of an outcome. `world` is the data on the target: it lacks something, or it changed during the row. Only a
 * failure with the cause `target` accuses the target.
 */
export type Blame = 'target' | 'configuration' | 'network' | 'rate-limit' | 'world' | 'rollcall';

/** The worst of several verdicts; `pass` for an empty list. */
export function worst(list: Iterable<Verdict>): Verdict {
  const seen = new Set(list);
  return verdicts.find((verdict) => seen.has(verdict)) ?? 'pass';
}

/**
 * The causes for which a row may be inconclusive: a closed list. `no-data`: the target holds nothing to judge it on.
 * `moved`: the data changed while the row looked. `permission`: the key may not do it. `profile`: the target refuses
 * what the profile alone describes. `configuration`: what the settings or the machine lack. `other-row`: another row,
 * which fails, is the reason.
 */
export const causes = [
  'no-data',
  'moved',
  'rate-limit',
  'network',
  'permission',
  'profile',
  'configuration',
  'other-row',
] as const;

/** Why a row is inconclusive. */
export type Cause = (typeof causes)[number];

/** Where to look for the reason of an inconclusive row, by its cause. */
export const blames: Readonly<Record<Cause, Blame>> = {
  'no-data': 'world',
  moved: 'world',
  'rate-limit': 'rate-limit',
  network: 'network',
  permission: 'configuration',
  profile: 'configuration',
  configuration: 'configuration',
  'other-row': 'target',
};

/** How many rows ended in each verdict. */
export type Counts = Record<Verdict, number>;

/** Counts rows by verdict. A verdict that no row has counts 0. */
export function count(rows: Iterable<{ readonly verdict: Verdict }>): Counts {
  const counts: Counts = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, suiteError: 0 };
  for (const row of rows) counts[row.verdict] += 1;
  return counts;
}

/** What a whole run says about the target. */
export type RunVerdict = 'conforms' | 'violates' | 'inconclusive' | 'error';

/**
 * The verdict of a run from the counts of its rows. A run in which no row passed is never a success. A run without any
 * row is an error of the suite.
 */
export function runVerdict(counts: Counts): RunVerdict {
  const rows = counts.pass + counts.fail + counts.inconclusive + counts.notApplicable + counts.suiteError;
  if (counts.suiteError > 0 || rows === 0) return 'error';
  if (counts.fail > 0) return 'violates';
  if (counts.inconclusive > 0 || counts.pass === 0) return 'inconclusive';
  return 'conforms';
}

/** The exit codes of the command line. `interrupted` is the code that shells give a process ended by Ctrl-C. */
export const exits = { ok: 0, violates: 1, usage: 2, suiteError: 3, interrupted: 130 } as const;

/** What the exit code of a run depends on. */
export interface Ended {
  readonly verdict: RunVerdict;
  readonly counts: Counts;
  /** Whether the target refused what the profile alone describes. */
  readonly isProfileUnfit: boolean;
}

/** The exit code of a run. With `strict`, an inconclusive run has the code of a violation. */
export function exitCode({ verdict, counts, isProfileUnfit }: Ended, strict = false): number {
  if (verdict === 'error') return exits.suiteError;
  if (verdict === 'violates') return exits.violates;
  if (isProfileUnfit) return exits.usage;
  if (counts.pass === 0) return exits.violates;
  return verdict === 'inconclusive' && strict ? exits.violates : exits.ok;
}
