import type { Row } from '../harness/judging/row.ts';
import { type Counts, type RunVerdict, runVerdict } from '../harness/judging/verdict.ts';
import type { Book } from './book.ts';

/** The first line of `rows.ndjson`: what is going to be judged, and how. */
export interface Header {
  readonly kind: 'header';
  readonly tool: { readonly name: string; readonly version: string };
  /** Version of the interface that the contract describes. */
  readonly interface: string;
  readonly target: {
    readonly origin: string;
    readonly basePath: string;
    /** Name of the profile, `none` without one. */
    readonly profile: string;
    /** The profile's file as the caller named it; left out when nobody named one. */
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
  /** How many rows the run is to give. */
  readonly planned: number;
  /** Digest of the contract that judged: rows of different contracts are never mixed. */
  readonly contract: string;
}

/** The last line of `rows.ndjson`: the run came to its end, and this is what it came to. */
export interface Footer {
  readonly kind: 'footer';
  readonly counts: Counts;
  /** Requests sent by the whole run. */
  readonly requests: number;
  /** Date-time in UTC. */
  readonly finishedAt: string;
  readonly durationMs: number;
  /** What went wrong outside any row, in words without values. */
  readonly mishaps: readonly string[];
}

/** All that the lines of a `rows.ndjson` say. */
export interface Run {
  readonly header: Header;
  readonly rows: readonly Row[];
  readonly footer: Footer;
}

/** A finished run with the book it quotes: what every report is made from. Rows are in the order of the plan. */
export interface Report extends Run {
  readonly book: Book;
}

/** The base address that was judged. */
export function baseUrl({ target }: Pick<Header, 'target'>): string {
  return target.origin + target.basePath;
}

/** What the whole run says; whatever went wrong outside any row makes it an error of Rollcall. */
export function verdictOf({ footer }: Run): RunVerdict {
  return footer.mishaps.length > 0 ? 'error' : runVerdict(footer.counts);
}
