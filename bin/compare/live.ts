import { rmSync } from 'node:fs';
import path from 'node:path';
import { judge } from '../../harness/judging/judge.ts';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { type Planned, plan, select } from '../../harness/judging/plan.ts';
import { finalScan } from '../../harness/privacy/final-scan.ts';
import { resolveConfig } from '../../harness/run/config.ts';
import { refuseForeign } from '../../harness/run/earlier.ts';
import { makeFolder } from '../../harness/run/folder.ts';
import { fileJournal } from '../../harness/run/journal.ts';
import { refuseUnknown } from '../../harness/run/only.ts';
import { readOptions, variables } from '../../harness/run/options.ts';
import { journalFile } from '../../harness/run/preflight-record.ts';
import { writeWhole } from '../../harness/run/storage.ts';
import { refusePending } from '../../harness/safety/pending.ts';
import { residueOf, residueText } from '../../harness/safety/residue.ts';
import { type Collector, openCollector } from '../../reports/collector.ts';
import type { Side } from '../../reports/comparison/side.ts';
import { finish } from '../../reports/finish.ts';
import { headerOf } from '../../reports/header.ts';
import { clearOutput, outputNames } from '../../reports/output.ts';
import type { Header } from '../../reports/report.ts';
import { formatShapes } from '../../reports/shapes.ts';
import { summarize } from '../../reports/summary.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { type OpenTarget, withTarget } from '../target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Two targets to judge at once, with the settings that both runs have. */
export interface LivePair {
  /** Addresses or profiles, as the caller named them. */
  readonly names: readonly [string, string];
  /** The settings of both runs, as variables. */
  readonly env: Environment;
  /** The folder for the two reports. */
  readonly out: string;
  readonly only: readonly string[];
  /** Writes a message for the person who watches. */
  readonly say: (text: string) => void;
}

/** One of the two runs, while its rows are judged. */
interface Lane {
  readonly name: string;
  readonly out: string;
  readonly target: OpenTarget;
  readonly planned: readonly Planned[];
  readonly header: Header;
  readonly collector: Collector;
}

/** Whether a word of the command line is a target to judge: an address or a profile, and no folder. */
export function isTarget(word: string): boolean {
  return isAddress(word) || /\.ya?ml$/i.test(word);
}

/**
 * Judges two targets at once, row by row, with the same seed: both are seen at the same time. Each leaves a report.
 *
 * @returns undefined where the run was interrupted
 * @throws ConfigurationError for what the caller can correct
 */
export async function judgeLive(pair: LivePair): Promise<readonly [Side, Side] | undefined> {
  const [before, after] = pair.names;
  const stop = watchSignals();
  // Nothing is replaced before both targets have answered.
  for (const folder of ['before', 'after'].map((name) => path.join(pair.out, name))) {
    refuseForeign(folder, outputNames);
    refusePending(folder);
  }
  for (const name of pair.names) refuseNoTarget(name, pair);
  for (const name of pair.names)
    await withTarget(environmentOf(name, pair), async ({ config }) =>
      refuseUnknown({ only: pair.only, path: undefined }, plan(catalogue, config.contract)),
    );
  return lane(before, 'before', pair, (one) =>
    lane(after, 'after', pair, async (other) => {
      const ids = [...new Set([one, other].flatMap(({ planned }) => planned.map(({ id }) => id)))];
      pair.say(`Judging ${ids.length} rows on both targets, one by one.`);
      for (const id of ids) {
        if (stop.asked) break;
        await Promise.all([judgeOne(one, id), judgeOne(other, id)]);
      }
      const sides = [await end(one, stop.asked), await end(other, stop.asked)] as const;
      const [first, second] = sides;
      return first && second ? ([first, second] as const) : undefined;
    }),
  );
}

/** Whether the caller asked to stop: the row that is being judged is the last. */
function watchSignals(): { asked: boolean } {
  const stop = { asked: false };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      stop.asked = true;
    });
  return stop;
}

function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/** Refuses a profile without an address: the reference service would be judged in its place. @throws ConfigurationError */
function refuseNoTarget(name: string, pair: LivePair): void {
  const env = environmentOf(name, pair);
  if (resolveConfig(readOptions(env), env).settings.baseUrl !== '') return;
  throw new ConfigurationError(`${name} names no target to compare; add \`target:\`, or name an address`);
}

/** The settings of the run on one of two targets. */
function environmentOf(name: string, { env }: Pick<LivePair, 'env'>): Environment {
  return isAddress(name)
    ? { ...env, [variables.target]: name, [variables.profile]: '' }
    : { ...env, [variables.target]: '', [variables.profile]: name };
}

function lane<T>(name: string, folder: string, pair: LivePair, work: (lane: Lane) => Promise<T>): Promise<T> {
  const { only } = pair;
  const out = path.join(pair.out, folder);
  makeFolder(out);
  refusePending(out);
  clearOutput(out);
  rmSync(journalFile(out), { force: true });
  return withTarget(
    { ...environmentOf(name, pair), [variables.out]: out },
    (target) => {
      const { config } = target;
      const rows = plan(catalogue, config.contract);
      const planned = select(rows, only);
      const profileFile = isAddress(name) ? {} : { profileFile: name };
      const record = { embedded: false, requests: target.requests, ...profileFile };
      const header = headerOf(config, { planned: planned.length, catalogue: rows.length }, record);
      const collector = openCollector(path.join(out, 'rows.ndjson'), header);
      return work({ name, out, target, planned, header, collector });
    },
    'known',
    fileJournal(journalFile(out)),
  );
}

async function judgeOne({ planned, target, collector }: Lane, id: string): Promise<void> {
  const row = planned.find((one) => one.id === id);
  if (row) collector.add(await judge(target.run, row.check, row.op));
}

/** Puts back what was lent, and leaves the report of a lane that came to its end. @throws ConfigurationError on a leak */
async function end(one: Lane, interrupted: boolean): Promise<Side | undefined> {
  const { out, target, planned, header, collector, name } = one;
  const { run, config } = target;
  await run.exchange.close();
  run.shapes.flush();
  const { failed } = await run.exchange.putBack();
  const residue = residueOf(fileJournal(journalFile(out)));
  writeWhole(path.join(out, 'residue.md'), residueText(residue));
  const ids = planned.map(({ id }) => id);
  const finished = interrupted
    ? undefined
    : finish(collector, header, ids, { requests: target.requests, mishaps: failed });
  const shapes = run.shapes.shapes();
  if (finished) {
    const summary = summarize({ ...finished, book: config.contract });
    writeWhole(path.join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    writeWhole(path.join(out, 'shapes.json'), formatShapes(shapes));
  }
  const [leak] = finalScan(out, run.scan);
  if (leak !== undefined) throw new ConfigurationError(`${leak}; the report is withheld`);
  return finished && { name, run: finished, shapes };
}
