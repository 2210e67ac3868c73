import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileJournal } from '../harness/journal.ts';
import { lastLook } from '../harness/last-look.ts';
import { readOptions } from '../harness/options.ts';
import { journalFile, readRehearsed } from '../harness/rehearsal.ts';
import { residueLine, residueOf, residueText } from '../harness/residue.ts';
import { dropEarlier } from '../harness/resume.ts';
import { resolveRun } from '../harness/run.ts';
import { openScan, secretsOf } from '../harness/scan.ts';
import { leaveFiles } from '../reports/leave.ts';
import { RowReporter } from '../reports/reporter.ts';

/** The reporter of this run, as Playwright wants it: a class that needs nothing. */
export default class ConformanceReporter extends RowReporter {
  constructor() {
    super({
      open: () => {
        const options = readOptions(process.env);
        return { run: resolveRun(options, process.env), rehearsed: readRehearsed(options.out) };
      },
      stream: process.stdout,
      leave: async (report, timings, out) => {
        dropEarlier(out);
        const left = await leaveFiles(report, timings, out);
        const residue = residueOf(fileJournal(journalFile(out)));
        writeFileSync(path.join(out, 'residue.md'), residueText(residue));
        const line = report.header.target.embedded ? '' : residueLine(residue);
        const { keys, canaries = [] } = resolveRun(readOptions(process.env), process.env).settings;
        return { ...left, residue: line, leaks: lastLook(out, openScan(secretsOf(keys, canaries))) };
      },
    });
  }
}
