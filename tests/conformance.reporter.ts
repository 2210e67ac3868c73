import path from 'node:path';
import { type Planned, plan } from '../harness/judging/plan.ts';
import { finalScan } from '../harness/privacy/final-scan.ts';
import { openScan, secretsOf } from '../harness/privacy/scan.ts';
import { shapesIn } from '../harness/privacy/shape-book.ts';
import { writeAsked } from '../harness/run/asked.ts';
import { type RunConfig, resolveConfig } from '../harness/run/config.ts';
import { fileJournal } from '../harness/run/journal.ts';
import { optimizeFor } from '../harness/run/lean-heap.ts';
import { readOptions } from '../harness/run/options.ts';
import { journalFile, readPreflight } from '../harness/run/preflight-record.ts';
import { dropEarlier } from '../harness/run/resume.ts';
import { askedRows } from '../harness/run/selection.ts';
import { stopRun } from '../harness/run/signals.ts';
import { StorageError, writeWhole } from '../harness/run/storage.ts';
import { residueLine, residueOf, residueText } from '../harness/safety/residue.ts';
import { selectionDigest } from '../reports/header.ts';
import { displayPath, isOfPage, writeOutput } from '../reports/output.ts';
import { RowReporter } from '../reports/reporter.ts';
import type { Opened } from '../reports/run-in-progress.ts';
import { catalogue } from './checks/index.ts';

/** The reporter of a run. Playwright requires a class whose constructor needs no arguments. */
export default class ConformanceReporter extends RowReporter {
  constructor() {
    const { json } = readOptions(process.env);
    super({
      open: () => {
        const options = readOptions(process.env);
        // Playwright prepares no run for --list.
        if (!options.prepared) return undefined;
        const config = resolveConfig(options, process.env);
        const all = plan(catalogue, config.contract);
        return {
          config,
          rehearsed: readPreflight(options.out),
          catalogue: all.length,
          ...shardIn(all, config),
        };
      },
      begin: (planned) => {
        optimizeFor(planned.length);
        writeAsked(readOptions(process.env).out, planned);
      },
      stream: json ? process.stderr : process.stdout,
      tell: json ? (line) => process.stdout.write(line) : undefined,
      leave: async (report, timings, out) => {
        const shapes = shapesIn(fileJournal(journalFile(out)));
        const residue = writeResidue(out);
        const leaks: string[] = [];
        const scanRest = () => void leaks.push(...deleteLeaks(out, (file) => !isOfPage(file)));
        const { noPage } = readOptions(process.env);
        const output = await writeOutput({ ...report, shapes }, timings, out, scanRest, !noPage);
        dropEarlier(out);
        leaks.push(...deleteLeaks(out, isOfPage));
        return { ...output, residue: report.header.target.embedded ? '' : residue, leaks };
      },
      halt: (out) => {
        const residue = readPreflight(out).embedded ? '' : tryToWriteResidue(out);
        return { out: displayPath(out), residue, leaks: deleteLeaks(out) };
      },
      stop: stopRun,
    });
  }
}

/** The part of the run that a shard is. */
function shardIn(all: readonly Planned[], { options }: RunConfig): Pick<Opened, 'shard'> {
  const { shard } = options;
  if (shard === undefined) return {};
  const ids = askedRows(all, options).map(({ id }) => id);
  return { shard: { ...shard, rows: ids.length, selection: selectionDigest(ids) } };
}

/** Writes the residue to `residue.md`. @returns the residue in one line @throws StorageError */
function writeResidue(out: string): string {
  const residue = residueOf(fileJournal(journalFile(out)));
  writeWhole(path.join(out, 'residue.md'), residueText(residue));
  return residueLine(residue);
}

/** Writes the residue if there is room for the file. @returns the residue in one line in any case */
function tryToWriteResidue(out: string): string {
  try {
    return writeResidue(out);
  } catch (error) {
    if (error instanceof StorageError) return residueLine(residueOf(fileJournal(journalFile(out))));
    throw error;
  }
}

/** Deletes every output file, of those that are sought, that holds a key or a canary. @returns a line for each */
function deleteLeaks(out: string, isSought?: (file: string) => boolean): string[] {
  const { keys, canaries = [], headers } = resolveConfig(readOptions(process.env), process.env).settings;
  return finalScan(out, openScan(secretsOf(keys, canaries, headers)), isSought);
}
