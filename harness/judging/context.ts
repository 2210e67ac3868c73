import type fc from 'fast-check';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { Seen } from '../http/browser.ts';
import type { SendOptions } from '../http/compose.ts';
import type { GivenKey } from '../http/key-role.ts';
import type { Params } from '../http/place.ts';
import type { SchemaResult } from '../http/schema-results.ts';
import type { Effort } from '../run/effort.ts';
import type { Must, Need } from './must.ts';
import type { Play, runSequences } from './sequence.ts';
import type { World } from './world.ts';

/** A part of the values that a property tries by default: a half, a quarter or a twelfth of them. */
export type Share = 'half' | 'quarter' | 'few';

/** Everything that a check may use while it judges one clause on one operation. */
export interface Context {
  readonly op: Operation;
  readonly contract: Contract;
  readonly world: World;
  readonly must: Must;
  readonly need: Need;
  /** Finds an operation by its id. @throws NotOffered when the version that the target serves lacks it */
  operation(id: string): Operation;
  /** Sends a request to an operation. Parameters are given by name. */
  send(op: Operation | string, params?: Params, options?: SendOptions): Promise<Answer>;
  /** Sends the same request from a page of another origin, in a browser. */
  browse(op: Operation | string, params?: Params, options?: SendOptions): Promise<Seen>;
  /** Lets so many milliseconds pass by the clock of the run. What is judged in its own process may need none. */
  sleep(ms: number): Promise<void>;
  /** Sends again what met the trouble of a gateway on an operation earlier in the run. @throws Inconclusive when it has passed */
  review(op: Operation): Promise<void>;
  /** The answer that shows how the run made the thing with an id; `undefined` where it did not make it. */
  makerOf(id: string): Answer | undefined;
  /** The keys that were given to this run; the full one first. */
  readonly givenKeys: readonly GivenKey[];
  readonly effort: Effort;
  /** Whether the run writes: what was read at its start may have changed since. */
  readonly writes: boolean;
  /** How many values a property tries by default. */
  readonly runs: number;
  /** How many values a property tries that costs more requests than others. At least 1. */
  share(share: Share): number;
  /** A number for each effort, where no share of the runs fits. */
  byEffort(numbers: Readonly<Record<Effort, number>>): number;
  /**
   * Runs a property: a law over generated values, each of which is judged once. A failure carries the shrunk
   * counterexample. Checks of one operation that name the same series try the same values, so that they can share
   * observations.
   */
  forAll<T>(
    arbitrary: fc.Arbitrary<T>,
    law: (value: T) => Promise<void>,
    runs?: number,
    series?: string,
  ): Promise<void>;
  /**
   * Runs sequences of commands on the target and on a model (model-based testing). A failure carries the shortest
   * sequence that shows it.
   */
  inSequence<State, Step>(
    sequences: Parameters<typeof runSequences<State, Step>>[0],
    play: Play<State, Step>,
    runs?: number,
  ): Promise<void>;
  /** Says that the check begins anew: its properties try the same values again, and a replay finds them. */
  startOver(): void;
  /** What the profile says about a gap of the interface. */
  reading(gap: string): unknown;
  /** Records which permitted choice the target made. The choices sheet shows it; no verdict depends on it. */
  observe(choice: string, value: string): void;
  /** Makes a UUID that names nothing on the target. */
  unknownId(purpose: string): string;
  /** What the answers so far showed about the part of a schema that a clause is about. */
  schemaResult(clause: string): Readonly<SchemaResult>;
}
