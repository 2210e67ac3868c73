import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Counts } from '../mutants/table.ts';

/** What was seen of the mutants of the reference service. */
export interface MutantResult extends Counts {
  readonly commit: string;
  readonly seed: number;
}

/** What was seen of the places that assert: how many there are of a kind, and how many have fired. */
export interface SiteResult {
  readonly commit: string;
  readonly seed: number;
  readonly tried: number;
  readonly subjects: number;
  readonly must: { readonly sites: number; readonly fired: number; readonly excused: number };
  readonly need: { readonly sites: number; readonly fired: number; readonly excused: number };
}

/** What was seen of freedoms used together. */
export interface PairResult {
  readonly commit: string;
  readonly seeds: number;
  readonly runs: number;
  readonly planned: number;
  readonly variants: number;
  /** How many pairs stood together in a run, of those that go together. */
  readonly pairs: number;
  readonly compatible: number;
  /** How many different accusations there were. */
  readonly accusations: number;
}

/** Results that the README quotes: what was seen, and at which commit. Where nothing was seen there is none. */
export interface Results {
  readonly mutants?: MutantResult;
  readonly sites?: SiteResult;
  readonly pairs?: PairResult;
  /** What the benchmark told: the machine, and a line for each goal. */
  readonly costs?: readonly string[];
  /** What the benchmark told of each effort: the lines of a table. */
  readonly requests?: readonly string[];
}

const file = path.join(import.meta.dirname, 'results.json');

/** The results that are kept. */
export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

/** Keeps a result in place of the last one of its kind. */
export function keepResult(result: Results): void {
  writeFileSync(file, `${JSON.stringify({ ...readResults(), ...result }, null, 2)}\n`);
}

/** The results in words, each with what it was seen on. */
export function tellResults({ mutants, sites, pairs }: Results): string {
  return [
    ...(mutants ? tellMutants(mutants) : ['Mutants: no result has been kept yet.']),
    '',
    ...(sites ? tellSites(sites) : ['Assertions that fire: no result has been kept yet.']),
    '',
    ...(pairs ? tellPairs(pairs) : ['Freedoms together: no result has been kept yet.']),
  ].join('\n');
}

function tellMutants(result: MutantResult): string[] {
  const { commit, seed, mutants, judged, noService, killed, equivalent, permitted } = result;
  const { inconclusive, unseen, suiteErrors, hung } = result;
  const open = judged - noService - equivalent - permitted;
  return [
    `Mutants of the reference service, at commit ${commit}, seed ${seed}, standard effort:`,
    line(mutants, `small edits made by machine, of which ${amount(judged)} were judged`),
    line(noService, 'with which the service does not start, or answers nothing'),
    line(
      equivalent + permitted,
      'that nobody can tell from the service, or that the interface permits, each with a reason',
    ),
    line(killed, `of the other ${amount(open)} killed by a row that failed (${share(killed, open)})`),
    line(inconclusive, 'seen only by rows that could not judge'),
    line(unseen, 'not seen at all'),
    ...(suiteErrors + hung > 0 ? [line(suiteErrors + hung, 'that broke or held up the suite')] : []),
  ];
}

function tellSites({ commit, seed, tried, subjects, must, need }: SiteResult): string[] {
  const some = tried < subjects ? `${amount(tried)} of ` : '';
  return [
    `Assertions that fire, at commit ${commit}, seed ${seed}, on ${some}${amount(subjects)} faults, mutants, variants and targets that hold little:`,
    line(
      must.fired,
      `of ${amount(must.sites)} places that accuse have accused (${amount(must.excused)} excused, with a reason)`,
    ),
    line(
      need.fired,
      `of ${amount(need.sites)} places that ask for something have gone without (${amount(need.excused)} excused)`,
    ),
  ];
}

function tellPairs(result: PairResult): string[] {
  const { commit, seeds, runs, planned, variants, pairs, compatible, accusations } = result;
  const some = runs < planned ? `${amount(runs)} of ${amount(planned)}` : amount(runs);
  return [
    `Freedoms together, at commit ${commit}, ${seeds === 1 ? 'one seed' : `${seeds} seeds`}, ${some} runs of the whole catalogue:`,
    line(pairs, `of ${amount(compatible)} pairs of ${amount(variants)} variants stood together`),
    line(accusations, 'different accusations of services that keep the interface'),
  ];
}

function line(number: number, words: string): string {
  return `${amount(number).padStart(7)}  ${words}`;
}

function share(part: number, whole: number): string {
  return `${(Math.floor((1000 * part) / Math.max(1, whole)) / 10).toFixed(1)} %`;
}

function amount(number: number): string {
  return number.toLocaleString('en');
}
