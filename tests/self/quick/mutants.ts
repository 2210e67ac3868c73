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
import { keepFindsOfMutant, nameOf, readFindsOfMutants, rowsThatFind } from './finds-of-mutants.ts';
import { type MutatedServer, mutatedServer, readingRun, type Served } from './mutated-server.ts';

/*
 * Mutants of the servers that others wrote from the interface alone: small edits made by machine.
 *   npm run quick:mutants -- [--server first|second] [--size 500] [--part 1/2] [--held-out]
 * Keeps which rows of a quick run find each of a sample, for `npm run quick` to choose by. What was measured is not
 * measured again, so that parts add up to a whole.
 *   --held-out  draws others, by which nothing was chosen, and takes the bugs that were planted in the servers; tells how
 *               many of those that a standard run finds by reading a quick run finds; keeps nothing
 */

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    size: { type: 'string', default: '500' },
    part: { type: 'string', default: '1/1' },
    'held-out': { type: 'boolean', default: false },
  },
});
/** Which ones are drawn: to choose by, and to see how a choice does with others. */
const seeds = { toChoose: 11, heldOut: 7 };

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
    await tell(server, 'mutants', others.filter(mine).map(mutantOf(server, clean)));
    await tell(server, 'planted bugs', plantedIn(written).filter(mine));
    continue;
  }
  for (const { id, key } of sampled(reached, Number(values.size), seeds.toChoose).filter(mine)) {
    if (known.has(nameOf(server, key))) continue;
    const rows = await rowsThatFind(server, clean, id);
    if (rows) keepFindsOfMutant(nameOf(server, key), rows);
  }
}

/** A server with something wrong. */
interface Wrong {
  readonly name: string;
  /** Starts it anew; gives nothing where it does not even start. */
  readonly start: () => Served | undefined;
  /** Rows that are judged first; `undefined` where every request of a run is answered as before. */
  readonly touched: () => Promise<ReadonlySet<string> | undefined>;
}

function mutantOf(server: MutatedServer, clean: CleanReads): (mutant: Mutant) => Wrong {
  return ({ id, key }) => ({
    name: nameOf(server, key),
    start: () => server.withMutant(id),
    async touched() {
      const asked = server.withMutant(id);
      const rows = asked ? await clean.touchedBy(asked, id) : [];
      return rows.length > 0 ? new Set(rows.map((row) => row.id)) : undefined;
    },
  });
}

/** The bugs that whoever wrote a server has planted in it. */
function plantedIn({ forms, createServer, keys }: WrittenServer): readonly Wrong[] {
  return forms
    .filter(({ kind }) => kind === 'bug')
    .map(({ id, switches }) => ({
      name: id,
      start: () => ({ fetch: createServer({ bugs: switches }), keys }),
      touched: async () => new Set(),
    }));
}

/** Tells how many of these a quick run finds, of those that a standard run finds when it reads. */
async function tell(server: MutatedServer, what: string, all: readonly Wrong[]): Promise<void> {
  const found = { quick: 0, standard: 0 };
  for (const wrong of all) {
    const effort = await leastThatFinds(server, wrong);
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
  wrong: Wrong,
): Promise<'quick' | 'standard' | undefined> {
  const touched = await wrong.touched();
  if (touched === undefined) return undefined;
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
