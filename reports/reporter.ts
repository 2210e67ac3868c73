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
import { exitCode, exits } from '../harness/judging/verdict.ts';
import type { RunConfig } from '../harness/run/config.ts';
import type { PreflightRecord } from '../harness/run/preflight-record.ts';
import { StorageError } from '../harness/run/storage.ts';
import { clauseIn } from './book.ts';
import { type Collector, openCollector } from './collector.ts';
import { finish, missingRow } from './finish.ts';
import { headerOf } from './header.ts';
import type { Timings } from './junit.ts';
import { nameMishap } from './mishap.ts';
import { type Header, type Report, verdictOf } from './report.ts';
import { type Left, opening } from './terminal/ending.ts';
import { type Halted, halted } from './terminal/halted.ts';
import { type Progress, showProgress } from './terminal/progress.ts';
import { isLive, type Style, styleFor } from './terminal/style.ts';
import { terminal } from './terminal/terminal.ts';

/** A run about to begin, and what was settled before its first row. */
export interface Opened {
  readonly config: RunConfig;
  readonly rehearsed: PreflightRecord;
}

/** What the reporter is made of. */
export interface Parts {
  /** Resolves the run; asked once, when all rows are known. */
  readonly open: () => Opened;
  /** Where people read. */
  readonly stream: { readonly isTTY?: boolean; write(text: string): unknown };
  /** Writes what the run leaves in its folder. */
  readonly leave: (report: Report, timings: Timings, out: string) => Promise<Left>;
  /** Writes what a run leaves that was cut short. */
  readonly halt: (out: string) => Pick<Halted, 'out' | 'residue'> & Required<Pick<Left, 'leaks'>>;
  /** Ends the run early, in good order. */
  readonly stop: () => void;
}

/** The variable by which workers know that this reporter listens. */
export const listening = 'ROLLCALL_LISTENING';

/** What the reporter keeps while rows are judged. */
interface Watch extends Opened {
  readonly header: Header;
  /** Ids of the rows that the run is to give, in the order of the plan. */
  readonly planned: readonly string[];
  readonly collector: Collector;
  readonly progress: Progress;
  readonly style: Style;
  readonly timings: Map<string, { start: number; ms: number }>;
}

