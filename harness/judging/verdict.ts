/** What a row says about the target, worst first: the order is the precedence. */
export const verdicts = ['suiteError', 'fail', 'inconclusive', 'notApplicable', 'pass'] as const;
export type Verdict = (typeof verdicts)[number];

/** Whose doing an outcome is: only `target` is ever an accusation. */
export type Blame = 'target' | 'configuration' | 'network' | 'rate-limit' | 'world' | 'rollcall';

/** Where several verdicts meet, the worst of them. Throws nothing; an empty list is a pass. */
export function worst(list: Iterable<Verdict>): Verdict {
  const seen = new Set(list);
  return verdicts.find((verdict) => seen.has(verdict)) ?? 'pass';
}

/** How many rows ended in each verdict. */
export type Counts = Record<Verdict, number>;

/** Counts rows by verdict; every verdict is present, if only as 0. */
export function count(rows: Iterable<{ readonly verdict: Verdict }>): Counts {
  const counts: Counts = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, suiteError: 0 };
  for (const row of rows) counts[row.verdict] += 1;
  return counts;
}

/** What a whole run says about the target. */
export type RunVerdict = 'conforms' | 'violates' | 'inconclusive' | 'error';

/**
 * Sums a run up. A run without a single judged row has established nothing and is never a success;
 * one without any row at all is an error of the suite.
 */
export function runVerdict(counts: Counts): RunVerdict {
  const rows = counts.pass + counts.fail + counts.inconclusive + counts.notApplicable + counts.suiteError;
  if (counts.suiteError > 0 || rows === 0) return 'error';
  if (counts.fail > 0) return 'violates';
  if (counts.inconclusive > 0 || counts.pass === 0) return 'inconclusive';
  return 'conforms';
}

/** The exit codes of the command line; the last is what shells use for a process that was stopped by hand. */
export const exits = { ok: 0, violates: 1, usage: 2, suiteError: 3, interrupted: 130 } as const;

/** The exit code of a run; with `strict`, what could not be established counts as a violation. */
export function exitCode(verdict: RunVerdict, counts: Counts, strict = false): number {
  if (verdict === 'error') return exits.suiteError;
  if (verdict === 'violates') return exits.violates;
  if (counts.pass === 0) return exits.violates;
  return verdict === 'inconclusive' && strict ? exits.violates : exits.ok;
}
