import path from 'node:path';
import { parseArgs } from 'node:util';
import { cleanCommit } from '../proofs/commit.ts';
import { contract } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { keepResult } from '../readme/results.ts';
import { byKey, faultsOf, readAccepted } from './accepted.ts';
import { cache } from './cache.ts';
import { keepSample } from './kept-sample.ts';
import { append, Killers, readLog } from './log.ts';
import { inPool } from './pool.ts';
import { prepared } from './prepared.ts';
import { sampled } from './sample.ts';
import { count, percent, type Result, shareKilled, survivors, tables } from './table.ts';

/*
 * Mutants of the reference service: small edits made by machine, each judged with the rows that can reach it until
 * one fails.
 *   npm run mutants -- [--file TEXT] [--sample N] [--again LOG] [--seed 1] [--workers 2] [--minutes N] [--unaccepted]
 *     [--anew] [--table] [--keep] [--record]
 * What was judged is kept in proof-cache/ at once, and not judged again while nothing has changed that verdicts
 * depend on; so Ctrl-C loses nothing, and parts add up to a whole.
 *   --again       another log, to learn from which rows to try first
 *   --minutes     begins nothing after so long
 *   --unaccepted  leaves accepted mutants out
 *   --anew        judges what was judged
 *   --table       judges nothing
 *   --keep        keeps those of the sample that a row kills, for CI
 *   --record      keeps what was seen, for the README
 * Ends with 1 when a mutant survives that nothing excuses, or when an acceptance is stale.
 */

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'string' },
    workers: { type: 'string', default: '2' },
    unaccepted: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
lighten();
const began = performance.now();
const seed = Number(values.seed);
const log = path.join(cache, 'mutants.ndjson');
const { mutants, reach, digest } = await prepared(seed);
const accepted = readAccepted();
const excuses = byKey(accepted);
const named = mutants.filter(({ file }) => file.includes(values.file));
const open = values.keep ? named.filter(({ key }) => !excuses.has(key)) : named;
const chosen = values.sample === undefined ? open : sampled(open, Number(values.sample), seed);
if (chosen.length === 0) {
  process.stderr.write('no mutant stands in a file of that name\n');
  process.exit(2);
}

const killers = new Killers();
for (const entry of [...(values.again ? readLog(values.again) : []), ...readLog(log)]) killers.note(entry);
const known = new Map(readLog(log).flatMap((entry) => (entry.digest === digest ? [[entry.key, entry]] : [])));
const waiting = chosen.filter(
  ({ key }) => !values.table && (values.anew || !known.has(key)) && !(values.unaccepted && excuses.has(key)),
);
process.once('SIGINT', () => waiting.splice(0));
process.stderr.write(`${waiting.length} of ${chosen.length} mutants to judge\n`);
let done = 0;
if (waiting.length > 0)
  await inPool(
    Math.min(Number(values.workers), waiting.length),
    seed,
    Math.max(60_000, 10 * reach.ms),
    () => {
      const isLate = performance.now() - began > Number(values.minutes) * 60_000;
      const mutant = isLate ? undefined : waiting.shift();
      return mutant && { ...mutant, first: killers.of(mutant.key) };
    },
    ({ key }, answer) => {
      const entry = { digest, key, ...answer };
      append(log, entry);
      killers.note(entry);
      known.set(key, entry);
      done += 1;
      process.stderr.write(`${done} ${answer.outcome} ${key} (${answer.ms} ms) ${answer.row}\n`);
    },
  );
report();
if (values.keep)
  keepSample(
    chosen.flatMap(({ key }) => {
      const { outcome, row = '' } = known.get(key) ?? {};
      return outcome === 'killed' ? [{ mutant: key, row }] : [];
    }),
  );

function report(): void {
  const results = chosen.map((mutant): Result => {
    return { mutant, entry: known.get(mutant.key), accepted: excuses.get(mutant.key) };
  });
  const left = survivors(results);
  const stale = [
    ...faultsOf(accepted, new Set(mutants.map(({ key }) => key)), new Set(contract.gaps.keys())),
    ...results.flatMap(({ mutant, entry, accepted: excuse }) =>
      excuse && entry?.outcome === 'killed' ? [`accepted, and ${entry.row} kills it: ${mutant.key}`] : [],
    ),
  ];
  const counts = count(results);
  const lines = [
    tables(results, contract),
    '',
    ...left.map(
      ({ mutant, entry }) =>
        `${entry?.outcome} ${mutant.file}:${mutant.line} ${mutant.key}${entry?.row ? `\n    ${entry.row}: ${entry.reason}` : ''}`,
    ),
    ...stale,
    '',
    `${counts.killed} killed, ${percent(shareKilled(counts))} of those that are neither equivalent nor permitted; ` +
      `${left.length} survive; ${counts.mutants - counts.judged} not judged`,
    `${done} judged in ${Math.round((performance.now() - began) / 1000)} s`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const commit = values.record ? cleanCommit() : undefined;
  if (commit !== undefined) keepResult({ mutants: { commit, seed, ...counts } });
  else if (values.record) process.stderr.write('nothing was recorded: commit or stash the changes first\n');
  process.exitCode = left.length + stale.length > 0 ? 1 : 0;
}
