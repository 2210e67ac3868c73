import type { Database } from './store.ts';
import type { On } from './switches.ts';

/** What a server holds between requests. */
export interface World {
  readonly db: Database;
  /** The world as it was at the start: what a stale cache shows. */
  readonly old: Database;
  readonly nextId: () => string;
  /** Milliseconds, later with each call. */
  readonly now: () => number;
  readonly created: Set<string>;
  readonly disabledNow: Set<string>;
  serial: number;
}

/** What a handler is given. */
export interface Ctx extends World {
  readonly on: On;
  readonly op: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}
