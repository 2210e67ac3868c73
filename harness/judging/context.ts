import type fc from 'fast-check';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { Seen } from '../http/browser.ts';
import type { SendOptions } from '../http/compose.ts';
import type { Params } from '../http/place.ts';
import type { SchemaResult } from '../http/schema-results.ts';
import type { Must, Need } from './must.ts';
import type { Play, runSequences } from './sequence.ts';
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
  schemaResult(clause: string): Readonly<SchemaResult>;
}
