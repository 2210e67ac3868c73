import type { Row } from '../harness/judging/row.ts';
import { type Counts, exitCode, type RunVerdict, runVerdict } from '../harness/judging/verdict.ts';
import type { Book } from './book.ts';

/** The first line of `rows.ndjson`: what the run judges, and with which settings. */
export interface Header {
  readonly kind: 'header';
  readonly tool: { readonly name: string; readonly version: string };
  /** Version of the interface that the contract describes. */
  readonly interface: string;
  readonly target: {
    readonly origin: string;
    readonly basePath: string;
    /** Name of the profile; `none` without one. */
    readonly profile: string;
    /** The profile's file as the caller named it; left out without a profile. */
    readonly profileFile?: string;
    /** The target is the reference service inside this run. */
    readonly embedded: boolean;
  };
  readonly run: {
    readonly seed: number;
    readonly effort: string;
    readonly write: boolean;
    /** Date-time in UTC. */
    readonly startedAt: string;
  };
  /** The number of rows of the run. */
  readonly planned: number;
  /** The number of rows that a run of the whole catalogue has; left out where it is not known. */
  readonly catalogue?: number;
  /** Which part of a run this is, where several processes share one. */
  readonly shard?: {
    /** From 1. */
    readonly index: number;
    readonly of: number;
    /** How many rows all shards have, each once. */
    readonly rows: number;
    /** Digest of the ids of these rows. Shards of different selections are never mixed. */
    readonly selection: string;
  };
  /** Digest of the contract of the run. Rows of different contracts are never mixed. */
  readonly contract: string;
}

/** The last line of `rows.ndjson`, written when the run came to its end. */
export interface Footer {
  readonly kind: 'footer';
  readonly counts: Counts;
  /** Requests sent by the whole run. */
  readonly requests: number;
  /** Date-time in UTC. */
  readonly finishedAt: string;
  readonly durationMs: number;
  /** Errors outside any row, in words without values. */
  readonly mishaps: readonly string[];
}

/** The contents of a whole `rows.ndjson`. */
export interface Run {
  readonly header: Header;
  readonly rows: readonly Row[];
  readonly footer: Footer;
}

/**
 * A finished run with the facts about its contract. Every report is made from it. Rows are in the order of the plan.
 */
export interface Report extends Run {
  readonly book: Book;
}

/** The base address of the target. */
export function baseUrl({ target }: Pick<Header, 'target'>): string {
  return target.origin + target.basePath;
}

/** How much of the catalogue a run has judged: what a verdict without a failure stands for. */
export interface Scope {
  /** The rows that passed or failed. */
  readonly judged: number;
  /** The rows of the whole catalogue. */
  readonly of: number;
  /** Whether everything was judged that the profile lets be judged, at an effort that leaves nothing out. */
  readonly whole: boolean;
}

/** The scope of a run's verdict. */
export function scopeOf({ header: { planned, catalogue = planned, run }, footer: { counts } }: Run): Scope {
  const isPart = planned < catalogue || run.effort === 'quick';
  const isOpen = counts.inconclusive + counts.suiteError > 0 || counts.pass === 0;
  return { judged: counts.pass + counts.fail, of: catalogue, whole: !isPart && !isOpen };
}

/** The verdict of a run. Any error outside the rows makes it `error`. */
export function verdictOf({ footer }: Run): RunVerdict {
  return footer.mishaps.length > 0 ? 'error' : runVerdict(footer.counts);
}

/** How many rows are open because the target refuses what the profile alone describes. */
export function countUnfit({ rows }: Pick<Run, 'rows'>): number {
  return rows.filter(({ cause }) => cause === 'profile').length;
}

/** The exit code of a run; with `strict`, that of a violation where something could not be established. */
export function exitCodeOf(run: Run, strict = false): number {
  const { counts } = run.footer;
  return exitCode({ verdict: verdictOf(run), counts, isProfileUnfit: countUnfit(run) > 0 }, strict);
}
