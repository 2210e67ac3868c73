import { parseArgs } from 'node:util';
import { budgetFor } from '../../../harness/http/budget.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { catalogue } from '../../checks/index.ts';
import { servers, type WrittenServer } from '../blind/written-servers.ts';
import type { Mutant } from '../mutants/instrument.ts';
import { sampled } from '../mutants/sample.ts';
import { lighten } from '../proofs/light-web.ts';
import { type CleanReads, readCleanly } from './clean-reads.ts';
import {
  keepFindsOfMutant,
  nameOf,
  nameOfPlanted,
  readFindsOfMutants,
  rowsThatFind,
  type Wrong,
} from './finds-of-mutants.ts';
import { foundNow } from './found.ts';
import { type MutatedServer, mutatedServer, readingRun } from './mutated-server.ts';

/*
 * Mutants of the servers that others wrote from the interface alone: small edits made by machine.
 *   npm run quick:mutants -- [--server first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth] [--size 500] [--part 1/2] [--rows '^get-class'] [--held-out]
 * Keeps which rows of a quick run find each of a sample, and each bug that was planted in the servers, for `npm run quick`
 * to choose by. What was measured is not measured again, so that parts add up to a whole.
 *   --rows      judges what was measured anew by the rows whose id fits this pattern, and by no others
 *   --held-out  draws others, by which nothing was chosen, and takes the planted bugs if nothing was chosen by them; tells
 *               how many of those that a standard run finds by reading a quick run finds; keeps nothing
 */

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    size: { type: 'string', default: '500' },
    part: { type: 'string', default: '1/1' },
    rows: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
  },
});
/** Which ones are drawn: to choose by, and to see how a choice does with others. */
const seeds = { toChoose: 11, heldOut: 7 };

const pattern = values.rows === undefined ? undefined : new RegExp(values.rows);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
lighten();
// A mutated server may leave a promise behind that fails later. What this command awaits fails where it is awaited.
process.on('unhandledRejection', () => undefined);

for (const written of servers) {
  if (values.server !== undefined && values.server !== written.name) continue;
  const server = await mutatedServer(written);
  const clean = await readCleanly(server, values['held-out'] ? 'standard' : 'quick');
  const reached = server.mutants.filter(({ id }) => clean.reached.has(id));
  const known = readFindsOfMutants();
  const isKnown = ({ key }: Mutant) => known.has(nameOf(server, key));
  const mine = (_: unknown, nth: number) => nth % parts === part - 1;
  if (values['held-out']) {
    const others = sampled(
      reached.filter((mutant) => !isKnown(mutant)),
      Number(values.size),
      seeds.heldOut,
    );
    await tell(server, clean, 'mutants', others.filter(mine).map(mutantOf(server)));
    const planted = plantedIn(written).filter(({ name }) => !known.has(name));
    await tell(server, clean, 'planted bugs', planted.filter(mine));
    continue;
  }
  const drawn = sampled(reached, Number(values.size), seeds.toChoose).map(mutantOf(server));
  for (const wrong of [...drawn, ...plantedIn(written)].filter(mine)) {
    const before = known.get(wrong.name);
    if ((before !== undefined) !== (pattern !== undefined)) continue;
    const isJudged = (row: string) => pattern === undefined || pattern.test(row);
    const failed = await rowsThatFind(server, clean, wrong, isJudged);
    if (failed) keepFindsOfMutant(wrong, foundNow(before ?? [], { isJudged, failed }));
  }
}

function mutantOf(server: MutatedServer): (mutant: Mutant) => Wrong {
  return ({ id, key }) => ({
    name: nameOf(server, key),
    mutant: id,
    start: () => server.withMutant(id),
  });
}

/** The bugs that whoever wrote a server has planted in it. */
function plantedIn({ name, forms, createServer, keys }: WrittenServer): readonly Wrong[] {
  return forms
    .filter(({ kind }) => kind === 'bug')
    .flatMap(({ switches }) => switches)
    .map((bug) => ({
      name: nameOfPlanted({ name }, bug),
      start: () => ({ fetch: createServer({ bugs: [bug] }), keys, hangs: () => 0 }),
    }));
}

/** Tells how many of these a quick run finds, of those that a standard run finds when it reads. */
async function tell(
  server: MutatedServer,
  clean: CleanReads,
  what: string,
  all: readonly Wrong[],
): Promise<void> {
  const found = { quick: 0, standard: 0 };
  for (const wrong of all) {
    const effort = await leastThatFinds(server, clean, wrong);
    if (effort) found[effort] += 1;
    if (effort === 'standard') process.stdout.write(`  a quick run misses ${wrong.name}\n`);
  }
  process.stdout.write(
    `the ${server.name} server, ${all.length} ${what}: a quick run finds ${found.quick} of ` +
      `${found.quick + found.standard} that a standard run finds by reading\n`,
  );
}

/** The least effort that finds what is wrong by reading; `undefined` where none does. */
async function leastThatFinds(
  server: MutatedServer,
  clean: CleanReads,
  wrong: Wrong,
): Promise<'quick' | 'standard' | undefined> {
  const touched = new Set<string>();
  if (wrong.mutant !== undefined) {
    const asked = wrong.start();
    for (const { id } of asked ? await clean.touchedBy(asked, wrong.mutant) : []) touched.add(id);
    if (touched.size === 0) return undefined;
  }
  for (const effort of ['quick', 'standard'] as const)
    if (await finds(server, wrong, effort, touched)) return effort;
  return undefined;
}

/** Whether a row of a run that reads fails. */
async function finds(
  server: MutatedServer,
  { start }: Wrong,
  effort: Effort,
  first: ReadonlySet<string>,
): Promise<boolean> {
  const served = start();
  if (served === undefined) return false;
  const budget = budgetFor(effort, false, server.told.profile.budget);
  const run = readingRun(server, served, { effort, budget });
  const rows = plan(catalogue, run.contract);
  const ordered = [...rows.filter((row) => first.has(row.id)), ...rows.filter((row) => !first.has(row.id))];
  for (const { check, op } of ordered) if ((await judge(run, check, op)).verdict === 'fail') return true;
  return false;
}
