import path from 'node:path';
import { judge } from '../../../harness/judging/judge.ts';
import type { Planned } from '../../../harness/judging/plan.ts';
import { sampled } from '../mutants/sample.ts';
import type { Mutated } from '../mutants/switched.ts';
import type { CleanReads } from './clean-reads.ts';
import { keepFound, readFound } from './found.ts';
import { type MutatedServer, readingRun } from './mutated-server.ts';
import { wide } from './prices.ts';

/** A server with something wrong: a mutant, or a bug that its writer planted. */
export interface Wrong {
  readonly name: string;
  /** The mutant, by which it is known what requests it can touch. */
  readonly mutant?: string;
  /** Starts it anew; gives nothing where it does not even start. */
  readonly start: () => Mutated | undefined;
}

/** What finds a mutant that so many rows find, a choice need not know whole. */
const mostRows = 24;

/** Rows that are judged where a mutant touches more: what is broken so widely shows in any of them. */
const mostTouched = 140;

/** A server that hangs more often takes minutes, and any row shows it. */
const mostHangs = 10;

const file = path.join(import.meta.dirname, 'finds-of-mutants.ndjson');

/** Which rows of a quick run find what is wrong with a server that others wrote: some of them, where many do. */
export const readFindsOfMutants = (): ReadonlyMap<string, readonly string[]> => readFound(file);

/** Keeps which rows find something wrong. */
export const keepFindsOfMutant = ({ name }: Wrong, rows: readonly string[]): void =>
  keepFound(file, { wrong: name, rows });

/** What a mutant is called among those of all servers. */
export const nameOf = ({ name }: MutatedServer, key: string): string => `${name} ${key}`;

/** What a bug that the writer of a server planted is called among those of all servers. */
export const nameOfPlanted = ({ name }: Pick<MutatedServer, 'name'>, bug: string): string =>
  `${name} planted ${bug}`;

/** The server that something is wrong with, and what it is. */
export interface Origin {
  readonly from: string;
  readonly what: 'mutant' | 'planted bug';
}

/** Where something wrong comes from, by its name. */
export function originOf(name: string): Origin {
  const [from = '', what] = name.split(' ', 2);
  return { from, what: what === 'planted' ? 'planted bug' : 'mutant' };
}

/**
 * The rows of a quick run that find it, of those that are to be judged; `undefined` where the server does not even start,
 * or runs on and on.
 */
export async function rowsThatFind(
  server: MutatedServer,
  clean: CleanReads,
  wrong: Wrong,
  isJudged: (row: string) => boolean,
): Promise<readonly string[] | undefined> {
  const judged = wrong.start();
  const rows = (await rowsToJudge(clean, wrong))?.filter(({ id }) => isJudged(id));
  if (judged === undefined || rows === undefined) return undefined;
  const run = readingRun(server, judged, { effort: 'quick', budget: wide });
  const failed: string[] = [];
  for (const { id: row, check, op } of rows) {
    if (judged.hangs() > mostHangs) return undefined;
    if ((await judge(run, check, op)).verdict === 'fail') failed.push(row);
  }
  const kept = drawn(failed, mostRows, Number(wrong.mutant ?? wrong.name.length));
  return failed.filter((row) => kept.has(row));
}

/** Rows that may find it: of a mutant some of those that it touches; what a planted bug touches is not known. */
async function rowsToJudge(
  clean: CleanReads,
  { mutant, start }: Wrong,
): Promise<readonly Planned[] | undefined> {
  if (mutant === undefined) return clean.passing;
  const asked = start();
  if (asked === undefined) return undefined;
  const touched = await clean.touchedBy(asked, mutant);
  if (asked.hangs() > 0) return undefined;
  const ids = touched.map(({ id }) => id);
  const some = drawn(ids, mostTouched, Number(mutant));
  return touched.filter(({ id }) => some.has(id));
}

/** So many of these, the same each time for the same seed. */
function drawn(rows: readonly string[], most: number, seed: number): ReadonlySet<string> {
  const keyed = rows.map((key) => ({ key }));
  return new Set(sampled(keyed, most, seed).map(({ key }) => key));
}
