import type { Verdict } from '../../harness/judging/verdict.ts';
import { type Choice, choicesSheet } from '../choices.ts';
import { shellWord } from '../repeat.ts';
import type { Header, Run } from '../report.ts';
import { formatRun } from '../rows.ts';
import { sha256 } from './bundle.ts';
import { combine, type JudgedRow } from './combine.ts';
import { type Assessment, assess, type Finding, type Level, levels, meanings, type Scope } from './levels.ts';

/** What a bundle says of a certification beside its rows. */
export interface Facts {
  readonly tool: Header['tool'];
  /** Version of the interface. */
  readonly interface: string;
  readonly target: { readonly origin: string; readonly basePath: string };
  /** Who made the service, as the profile says. */
  readonly implementation: { readonly name: string; readonly version: string };
  /** SHA-256, in hexadecimal. */
  readonly digests: {
    /** Of the contract of the interface, before a profile fills gaps. */
    readonly interface: string;
    /** Of the contract that the rows were judged by. */
    readonly contract: string;
    /** Of the profile's file. */
    readonly profile: string;
  };
  /** What the profile says where the interface leaves it open. */
  readonly profile: {
    readonly name: string;
    /** The name of its file, without the folder. */
    readonly file: string;
    readonly readings: Readonly<Record<string, unknown>>;
    /** The shapes that the profile adds, as an OpenAPI Overlay in JSON; left out where it adds none. */
    readonly overlay?: unknown;
  };
  /** What the runs left on the target. */
  readonly left: {
    readonly made: Readonly<Record<string, number>>;
    readonly unclear: number;
    readonly lent: number;
  };
  /** What was judged again from recorded exchanges; left out where nothing was recorded. */
  readonly again?: Again;
}

/** Which rows can be judged again from recorded exchanges, by seed. */
export interface Again {
  readonly exchanges: number;
  /** The rows that redaction keeps from being judged again, by seed. */
  readonly not: Readonly<Record<string, readonly string[]>>;
}

/** A row as the certificate lists it. */
export interface CertifiedRow {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly requests: number;
  readonly seeds?: Readonly<Record<string, Verdict>>;
}

/** A certificate, as `certificate.json` has it. Keys are never renamed or removed. */
export interface Certificate {
  readonly format: 'rollcall-certificate/1';
  readonly level: Level;
  /** The day on which the last run ended, in UTC. */
  readonly date: string;
  readonly target: Facts['target'];
  readonly implementation: Facts['implementation'];
  readonly interface: string;
  readonly tool: Facts['tool'];
  readonly digests: Facts['digests'] & { readonly bundle: string };
  readonly runs: readonly CertifiedRun[];
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly levels: readonly {
    readonly name: Level;
    readonly meaning: string;
    readonly reached: boolean;
    readonly clauses: readonly string[];
  }[];
  /** What keeps the target from the next level. */
  readonly limits: readonly Finding[];
  /** What was not judged, and does not count against the level. */
  readonly unjudged: readonly Finding[];
  readonly choices: readonly Choice[];
  readonly readings: Facts['profile']['readings'];
  readonly left: Facts['left'];
  readonly again?: { readonly exchanges: number; readonly judged: number; readonly not: readonly string[] };
  /** What a certificate cannot show. */
  readonly caveats: readonly string[];
  readonly reproduce: readonly string[];
  readonly rows: readonly CertifiedRow[];
}

/** One run of a certification. */
export interface CertifiedRun {
  readonly seed: number;
  readonly effort: string;
  readonly write: boolean;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly requests: number;
  /** SHA-256 of its rows, as the bundle holds them. */
  readonly digest: string;
}

/** What a certificate is made of: everything that a bundle holds. */
export interface Certified {
  readonly facts: Facts;
  readonly runs: readonly Run[];
}

/** Judges the rows of a certification. */
export function assessed({ runs }: Pick<Certified, 'runs'>, scope: Scope): Assessment {
  return assess(combine(runs), scope);
}

