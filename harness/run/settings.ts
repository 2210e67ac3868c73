import type { Budget } from '../http/budget.ts';
import type { Pace } from '../http/pace.ts';
import type { Effort } from './effort.ts';
import type { Fixtures, LentThings } from './profile.ts';

/** Keys by role, as values: they live in memory only. */
export interface Keys {
  readonly full: string | undefined;
  readonly restricted: string | undefined;
}

/** Everything a run needs to know, from flags, environment and profile. */
export interface Settings {
  /** Base address with the version prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** Whether the run may create and change. */
  readonly write: boolean;
  readonly seed: number;
  readonly effort: Effort;
  /** The most that is asked of the target; unbounded if nobody says. */
  readonly pace?: Pace;
  /** The most that is sent; what the effort allows if nobody says. */
  readonly budget?: Budget;
  /** What the profile knows about the data of the target. */
  readonly fixtures?: Fixtures;
  /** Texts that somebody planted on the target to see whether they leak. */
  readonly canaries?: readonly string[];
  /** What the names of created things have in common from run to run: the name of the profile. */
  readonly mark?: string;
  /** Facts about the target that the interface leaves open, by gap id. */
  readonly readings: Readonly<Record<string, unknown>>;
  /** Ids that the target's owner lends for changes. */
  readonly lent: readonly string[];
  /** The same by kind, for checks that need something to change. */
  readonly lentThings?: LentThings;
}
