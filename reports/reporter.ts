import { rmSync } from 'node:fs';
import path from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { exits } from '../harness/judging/verdict.ts';
import { StorageError } from '../harness/run/storage.ts';
import { showFailures } from './allure-beside.ts';
import { finish } from './finish.ts';
import type { Timings } from './junit.ts';
import { nameMishap } from './mishap.ts';
import { exitCodeOf, type Report } from './report.ts';
import {
  type Opened,
  type OutputStream,
  type RunInProgress,
  recordTest,
  rethrowStorageError,
  startRun,
} from './run-in-progress.ts';
import { type Output, opening } from './terminal/ending.ts';
import { type InterruptedRun, interruptedText } from './terminal/interrupted.ts';
import { width, wrap } from './terminal/layout.ts';
import { quietTerminal } from './terminal/quiet.ts';
import { terminal } from './terminal/terminal.ts';

/** What the reporter is made of. */
export interface Parts {
  /** Resolves the run. It is called once, when all rows are known; `undefined` where they are only listed. */
  readonly open: () => Opened | undefined;
  /** Called with the ids of all rows of the run, in their order, before the first is judged. */
  readonly begin?: (planned: readonly string[]) => void;
  readonly stream: OutputStream;
  /** Takes the lines of `rows.ndjson` as they come. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Writes the output of a finished run. */
  readonly leave: (report: Report, timings: Timings, out: string) => Promise<Output>;
  /** Writes the output of an interrupted run. */
  readonly halt: (out: string) => Pick<InterruptedRun, 'out' | 'residue'> & Required<Pick<Output, 'leaks'>>;
  /** Shuts the run down early, gracefully. */
  readonly stop: () => void;
}

/** The variable by which a worker knows that this reporter is in use. */
export const listening = 'ROLLCALL_LISTENING';

/** The Playwright project whose tests are rows. */
const conformance = 'conformance';
/** Playwright's own folder below the output folder. It holds nothing for readers, so it is deleted. */
const playwrightFolder = '.playwright';

