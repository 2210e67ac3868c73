import path from 'node:path';
import { judge } from '../../../harness/judging/judge.ts';
import { sampled } from '../mutants/sample.ts';
import type { CleanReads } from './clean-reads.ts';
import { keepFound, readFound } from './found.ts';
import { type MutatedServer, readingRun } from './mutated-server.ts';
import { wide } from './prices.ts';

/** What finds a mutant that so many rows find, a choice need not know whole. */
const mostRows = 24;

/** Rows that are judged where a mutant touches more: what is broken so widely shows in any of them. */
const mostTouched = 140;

/** A server that hangs more often takes minutes, and any row shows it. */
const mostHangs = 10;

const file = path.join(import.meta.dirname, 'finds-of-mutants.ndjson');

/** Which rows of a quick run find a mutant of a server that others wrote: some of them, where many do. */
export const readFindsOfMutants = (): ReadonlyMap<string, readonly string[]> => readFound(file);

/** Keeps which rows find a mutant. */
export const keepFindsOfMutant = (mutant: string, rows: readonly string[]): void =>
  keepFound(file, { wrong: mutant, rows });

/** What a mutant is called among those of all servers. */
export const nameOf = ({ name }: MutatedServer, key: string): string => `${name} ${key}`;

/** The rows of a quick run that find a mutant; `undefined` where the server does not even start, or runs on and on. */
export async function rowsThatFind(
  server: MutatedServer,
  clean: CleanReads,
  id: string,
): Promise<readonly string[] | undefined> {
  const asked = server.withMutant(id);
  const judged = server.withMutant(id);
  if (asked === undefined || judged === undefined) return undefined;
  const touched = await clean.touchedBy(asked, id);
  if (asked.hangs() > 0) return undefined;
  const some = new Set(
    drawn(
      touched.map((row) => row.id),
      mostTouched,
      id,
    ),
  );
  const run = readingRun(server, judged, { effort: 'quick', budget: wide });
  const failed: string[] = [];
  for (const { id: row, check, op } of touched) {
    if (judged.hangs() > mostHangs) return undefined;
    if (some.has(row) && (await judge(run, check, op)).verdict === 'fail') failed.push(row);
  }
  const kept = new Set(drawn(failed, mostRows, id));
  return failed.filter((row) => kept.has(row));
}

/** So many of these, the same each time for the same mutant. */
function drawn(rows: readonly string[], most: number, id: string): readonly string[] {
  return sampled(
    rows.map((key) => ({ key })),
    most,
    Number(id),
  ).map(({ key }) => key);
}
