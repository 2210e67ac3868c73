import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { plan } from '../../harness/judging/plan.ts';
import type { Row } from '../../harness/judging/row.ts';
import { count } from '../../harness/judging/verdict.ts';
import type { Shapes } from '../../harness/privacy/shapes.ts';
import { contractFor } from '../../harness/run/config.ts';
import { refuseForeign, setEarlierAside, settleEarlier } from '../../harness/run/earlier.ts';
import { makeFolder } from '../../harness/run/folder.ts';
import { fileJournal } from '../../harness/run/journal.ts';
import { journalFile } from '../../harness/run/preflight-record.ts';
import { bare, loadProfile } from '../../harness/run/profile.ts';
import { writeWhole } from '../../harness/run/storage.ts';
import { refusePending } from '../../harness/safety/pending.ts';
import { residueLine, residueOf, residueText } from '../../harness/safety/residue.ts';
import { contractDigest } from '../../reports/header.ts';
import { MergeError, mergeRuns, type ShardRun } from '../../reports/merge/merge.ts';
import { mergeShapes } from '../../reports/merge/shapes.ts';
import { outputNames, writeOutput } from '../../reports/output.ts';
import { readPin } from '../../reports/pin/pin.ts';
import { bookWithPin, judgePin, pinRows } from '../../reports/pin/rows.ts';
import type { Header, Report, Run } from '../../reports/report.ts';
import { formatLine } from '../../reports/rows.ts';
import type { Output } from '../../reports/terminal/ending.ts';
import type { Contract } from '../../spec/contract.ts';
import { catalogue } from '../../tests/checks/index.ts';
import { readRunFolder, readShapesIn } from '../stored.ts';
import { builtInProfile } from '../target.ts';

interface Asked {
  readonly out: string;
  readonly profile: string | undefined;
  readonly pin: string | undefined;
}

/**
 * Makes one report of those that shards left, and writes all its files.
 *
 * @throws ConfigurationError for a set that is not that of one run; an earlier report stays as it is then
 */
export async function mergeFolders(
  folders: readonly string[],
  { out, profile, pin }: Asked,
): Promise<{ readonly report: Report; readonly output: Output }> {
  refuseOwn(folders, out);
  const shards = folders.map((folder): ShardRun => ({ folder, run: readRunFolder(folder) }));
  const contract = contractOf(shards, profile);
  const shapes = mergeShapes(folders.map(readShapesIn));
  const run = withPin(merged(shards, contract), pin, shapes);
  const book = pin === undefined ? contract : bookWithPin(contract);
  makeFolder(out);
  refuseForeign(out, outputNames);
  refusePending(out);
  setEarlierAside(out, outputNames);
  writeWhole(path.join(out, 'rows.ndjson'), textOf(run));
  settleEarlier(out, outputNames);
  writeWhole(journalFile(out), folders.map(journalIn).join(''));
  const residue = residueOf(fileJournal(journalFile(out)));
  writeWhole(path.join(out, 'residue.md'), residueText(residue));
  const report = { ...run, book };
  const output = await writeOutput({ ...report, shapes }, new Map(), out);
  return { report, output: { ...output, residue: run.header.target.embedded ? '' : residueLine(residue) } };
}

/** Refuses to replace a shard by the report of all. */
function refuseOwn(folders: readonly string[], out: string): void {
  const real = (folder: string) => (existsSync(folder) ? realpathSync(folder) : path.resolve(folder));
  const own = folders.find((folder) => real(folder) === real(out));
  if (own === undefined) return;
  throw new ConfigurationError(`${own} is a shard, and would be replaced; choose another folder with --out`);
}

/** The contract that the shards were judged by. @throws ConfigurationError where the profile is another one now */
function contractOf([first]: readonly ShardRun[], profile: string | undefined): Contract {
  if (first === undefined) throw new ConfigurationError('merge needs the folders that all shards left');
  const { contract: digest, target } = first.run.header;
  const file = profile ?? target.profileFile;
  const candidates = file === undefined ? [bare, loadProfile(builtInProfile)] : [loadProfile(file)];
  const found = candidates.map(contractFor).find((contract) => contractDigest(contract) === digest);
  if (found) return found;
  throw new ConfigurationError(
    `${first.folder} was judged by another contract${file === undefined ? '' : ` than that of ${file}`}; name the profile of the shards with --profile, and merge with the version of Rollcall that judged them`,
  );
}

function merged(shards: readonly ShardRun[], contract: Contract): Run {
  const rows = plan(catalogue, contract);
  const shared = new Set(rows.flatMap(({ id, check }) => (check.afterAll ? [id] : [])));
  try {
    return mergeRuns(
      shards,
      (id) => shared.has(id),
      rows.map(({ id }) => id),
    );
  } catch (error) {
    throw error instanceof MergeError ? new ConfigurationError(error.message) : error;
  }
}

/** The run with the rows of a pin behind its own. */
function withPin(run: Run, file: string | undefined, shapes: Shapes): Run {
  if (file === undefined) return run;
  const pin = readPin(file);
  const own = pinRows(pin, []).map((one): Row => judgePin(one, pin, run.rows, shapes));
  const rows = [...run.rows, ...own];
  const header: Header = { ...run.header, planned: rows.length };
  return { header, rows, footer: { ...run.footer, counts: count(rows) } };
}

function textOf({ header, rows, footer }: Run): string {
  return [header, ...rows.map((row) => ({ kind: 'row' as const, ...row })), footer].map(formatLine).join('');
}

/** The journal of a shard: together they tell what stays on the target, and what `cleanup` has to put back. */
function journalIn(folder: string): string {
  const file = journalFile(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n*$/, '\n') : '';
}
