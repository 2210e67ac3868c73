import type { Budget } from '../http/budget.ts';
import type { Keys } from '../http/key-role.ts';
import type { Pace } from '../http/pace.ts';
import type { Effort } from './effort.ts';
import type { ExtraHeader } from './headers.ts';
import type { Fixtures, LentThings } from './profile.ts';

export type { Keys } from '../http/key-role.ts';

/** The settings of a run, from flags, environment and profile. */
export interface Settings {
  /** Base address with the version prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** Headers that every request carries besides, for a gateway in front of the target. */
  readonly headers?: readonly ExtraHeader[];
  /** Whether the run may create and change things. */
  readonly write: boolean;
  readonly seed: number;
  readonly effort: Effort;
  /** The rate limit of the run; left out, there is no bound. */
  readonly pace?: Pace;
  /** The most requests of the run; left out, those of its effort. */
  readonly budget?: Budget;
  /** Existing data of the target that checks may use. */
  readonly fixtures?: Fixtures;
  /** Texts that somebody planted on the target to detect leaks. */
  readonly canaries?: readonly string[];
  /** The name of the profile. The mark in the names of created things is made from it. */
  readonly mark?: string;
  /** What the target does where the interface leaves it open, by gap id. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** The ids of all lent things. */
  readonly lent: readonly string[];
  /** The ids of the lent things, by kind. */
  readonly lentThings?: LentThings;
  /** When no further row is begun, in milliseconds since 1970. */
  readonly endsAt?: number;
}
