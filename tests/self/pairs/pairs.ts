import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { variants } from '../../../reference/variants/index.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { cache, digestOf } from '../mutants/cache.ts';
import { cleanCommit } from '../proofs/commit.ts';
import { lighten } from '../proofs/light-web.ts';
import { keepResult } from '../readme/results.ts';
import { coveringGroups, handfuls } from './cover.ts';
import { faultsOf, readIncompatible, whyNot } from './incompatible.ts';
import { type Accusation, accusationsOf } from './try-group.ts';

/*
 * Freedoms together: groups of variants in which every two that go together stand at least once, and handfuls drawn
 * by chance, each judged as one service with the whole catalogue. Nothing may be accused.
 *   npm run pairs -- [--seeds 3] [--handfuls 100] [--size 24] [--only K/N] [--with ID,ID,…] [--table] [--conflicts]
 *     [--record]
 * What was tried is kept in proof-cache/ at once, and not tried again while nothing has changed that it depends on; so
 * Ctrl-C loses nothing, and parts add up to a whole. An accusation is told with the fewest variants that show it.
 * `--with` tries one group; `--table` tries nothing; `--conflicts` says which do not go together, and why;
 * `--record` keeps what was seen for the README.
 * Ends with 1 when a group was accused.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    handfuls: { type: 'string', default: '100' },
    size: { type: 'string', default: '24' },
    only: { type: 'string', default: '1/1' },
    with: { type: 'string', default: '' },
    table: { type: 'boolean', default: false },
    conflicts: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

/** What came of one group at one seed. */
interface Entry {
  readonly digest: string;
  readonly group: readonly string[];
  readonly seed: number;
  readonly accusations: readonly Accusation[];
  readonly ms: number;
}

lighten();
const log = path.join(cache, 'pairs.ndjson');
const digest = digestOf(['reference/faults', 'reference/variants'], []);
const entries = readIncompatible();
const wrong = faultsOf(entries, variants);
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exit(2);
}
const reasons = variants.map((one, at) =>
  variants.map((other, place) => (place > at ? whyNot(one, other, entries) : undefined)),
);
const compatible = (one: number, other: number) =>
  one !== other && reasons[Math.min(one, other)]?.[Math.max(one, other)] === undefined;
/** Variants of one list ask the service below for all of it, each anew: eight together ask 256 times. */
const mostOfOneList = 3;
const listOf = (one: number) => variants[one]?.fills[0]?.split('.')[0];
const hasRoom = (group: readonly number[], next: number) =>
  group.filter((one) => listOf(one) === listOf(next)).length < mostOfOneList;
if (values.conflicts) tellConflicts();
else await run();

function tellConflicts(): void {
  for (const [at, row] of reasons.entries())
    for (const [place, why] of row.entries())
      if (why !== undefined) process.stdout.write(`${variants[at]?.id} | ${variants[place]?.id} | ${why}\n`);
}

async function run(): Promise<void> {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
  const arrays = coveringGroups(variants.length, compatible, Number(values.size), hasRoom);
  const drawn = handfuls(variants.length, compatible, 6, Number(values.handfuls));
  const each = values.with === '' ? arrays.map(ofPlaces) : [named(values.with.split(','))];
  const [part = 1, parts = 1] = values.only.split('/').map(Number);
  const tried = new Map<string, Entry>();
  for (const entry of readEntries()) if (entry.digest === digest) tried.set(nameOf(entry), entry);
  // Every group once before any group again; a handful was drawn by chance, and is tried with one of the seeds.
  const byChance = values.with === '' ? drawn.map(ofPlaces) : [];
  const tasks = seeds.flatMap((seed, turn) =>
    [...each, ...byChance.filter((_, at) => at % seeds.length === turn)].map((group) => ({ seed, group })),
  );
  const waiting = tasks.filter(
    ({ seed, group }, at) => at % parts === part - 1 && !tried.has(nameOf({ seed, group: idsOf(group) })),
  );
  process.stderr.write(
    `${arrays.length} groups of up to ${values.size}, ${drawn.length} handfuls; ${waiting.length} to try\n`,
  );
  process.once('SIGINT', () => waiting.splice(0));
  if (values.table) waiting.splice(0);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const entry = await tryGroup(next.group, next.seed);
    tried.set(nameOf(entry), entry);
  }
  report(
    tasks.flatMap(({ seed, group }) => tried.get(nameOf({ seed, group: idsOf(group) })) ?? []),
    tasks.length,
  );
}

async function tryGroup(group: readonly Variant[], seed: number): Promise<Entry> {
  const began = performance.now();
  const accusations = await accusationsOf(group, seed);
  const ms = Math.round(performance.now() - began);
  const entry: Entry = { digest, group: idsOf(group), seed, accusations, ms };
  mkdirSync(cache, { recursive: true });
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
  process.stderr.write(
    `seed ${seed}, ${group.length} together: ${accusations.length} accusations (${ms} ms)\n`,
  );
  for (const one of accusations) process.stderr.write(`${linesOf(one)}\n`);
  return entry;
}

function report(done: readonly Entry[], planned: number): void {
  const found = new Map(done.flatMap(({ accusations }) => accusations).map((one) => [linesOf(one), one]));
  const covered = new Set(done.flatMap(({ group }) => pairsIn(group)));
  const lines = [
    ...found.keys(),
    '',
    `${found.size} accusations in ${done.length} of ${planned} runs, which put ${covered.size} pairs of ${variants.length} variants together`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = found.size > 0 ? 1 : 0;
  if (!values.record) return;
  const commit = cleanCommit();
  if (commit === undefined) {
    process.stderr.write('nothing was recorded: commit or stash the changes first\n');
    return;
  }
  const open = reasons.map((row, at) => row.filter((why, place) => place > at && why === undefined).length);
  const seen = { variants: variants.length, pairs: covered.size, accusations: found.size };
  const compatible = open.reduce((sum, number) => sum + number, 0);
  keepResult({
    pairs: { commit, seeds: Number(values.seeds), runs: done.length, planned, compatible, ...seen },
  });
}

function readEntries(): Entry[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
}

function linesOf({ row, reason, variants: shown }: Accusation): string {
  return `${row}: ${reason}\n    ${shown.join(' + ')}`;
}

function nameOf({ seed, group }: Pick<Entry, 'seed' | 'group'>): string {
  return `${seed} ${group.join(' ')}`;
}

function idsOf(group: readonly Variant[]): string[] {
  return group.map(({ id }) => id);
}

function ofPlaces(places: readonly number[]): Variant[] {
  return places.flatMap((at) => variants[at] ?? []);
}

function named(ids: readonly string[]): Variant[] {
  return ids.map((id) => {
    const one = variants.find((variant) => variant.id === id);
    if (one) return one;
    process.stderr.write(`there is no variant ${id}\n`);
    return process.exit(2);
  });
}

function pairsIn(group: readonly string[]): string[] {
  return group.flatMap((one, at) => group.slice(at + 1).map((other) => `${one} ${other}`));
}
