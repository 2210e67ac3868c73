import type { Random } from './db/random.ts';
import type { Database } from './db/tables.ts';

/** Which planted bugs and manners are switched on. */
export interface Flags {
  has(id: string): boolean;
}

/** One server: its data, its switches, its clock. */
export interface App {
  readonly db: Database;
  readonly bugs: Flags;
  readonly rng: Random;
  /** Milliseconds; never the same twice for two writes. */
  tick(): number;
  /** Only planted bugs keep anything here. */
  readonly memo: Map<string, unknown>;
  readonly windows: Map<string, { since: number; count: number }>;
}

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Context {
  readonly app: App;
  readonly bugs: Flags;
  readonly db: Database;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed JSON body of a route that has one. */
  readonly body: unknown;
}

export type ErrorStyle = 'basic' | 'problem';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly permission: 'read' | 'write';
  readonly style: ErrorStyle;
  readonly hasBody: boolean;
  readonly experimental: boolean;
  readonly handle: (context: Context) => Reply;
}

export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const badRequest = (message: string): HttpError => new HttpError(400, message);
export const notFound = (message: string): HttpError => new HttpError(404, message);
