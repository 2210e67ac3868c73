import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cache, digestOf } from '../mutants/cache.ts';
import { cleanCommit } from '../proofs/commit.ts';
import { lighten } from '../proofs/light-web.ts';
import { keepResult } from '../readme/results.ts';
import { callSites, type Site } from './call-sites.ts';
import { faultsOf, readExcused } from './excused.ts';
import { killedMutants } from './of-mutants.ts';
import { subjects as others, type Subject } from './subjects.ts';

/*
 * Which assertions have ever fired: each `must` for a fault or a mutant, each `need` on a variant or on a target
 * that holds little.
 *   npm run sites -- [--faults] [--mutants] [--variants] [--little] [--part K/N] [--only TEXT] [--seed 1] [--table]
 *     [--record]
 * Without a kind, all four; of the mutants, those that `npm run mutants` has found to be killed. What was tried is
 * kept in proof-cache/ at once, and not tried again while nothing has changed that it depends on; so Ctrl-C loses
 * nothing, and parts add up to a whole. `--table` tries nothing, `--record` keeps what was seen for the README.
 * Ends with 1 when everything was tried and a site never fired that nothing excuses, or when an excuse is stale.
 */

const { values } = parseArgs({
  options: {
    faults: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    variants: { type: 'boolean', default: false },
    little: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    table: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

/** What came of one subject. */
interface Entry {
  readonly digest: string;
  readonly subject: string;
  readonly fired: readonly string[];
}

lighten();
const began = performance.now();
const seed = Number(values.seed);
const log = path.join(cache, 'sites.ndjson');
const dependent = [
  'reference/faults',
  'reference/variants',
  'tests/self/sites/subjects.ts',
  'tests/self/sites/poor.ts',
];
const digest = digestOf(dependent, [String(seed)]);
const sites = callSites();
const subjects = [...others, ...(await killedMutants(seed))];
const tried = new Map<string, readonly string[]>();
for (const entry of readEntries()) if (entry.digest === digest) tried.set(entry.subject, entry.fired);
await tryAll();
report();

function readEntries(): Entry[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
}

async function tryAll(): Promise<void> {
  const { faults: fault, mutants: mutant, variants: variant, little } = values;
  const kinds = { fault, mutant, variant, little };
  const any = Object.values(kinds).includes(true);
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const chosen = subjects.filter(({ id, kind }) => (!any || kinds[kind]) && id.includes(values.only));
  const waiting = chosen.filter(({ id }, at) => at % parts === part - 1 && !tried.has(id));
  if (values.table) return;
  mkdirSync(cache, { recursive: true });
  process.once('SIGINT', () => waiting.splice(0));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tryOne(next);
}

async function tryOne({ id, fire }: Subject): Promise<void> {
  const fired = [...(await fire(sites, seed))];
  tried.set(id, fired);
  appendFileSync(log, `${JSON.stringify({ digest, subject: id, fired } satisfies Entry)}\n`);
  process.stderr.write(`${id}: ${fired.length}\n`);
}

function report(): void {
  const fired = new Set([...tried.values()].flat());
  const excuses = readExcused();
  const excused = new Set(excuses.flatMap((excuse) => excuse.sites));
  const uncovered = sites.filter(({ key }) => !fired.has(key) && !excused.has(key));
  const stale = faultsOf(excuses, sites, fired);
  const whole = subjects.every(({ id }) => tried.has(id));
  const count = (kind: Site['kind']) => {
    const own = sites.filter((site) => site.kind === kind);
    const among = (keys: ReadonlySet<string>) => own.filter(({ key }) => keys.has(key)).length;
    return { sites: own.length, fired: among(fired), excused: among(excused) };
  };
  const [must, need] = [count('must'), count('need')];
  const lines = [
    ...uncovered.map(({ kind, file, line, key }) => `${kind} ${file}:${line} ${key.slice(file.length + 1)}`),
    ...stale,
    '',
    `must: ${must.fired} of ${must.sites} sites have fired`,
    `need: ${need.fired} of ${need.sites} sites have given way`,
    `${excused.size} excused; tried ${tried.size} of ${subjects.length}, in ${Math.round((performance.now() - began) / 1000)} s now`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const commit = values.record ? cleanCommit() : undefined;
  if (commit !== undefined)
    keepResult({ sites: { commit, seed, tried: tried.size, subjects: subjects.length, must, need } });
  else if (values.record) process.stderr.write('nothing was recorded: commit or stash the changes first\n');
  process.exitCode = stale.length > 0 || (whole && uncovered.length > 0) ? 1 : 0;
}