/** Makes the certificate. The same bundle gives the same certificate, wherever and whenever it is made. */
export function certify({ facts, runs }: Certified, scope: Scope, bundle: string): Certificate {
  const rows = combine(runs);
  const { level, limits, unjudged, clauses } = assess(rows, scope);
  const { tool, target, implementation, digests, left, again } = facts;
  return {
    format: 'rollcall-certificate/1',
    level,
    date: lastDay(runs),
    target,
    implementation,
    interface: facts.interface,
    tool,
    digests: { ...digests, bundle },
    runs: runs.map(certifiedRun),
    counts: countsOf(rows),
    levels: levels.map((name, index) => ({
      name,
      meaning: meanings[name],
      reached: index <= levels.indexOf(level),
      clauses: clauses[name],
    })),
    limits,
    unjudged,
    choices: choicesSheet(runs.flatMap((run) => run.rows)),
    readings: facts.profile.readings,
    left,
    ...(again === undefined ? {} : { again: summed(again, rows) }),
    caveats: caveatsOf(facts, runs),
    reproduce: reproduce(facts, runs),
    rows: rows.map(({ id, verdict, reason, requests, seeds }) => ({
      id,
      verdict,
      reason,
      requests,
      ...(seeds === undefined ? {} : { seeds }),
    })),
  };
}

function certifiedRun(whole: Run): CertifiedRun {
  const { seed, effort, write, startedAt } = whole.header.run;
  const { finishedAt, requests } = whole.footer;
  return { seed, effort, write, startedAt, finishedAt, requests, digest: sha256(formatRun(whole)) };
}

/** The rows of which every run can be judged again, and those of which some run cannot. */
function summed({ exchanges, not }: Again, rows: readonly JudgedRow[]): NonNullable<Certificate['again']> {
  const lost = new Set(Object.values(not).flat());
  const all = rows.filter(({ verdict }) => verdict !== 'notApplicable').length;
  return { exchanges, judged: all - lost.size, not: [...lost].sort() };
}

function countsOf(rows: readonly JudgedRow[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, suiteError: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

function lastDay(runs: readonly Run[]): string {
  const ends = runs.map(({ footer }) => footer.finishedAt).sort();
  return (ends.at(-1) ?? '').slice(0, 10);
}

function caveatsOf({ target }: Facts, runs: readonly Run[]): string[] {
  const seeds = runs.map(({ header }) => header.run.seed).join(', ');
  return [
    `It is about the service at ${target.origin}${target.basePath} as it answered between the first and the last request of these runs: another deployment, or this one tomorrow, may differ.`,
    `It is about the values that the seeds ${seeds} drew. A fault that shows for other values alone was not seen.`,
    'It is about the clauses that are listed, and about what an HTTP client can see: not about what is stored, how long it lasts, how much load the service bears, or whether it is safe from attack.',
    'Where the interface leaves a choice to the service, any choice was accepted.',
    'What the profile says of the service (its address, its name, its version, the shapes that the interface does not show) was taken from its owner. Where it could be observed it was held against the answers.',
    'A signature shows who vouches for this certificate, and that nothing was changed since. It does not show that the runs took place as told: whoever doubts that repeats them.',
  ];
}

function reproduce({ target, profile, tool }: Facts, runs: readonly Run[]): string[] {
  const write = runs.some(({ header }) => header.run.write) ? ' --write' : '';
  const efforts = [...new Set(runs.map(({ header }) => header.run.effort))];
  const effort = efforts.length === 1 && efforts[0] === 'deep' ? ' --effort deep' : '';
  const seeds = runs.map(({ header }) => header.run.seed).join(',');
  return [
    `npx ${tool.name}@${tool.version} certify --target ${shellWord(target.origin + target.basePath)} --profile ${shellWord(profile.file)}${write} --seeds ${seeds}${effort}`,
    `npx ${tool.name}@${tool.version} verify certificate.html`,
  ];
}
