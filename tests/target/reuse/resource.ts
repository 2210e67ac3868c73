import type { LentKind } from '../../../harness/run/profile.ts';

/** How a kind of thing is created and found, and what the interface and a profile call it. */
export interface Resource {
  /** The plural, which is also the setting of a profile that lends such things. */
  readonly many: LentKind;
  /** The field that holds an id. */
  readonly id: string;
  /** The operations that create one, list them, and read one by its id. */
  readonly create: string;
  readonly list: string;
  readonly get: string;
  /** The property of an answer that holds one. */
  readonly wrapper: string;
  /** The gap about what a new one holds. */
  readonly fields: string;
}