/** Playwright's reporter of a run: it collects the rows, writes the output, and decides the exit code. */
export class RowReporter implements Reporter {
  readonly #parts: Parts;
  /** Errors outside any row, in words. */
  readonly #errors: string[] = [];
  /** Titles of failed tests of other projects, which run along when no project is selected. */
  readonly #failedSelfTests: string[] = [];
  #run: RunInProgress | undefined;
  /** Playwright's own folder of this run. */
  #scratch = '';
  /** The rows were only listed. */
  #listed = false;
  /** Why files cannot be written; `undefined` while they can. */
  #storageProblem: string | undefined;
  #exitCode: number = exits.suiteError;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    refuseRetries(config);
    this.#scratch = config.projects.find(({ name }) => name === conformance)?.outputDir ?? '';
    process.env[listening] = '1';
    const tests = suite.allTests().filter((test) => test.parent.project()?.name === conformance);
    showFailures(tests);
    const planned = tests.map(({ title }) => title);
    // Without a row there is no report, and an earlier one stays as it is.
    if (planned.length === 0) return;
    this.#stopOnFullDisk(() => {
      const opened = this.#parts.open();
      if (opened === undefined) return this.#list(planned);
      this.#run = startRun(opened, planned, this.#parts.stream, this.#parts.tell);
      this.#parts.begin?.(planned);
      if (!opened.config.options.quiet) this.#say(`${opening(this.#run.header, this.#run.style)}\n`);
    });
  }

  /** Prints the ids of rows that are only listed. */
  #list(planned: readonly string[]): void {
    for (const id of planned) this.#say(id);
    this.#exitCode = exits.ok;
    this.#listed = true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const run = this.#run;
    if (test.parent.project()?.name === conformance)
      run && this.#stopOnFullDisk(() => recordTest(run, test, result));
    else if (!test.ok()) this.#failedSelfTests.push(test.titlePath().slice(2).join(' › '));
  }

  /** Passes on what the process of the rows tells a person: a line of ours, and nothing else that is written there. */
  onStdErr(chunk: string | Buffer): void {
    const lines = String(chunk)
      .split('\n')
      .filter((line) => line.startsWith('rollcall: '));
    if (lines.length > 0) this.#run?.progress.clear();
    for (const line of lines) process.stderr.write(`${wrap(line, width).join('\n')}\n`);
  }

  onError(error: TestError): void {
    this.#stopOnFullDisk(() => rethrowStorageError(error));
    this.#errors.push(nameMishap(error));
  }

  async onEnd({ status }: FullResult): Promise<void> {
    if (this.#listed) return;
    this.#run?.progress.end();
    if (status === 'interrupted' || this.#storageProblem !== undefined) {
      this.#exitCode = this.#endInterrupted();
    } else if (this.#run && this.#run.planned.length > 0) {
      this.#exitCode = await this.#endFinished(this.#run);
    } else {
      for (const error of this.#errors) this.#say(error);
      this.#say('Nothing was judged.');
    }
    for (const title of this.#failedSelfTests) this.#say(`✗ self-test: ${title}`);
    if (this.#failedSelfTests.length > 0) this.#exitCode = exits.suiteError;
  }

  /** Runs `work`, which writes files. A full disk ends the run; the rows that were written stay. */
  #stopOnFullDisk(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (this.#storageProblem === undefined) this.#parts.stop();
      this.#storageProblem ??= error.message;
    }
  }

  /** Ends a run that was interrupted or could not write its files. @returns the exit code */
  #endInterrupted(): number {
    const problem = this.#storageProblem;
    const code = problem === undefined ? exits.interrupted : exits.usage;
    if (!this.#run) {
      this.#say(problem === undefined ? 'Interrupted before the first row.' : `✗ ${problem}`);
      return code;
    }
    const { config, header, collector, style } = this.#run;
    collector.pull();
    const { leaks, ...output } = this.#parts.halt(config.options.out);
    if (leaks.length > 0) return this.#withhold(leaks);
    this.#say(interruptedText({ header, judged: collector.rows.size, ...output, problem }, style));
    return code;
  }

  /** Ends a run that came to its end, or that could not write its output. @returns the exit code */
  async #endFinished(run: RunInProgress): Promise<number> {
    try {
      return await this.#writeReport(run);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#storageProblem = error.message;
      return this.#endInterrupted();
    }
  }

  /** Ends the stream of rows, writes the output, and prints the report. @returns the exit code */
  async #writeReport(run: RunInProgress): Promise<number> {
    const { config, header, planned, collector, timings, rehearsed, style, book } = run;
    const before = { requests: rehearsed.requests, mishaps: this.#errors };
    const report = { ...finish(collector, header, planned, before), book };
    const output = await this.#parts.leave(report, timings, config.options.out);
    if (output.leaks && output.leaks.length > 0) return this.#withhold(output.leaks);
    const { quiet, verbose, strict } = config.options;
    if (quiet) this.#say(quietTerminal(report, output, style));
    else this.#say(`\n${terminal(report, output, style, verbose)}`);
    return exitCodeOf(report, strict);
  }

  /** Prints which files held a secret in place of the report. @returns the exit code */
  #withhold(leaks: readonly string[]): number {
    for (const leak of leaks) this.#say(`✗ ${leak}`);
    this.#say('The report is withheld, and there is no verdict.');
    return exits.suiteError;
  }

  #say(text: string): void {
    this.#parts.stream.write(`${text}\n`);
  }

  /** Ends the process itself, because Playwright knows only the exit codes 0 and 1. */
  async onExit(): Promise<void> {
    if (path.basename(this.#scratch) === playwrightFolder)
      rmSync(this.#scratch, { recursive: true, force: true });
    process.exit(this.#exitCode);
  }
}

/** Refuses to judge a row more than once: a retry would hide a failure that does not occur every time. */
function refuseRetries(config: FullConfig): void {
  const project = config.projects.find(({ name }) => name === conformance);
  if (!project || (project.retries === 0 && project.repeatEach === 1)) return;
  process.stderr.write('rollcall judges each row once; leave out --retries and --repeat-each\n');
  process.exit(exits.usage);
}
