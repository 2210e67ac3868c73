/** The server "fifteenth": an interface of an evening school, in memory. */

import { deployments } from './deployments.ts';
import { drift } from './drift.ts';
import { answerTo, keyOf } from './gateway.ts';
import { table } from './operations.ts';
import { plain } from './plain.ts';
import type { Settings } from './settings.ts';
import { hooksAt } from './switches.ts';
import type { Bug, Ctx, Stage, World } from './types.ts';
import { makeWorld } from './world.ts';

export { keys } from './keys.ts';

export const operations: readonly string[] = table.map((row) => row.op);

export interface Options {
  bugs?: readonly string[];
  seen?: (id: string) => void;
}

export function settingsOf(on: ReadonlySet<string>): Settings {
  const s = structuredClone(plain);
  for (const deployment of deployments) {
    if (!on.has(deployment.id)) continue;
    deployment.change(s);
    s.name = deployment.id;
  }
  return s;
}

function settle(world: World, now: number): void {
  if (world.pending.length === 0) return;
  const due = world.pending.filter((one) => one.at <= now);
  if (due.length === 0) return;
  world.pending = world.pending.filter((one) => one.at > now);
  for (const one of due) one.run();
}

export function createServer(options: Options = {}): (request: Request) => Promise<Response> {
  const on = new Set(options.bugs ?? []);
  const seen = options.seen;
  const s = settingsOf(on);
  const world = makeWorld(s, Date.now());

  const consult = (id: string): boolean => {
    seen?.(id);
    return on.has(id);
  };

  return async (request) => {
    const url = new URL(request.url);
    const now = Date.now();
    world.requests += 1;
    settle(world, now);
    drift(s, world, now);
    for (const deployment of deployments) consult(deployment.id);
    const stages = new Map<Stage, readonly Bug[]>();
    const c: Ctx = {
      op: '',
      method: request.method,
      path: url.pathname,
      url,
      params: {},
      query: [...url.searchParams],
      body: undefined,
      key: keyOf(request.headers),
      headers: request.headers,
      world,
      s,
      now,
      on: consult,
      memo: new Map(),
      hooks: (stage) => {
        let list = stages.get(stage);
        if (list === undefined) {
          list = hooksAt(c.op, stage).filter((bug) => consult(bug.id));
          stages.set(stage, list);
        }
        return list;
      },
    };
    return answerTo(c, request);
  };
}
