import type { Db } from './db.ts';
import type { On, Reply } from './types.ts';

/** One request on its way through the service. */
export interface Call {
  on: On;
  db: Db;
  op: string;
  ep: string;
  ids: readonly string[];
  query: URLSearchParams;
  body: unknown;
  /** How many requests came before. */
  nth: number;
}

export type Handler = (call: Call) => Reply;