const judging = 'conformance';
/** Playwright's own folder below the report's; nothing in it is for readers. */
const scratch = '.playwright';
/** Collects rows while Playwright runs them, then writes what a run leaves and decides the exit code. */
export class RowReporter implements Reporter {
  readonly #parts: Parts;
  readonly #mishaps: string[] = [];
  readonly #others: string[] = [];
  #watch: Watch | undefined;
  /** What keeps files from being written. */
  #problem: string | undefined;
  #code: number = exits.suiteError;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    refuseSecondTries(config);
    process.env[listening] = '1';
    const tests = suite.allTests().filter((test) => test.parent.project()?.name === judging);
    this.#guard(() => {
      this.#watch = startWatch(
        this.#parts,
        tests.map(({ title }) => title),
      );
      this.#say(`${opening(this.#watch.header, this.#watch.style)}\n`);
    });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const watch = this.#watch;
    if (test.parent.project()?.name === judging) watch && this.#guard(() => note(watch, test, result));
    else if (!test.ok()) this.#others.push(test.titlePath().slice(2).join(' › '));
  }

  onError(error: TestError): void {
    this.#guard(() => refuseStorage(error));
    this.#mishaps.push(nameMishap(error));
  }

  async onEnd({ status }: FullResult): Promise<void> {
    this.#watch?.progress.end();
    if (status === 'interrupted' || this.#problem !== undefined) {
      this.#code = this.#halt();
    } else if (this.#watch && this.#watch.planned.length > 0) {
      this.#code = await this.#close(this.#watch);
    } else {
      for (const mishap of this.#mishaps) this.#say(mishap);
      this.#say('Nothing was judged.');
    }
    for (const title of this.#others) this.#say(`✗ self-test: ${title}`);
    if (this.#others.length > 0) this.#code = exits.suiteError;
  }

  /** Does what writes files. Where there is no room for them, the run ends, and what is judged stays. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (this.#problem === undefined) this.#parts.stop();
      this.#problem ??= error.message;
    }
  }

  /** Tells of a run that was cut short. @returns its exit code */
  #halt(): number {
    const problem = this.#problem;
    const code = problem === undefined ? exits.interrupted : exits.usage;
    if (!this.#watch) {
      this.#say(problem === undefined ? 'Interrupted before the first row.' : `✗ ${problem}`);
      return code;
    }
    const { config, header, collector, style } = this.#watch;
    collector.pull();
    const { leaks, ...left } = this.#parts.halt(config.options.out);
    if (leaks.length > 0) return this.#withhold(leaks);
    this.#say(halted({ header, judged: collector.rows.size, ...left, problem }, style));
    return code;
  }

  /** Ends the stream, writes the files, tells the story. @returns the exit code of the run */
  async #close(watch: Watch): Promise<number> {
    try {
      return await this.#tell(watch);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.#problem = error.message;
      return this.#halt();
    }
  }

  async #tell(watch: Watch): Promise<number> {
    const { config, header, planned, collector, timings, rehearsed, style } = watch;
    const before = { requests: rehearsed.requests, mishaps: this.#mishaps };
    const report = { ...finish(collector, header, planned, before), book: config.contract };
    const left = await this.#parts.leave(report, timings, config.options.out);
    if (left.leaks && left.leaks.length > 0) return this.#withhold(left.leaks);
    this.#say(`\n${terminal(report, left, style, config.options.verbose)}`);
    return exitCode(verdictOf(report), report.footer.counts, config.options.strict);
  }

  /** An output held what must never leave the target: nobody is pointed to it. */
  #withhold(leaks: readonly string[]): number {
    for (const leak of leaks) this.#say(`✗ ${leak}`);
    this.#say('The report is withheld, and there is no verdict.');
    return exits.suiteError;
  }

  #say(text: string): void {
    this.#parts.stream.write(`${text}\n`);
  }

  /** Playwright knows only 0 and 1; the exit code says more than that. */
  async onExit(): Promise<void> {
    if (this.#watch)
      rmSync(path.join(this.#watch.config.options.out, scratch), { recursive: true, force: true });
    process.exit(this.#code);
  }
}

function startWatch({ open, stream }: Parts, planned: readonly string[]): Watch {
  const { config, rehearsed } = open();
  const style = styleFor(stream, process.env);
  const header = headerOf(config, planned.length, rehearsed);
  return {
    config,
    header,
    planned,
    rehearsed,
    style,
    collector: openCollector(path.join(config.options.out, 'rows.ndjson'), header),
    progress: showProgress(planned.length, {
      write: (text) => stream.write(text),
      live: isLive(stream, process.env),
      style,
      verbose: config.options.verbose,
    }),
    timings: new Map(),
  };
}

/** @throws StorageError when a worker ended for want of room */
function refuseStorage(error: TestError): void {
  const [, message] = /^StorageError: ([\s\S]*)/.exec(nameMishap(error)) ?? [];
  if (message !== undefined) throw new StorageError(message);
}

/** A test that ended without a row is an error of the suite: nothing may pass by not running. */
function note(
  { config, collector, progress, timings }: Watch,
  { title }: TestCase,
  result: TestResult,
): void {
  collector.pull();
  if (result.status === 'interrupted') return;
  timings.set(title, { start: result.startTime.getTime(), ms: Math.max(result.duration, 0) });
  if (!collector.rows.has(title)) for (const error of result.errors) refuseStorage(error);
  const row = collector.rows.get(title) ?? missingRow(title, nameMishap(result.errors[0] ?? {}));
  if (!collector.rows.has(title)) collector.add(row);
  const { chapter } = clauseIn(config.contract, row.clause);
  progress.step(row, config.contract.chapters.find(({ id }) => id === chapter)?.title ?? chapter);
}

/** A row is judged once: a target that is asked until it passes has not passed. */
function refuseSecondTries(config: FullConfig): void {
  const project = config.projects.find(({ name }) => name === judging);
  if (!project || (project.retries === 0 && project.repeatEach === 1)) return;
  process.stderr.write('rollcall judges each row once; leave out --retries and --repeat-each\n');
  process.exit(exits.usage);
}
