import type { App } from './app.ts';
import { seed } from './db/seed.ts';
import { serve } from './serve.ts';

export { keys } from './serve.ts';

export interface ServerOptions {
  /** Ids of planted bugs and of manners to switch on. */
  bugs?: readonly string[];
  /** The time, for deterministic runs; the wall clock by default. */
  now?: () => number;
}

export function createServer(options: ServerOptions = {}): (request: Request) => Promise<Response> {
  const { db, rng } = seed();
  const now = options.now ?? Date.now;
  let last = 0;
  const app: App = {
    db,
    rng,
    bugs: new Set(options.bugs ?? []),
    memo: new Map(),
    windows: new Map(),
    tick: () => (last = Math.max(now(), last + 1)),
  };
  return (request) => serve(app, request);
}
