import type { Ctx, Switch } from './types.ts';

type Name = Exclude<keyof Switch, 'id' | 'deep' | 'breaks' | 'how' | 'ops' | 'inline'>;
const names: readonly Name[] = [
  'auth',
  'before',
  'users',
  'classes',
  'cohorts',
  'sessions',
  'studies',
  'page',
  'user',
  'klass',
  'cohort',
  'session',
  'study',
  'event',
  'fold',
  'after',
];

/** Which switches are on, and where they are asked for. */
export class Hooks {
  private readonly lists = new Map<Name, Switch[]>();
  private readonly cache = new Map<string, Switch[]>();
  private readonly on: ReadonlySet<string>;
  private readonly seen: ((id: string) => void) | undefined;

  constructor(table: readonly Switch[], on: ReadonlySet<string>, seen?: (id: string) => void) {
    this.on = on;
    this.seen = seen;
    for (const name of names) {
      this.lists.set(
        name,
        table.filter((s) => s[name] !== undefined && (seen !== undefined || on.has(s.id))),
      );
    }
  }

  /** The functions at a place that are on for an operation. */
  at<K extends Name>(name: K, c: Ctx): NonNullable<Switch[K]>[] {
    const all = this.lists.get(name);
    if (!all || all.length === 0) return [];
    const key = `${name} ${c.op}`;
    let here = this.cache.get(key);
    if (!here) {
      here = all.filter((s) => !s.ops || s.ops.test(c.op));
      this.cache.set(key, here);
    }
    const run: NonNullable<Switch[K]>[] = [];
    for (const s of here) {
      this.seen?.(s.id);
      const fn = s[name];
      if (fn && this.on.has(s.id)) run.push(fn as NonNullable<Switch[K]>);
    }
    return run;
  }

  is(id: string): boolean {
    this.seen?.(id);
    return this.on.has(id);
  }
}
