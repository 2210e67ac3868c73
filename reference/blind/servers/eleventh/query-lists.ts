// Filters with several values: reading them, and asking whether a row has one of them.
import { bad, type Ctx, isUuid, Refusal } from './kernel.ts';

export interface Several {
  name: string;
  values: string[];
  has: (value: string | undefined) => boolean;
  /** a row found by a value that was given twice is found twice */
  twice: ReadonlySet<string>;
}

export interface Kind {
  name: string;
  uuid: boolean;
  /** the most values; more are refused */
  most: number;
}

function checked(ctx: Ctx, kind: Kind, raw: readonly unknown[]): string[] | undefined {
  const { name } = kind;
  if (raw.length > kind.most && !ctx.f(`${name}-31`) && !(raw.length > 50 && ctx.f(`${name}-51`))) {
    throw bad(`${name} takes at most ${kind.most} values`);
  }
  if (raw.length === 30 && ctx.f(`${name}-30`)) throw bad(`${name} takes fewer than 30 values`);
  const values: string[] = [];
  let dropped = 0;
  for (const value of raw) {
    const fine = typeof value === 'string' && (!kind.uuid || isUuid(value));
    if (fine) {
      values.push(kind.uuid ? value.toLowerCase() : value);
      continue;
    }
    if (ctx.f(`${name}-crash`)) throw new Refusal(500, 'Internal server error');
    dropped++;
    if (ctx.f(`${name}-bad-all`)) continue;
    if (raw.length > 1 && ctx.f(`${name}-bad-dropped`)) continue;
    throw bad(`${name} holds a value that is not ${kind.uuid ? 'a UUID' : 'a string'}`);
  }
  if (dropped > 0 && values.length === 0) return undefined;
  return values;
}

/** Reads one filter; undefined: it filters nothing. */
export function readSeveral(ctx: Ctx, kind: Kind, raw: readonly unknown[] | undefined): Several | undefined {
  if (raw === undefined || raw.length === 0) return undefined;
  const { name } = kind;
  let values = checked(ctx, kind, raw);
  if (values === undefined || ctx.f(`${name}-ignored`)) return undefined;
  if (values.length > 1) {
    if (ctx.f(`${name}-first`)) values = values.slice(0, 1);
    if (ctx.f(`${name}-last`)) values = values.slice(-1);
    if (ctx.f(`${name}-ten`)) values = values.slice(0, 10);
    if (ctx.f(`${name}-last-lost`) && values.length > 2) values = values.slice(0, -1);
  }
  if (ctx.f(`${name}-comma`)) values = values.flatMap((value) => value.split(','));
  if (ctx.f(`${name}-plus`)) values = values.map((value) => value.replace(/\+/g, ' '));
  if (ctx.f(`${name}-space`)) values = values.map((value) => value.replace(/ .*$/, ''));
  if (ctx.f(`${name}-cut`)) values = values.map((value) => value.slice(0, 12));
  const wanted = new Set(values);
  const every = values.length > 1 && wanted.size > 1 && ctx.f(`${name}-and`);
  const starts = ctx.f(`${name}-part`);
  const seen = new Set<string>();
  const twice = new Set<string>();
  if (ctx.f(`${name}-twice`)) {
    for (const value of values) {
      if (seen.has(value)) twice.add(value);
      seen.add(value);
    }
  }
  const has = (value: string | undefined): boolean => {
    if (value === undefined || every) return false;
    if (wanted.has(value)) return true;
    return starts && values.some((one) => one !== '' && value.startsWith(one));
  };
  return { name, values, has, twice };
}

/** The values of a parameter that is repeated. */
export const repeated = (query: URLSearchParams, name: string): string[] | undefined => {
  const values = query.getAll(name);
  return values.length > 0 ? values : undefined;
};

/** An array of a search body. */
export function arrayOf(ctx: Ctx, value: unknown, name: string): unknown[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw bad(`${name} must be an array`);
  if (value.length === 0 && ctx.on('m-empty-arrays-refused')) throw bad(`${name} must not be empty`);
  return value;
}

/** The one value of a parameter. */
export function once(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw bad(`${name} is given more than once`);
  return values[0];
}

/** Forgets filters that a forgotten clause would forget beside others. */
export function forget<T extends object>(ctx: Ctx, filters: T, beside: readonly string[]): void {
  const given = Object.keys(filters).filter((name) => filters[name as keyof T] !== undefined);
  const around = [...given, ...beside];
  for (const name of given) {
    for (const other of around) {
      if (name !== other && ctx.f(`${name}-lost-with-${other}`)) delete filters[name as keyof T];
    }
  }
}
