// Switches: behaviours that can be turned on. Each acts at named points of the server's work.

import type { Change, ListArgs, Obj, Reply, Req, Row, Window } from './types.ts';
import type { World } from './world.ts';

export interface Points {
  /** The request as it came in. */
  request: (req: Req, c: Ctx) => void;
  /** Who may pass: 0, 401 or 403. */
  auth: (verdict: number, c: Ctx) => number;
  /** Whether a check that failed is let through; `sub` is the code of the check. */
  lax: (c: Ctx) => boolean;
  /** Path ids as they were understood. */
  ids: (ids: Map<string, string>, c: Ctx) => void;
  /** The body as it was parsed. */
  body: (body: Obj, c: Ctx) => void;
  /** A list's parameters as they were understood. */
  args: (args: ListArgs, c: Ctx) => void;
  /** Whether a row passes one filter; `sub` is the filter. */
  test: (ok: boolean, row: Row, args: ListArgs, c: Ctx) => boolean;
  /** Whether a row passes all filters. */
  all: (ok: boolean, row: Row, args: ListArgs, c: Ctx) => boolean;
  /** How two rows compare. */
  compare: (n: number, a: Row, b: Row, args: ListArgs, c: Ctx) => number;
  /** All rows of a list in order. */
  rows: (rows: Row[], args: ListArgs, c: Ctx) => Row[];
  /** Start and end of a page. */
  span: (w: Window, args: ListArgs, c: Ctx) => void;
  /** A page with its links. */
  page: (w: Window, args: ListArgs, c: Ctx) => void;
  /** A row as it is shown in a list. */
  item: (json: Obj, row: Row, c: Ctx) => void;
  /** A row as it is shown alone. */
  single: (json: Obj, row: Row, c: Ctx) => void;
  /** A write before it is done, and after. */
  change: (change: Change, c: Ctx) => void;
  after: (change: Change, c: Ctx) => void;
  /** The answer before it becomes text. */
  reply: (reply: Reply, c: Ctx) => void;
  /** The answer's text. */
  text: (text: string, c: Ctx) => string;
}
export type Point = keyof Points;

export interface Hook {
  point: Point;
  sub?: string;
  ops?: readonly string[];
  fn: Points[Point];
}

export interface Def {
  id: string;
  depth: 'plain' | 'deep';
  breaks: string;
  how: string;
  hooks: Hook[];
}

interface Site {
  ids: string[];
  fns: Points[Point][];
}

export class Switches {
  readonly #defs: readonly Def[];
  readonly #on: ReadonlySet<string>;
  readonly #seen: ((id: string) => void) | undefined;
  readonly #sites = new Map<string, Site>();

  constructor(defs: readonly Def[], on: ReadonlySet<string>, seen: ((id: string) => void) | undefined) {
    this.#defs = defs;
    this.#on = on;
    this.#seen = seen;
  }

  /** The behaviours that are on at a point of an operation. */
  at<P extends Point>(point: P, op: string, sub = ''): Points[P][] {
    const key = `${point}|${sub}|${op}`;
    let site = this.#sites.get(key);
    if (!site) {
      site = this.#site(point, op, sub);
      this.#sites.set(key, site);
    }
    if (this.#seen) for (const id of site.ids) this.#seen(id);
    return site.fns as Points[P][];
  }

  #site(point: Point, op: string, sub: string): Site {
    const site: Site = { ids: [], fns: [] };
    for (const def of this.#defs) {
      for (const hook of def.hooks) {
        if (hook.point !== point || (hook.ops && !hook.ops.includes(op))) continue;
        if ((hook.sub ?? '') !== sub) continue;
        if (!site.ids.includes(def.id)) site.ids.push(def.id);
        if (this.#on.has(def.id)) site.fns.push(hook.fn);
      }
    }
    return site;
  }
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Ctx {
  readonly world: World;
  readonly switches: Switches;
  readonly req: Req;
  op = '';
  ids = new Map<string, string>();
  body: Obj = {};
  args: ListArgs | undefined;
  code = '';
  /** Milliseconds to wait before the answer. */
  wait = 0;

  constructor(world: World, switches: Switches, req: Req) {
    this.world = world;
    this.switches = switches;
    this.req = req;
  }

  /** Refuses a request, unless a switch lets it through. */
  fail(status: number, code: string, message: string): void {
    for (const fn of this.switches.at('lax', this.op, code)) if (fn(this)) return;
    throw new ApiError(status, code, message);
  }

  id(name: string): string {
    return this.ids.get(name) ?? '';
  }
}
