import type { Effort } from '../harness/run/effort.ts';
import { variables } from '../harness/run/options.ts';

/** The keys of a target. They are sent to it and to nobody else, and written nowhere. */
export interface RunKeys {
  /** The key that may do everything. */
  readonly full: string;
  /** A key with fewer permissions; without it, the rows that need one can't be judged. */
  readonly restricted?: string | undefined;
  /** Further keys by the name of their role in the profile, which says what each may use. */
  readonly others?: Readonly<Record<string, string>> | undefined;
}

/** What is judged, and how thoroughly. */
export interface Selection {
  /** The file of a profile: what is known about the target. Relative to the working directory. */
  readonly profile?: string | undefined;
  /** Allow to create and change things, as `write: true` in a profile does too; otherwise nothing is written. */
  readonly write?: boolean | undefined;
  /**
   * Only these rows: ids of rows, checks, clauses or operations, the first word of a clause, or any of them with `*`; all
   * of them when left out.
   */
  readonly only?: string | readonly string[] | undefined;
  /** The seed of everything that is generated, from 0 to 999999999; 1 when left out. */
  readonly seed?: number | undefined;
  /** How much is generated: `quick`, `standard` (when left out) or `deep`. */
  readonly effort?: Effort | undefined;
}

/** The variables of a run that say what was selected; what is left out has none. */
export function variablesOf(selection: Selection & { readonly target?: string | undefined }) {
  const { target, profile, write, only = [], seed, effort } = selection;
  const values = {
    target,
    profile,
    write: write === undefined ? undefined : write ? '1' : '0',
    only: [only].flat().join('\n'),
    seed: seed === undefined ? undefined : String(seed),
    effort,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[variables[name as keyof typeof values], value]],
    ),
  );
}
