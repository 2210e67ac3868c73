import type fc from 'fast-check';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { Seen } from '../http/browser.ts';
import type { SendOptions } from '../http/exchange.ts';
import type { Params } from '../http/place.ts';
import type { Run } from '../run/run.ts';
import type { Check } from './check.ts';
import { claims, type Must, type Need } from './must.ts';
import { NotOffered } from './outcome.ts';
import { type PropertyRun, runProperty, type Shrinking } from './property.ts';
import { seedFor } from './random.ts';
import { markProperty, readReplay } from './replay.ts';
import { type Play, runSequences } from './sequence.ts';
import type { World } from './world.ts';

/** All that a check sees while it judges one clause on one operation. */
export interface Context {
  readonly op: Operation;
  readonly contract: Contract;
  readonly world: World;
  readonly must: Must;
  readonly need: Need;
  /** Any operation by its id. @throws NotOffered when it came after the version that the target serves */
  operation(id: string): Operation;
  /** Sends a request to an operation, with parameters by name. */
  send(op: Operation | string, params?: Params, options?: SendOptions): Promise<Answer>;
  /** Sends the same from a page of another origin, in a browser. */
  browse(op: Operation | string, params?: Params, options?: SendOptions): Promise<Seen>;
  /** How many values a property tries unless it says otherwise; costly laws take a part of it. */
  readonly runs: number;
  /**
   * Runs a law over generated values; a failure arrives shrunk. Checks of one operation that name the same
   * series try the same values, so that the observations behind them can be shared.
   */
  forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    law: (value: T) => Promise<void>,
    runs?: number,
    series?: string,
  ): Promise<void>;
  /** Plays sequences of operations on the target beside a model; a failure arrives as the shortest list of operations. */
  inSequence<State, Step>(
    sequences: Parameters<typeof runSequences<State, Step>>[0],
    play: Play<State, Step>,
    runs?: number,
  ): Promise<void>;
  /** What the profile says about something that the interface leaves open. */
  reading(gap: string): unknown;
  /** Notes which of several permitted ways the target took: for the choices sheet, never for a verdict. */
  observe(choice: string, value: string): void;
  /** A UUID that names nothing on the target. */
  unknownId(purpose: string): string;
  /** What the answers so far said about the schema part that a clause is about. */
  schemaResult(clause: string): ReturnType<Run['schemaResults']['of']>;
}

/** What a context remembers for the row. */
export interface Trace {
  readonly answers: Answer[];
  claims: number;
  readonly choices: [string, string][];
}

/** Sets the context for one check on one operation. */
export function openContext(run: Run, check: Check, op: Operation): { context: Context; trace: Trace } {
  const { contract, settings, world, exchange, redactor, schemaResults } = run;
  const trace: Trace = { answers: [], claims: 0, choices: [] };
  const row = `${check.id} @ ${op.id}`;
  let properties = 0;
  const { must, need } = claims(
    (value) => redactor.show(value),
    () => {
      trace.claims += 1;
    },
  );
  const resolve = (target: Operation | string) => {
    if (typeof target !== 'string') return target;
    const since = contract.later.get(target);
    if (since !== undefined) throw new NotOffered(target, since, contract.version);
    return contract.operation(target);
  };
  const wanted = readReplay(run.replay?.[row]);
  const shrinking: Shrinking = {
    sent: () => exchange.requests,
    most: run.shrinks,
    pay: (attempt) => exchange.shrink(attempt),
  };
  /** Runs the next property of the check; a replay is about one of them and leaves the others out. */
  const runNext = async (
    play: (run: PropertyRun) => Promise<void>,
    runs = run.runs,
    series?: string,
  ): Promise<void> => {
    properties += 1;
    const property = properties;
    if (wanted !== undefined && wanted.property !== property) return;
    const purpose = series === undefined ? `${row} ${property}` : `${series} @ ${op.id}`;
    try {
      await play({ seed: seedFor(settings.seed, purpose), runs, path: wanted?.path, shrinking });
    } catch (error) {
      markProperty(error, property);
      throw error;
    }
  };
  const context: Context = {
    op,
    contract,
    world,
    must,
    need,
    operation: resolve,
    async send(target, params = {}, options = {}) {
      const answer = await exchange.send(resolve(target), params, options, check.access(op));
      trace.answers.push(answer);
      return answer;
    },
    browse: (target, params = {}, options = {}) =>
      exchange.browse(resolve(target), params, options, check.access(op)),
    runs: run.runs,
    forAll: (arbitrary, law, runs, series) =>
      runNext((run) => runProperty(arbitrary, law, run), runs, series),
    inSequence: (sequences, play, runs) => runNext((run) => runSequences(sequences, play, run), runs),
    reading: (gap) => settings.readings[gap],
    observe: (choice, value) => {
      const isNoted = trace.choices.some(([noted, way]) => noted === choice && way === value);
      if (!isNoted) trace.choices.push([choice, value]);
    },
    unknownId: (purpose) => world.unknownId(`${row} ${purpose}`),
    schemaResult: (clause) => schemaResults.of(clause, op.id),
  };
  return { context, trace };
}
