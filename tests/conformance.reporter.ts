import { readOptions } from '../harness/options.ts';
import { readRehearsed } from '../harness/rehearsal.ts';
import { resolveRun } from '../harness/run.ts';
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
      leave: leaveFiles,
    });
  }
}
