import type { Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';

/** Parameters by name, whether they belong into the path, the query or the body. */
export type Params = Readonly<Record<string, unknown>>;

/** The path and the body of a request for an operation. */
export interface Placed {
  /** Path and query below the base address. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * Puts each parameter where the contract has it: into the path, the query or the body.
 *
 * @throws Error when a path parameter is missing, or when the operation has no parameter of a name; Inconclusive for a
 * text that no address can hold
 */
export function place(op: Operation, params: Params): Placed {
  const query: string[] = [];
  const body: Record<string, unknown> = {};
  let path = op.path;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const where = op.parameters.find((parameter) => parameter.name === name)?.in;
    if (where === undefined) throw new Error(`${op.id} has no parameter \`${name}\``);
    if (where === 'path') path = path.replace(`{${name}}`, encoded(value));
    else if (where === 'query') query.push(...queryPairs(name, value));
    else body[name] = value;
  }
  const missing = /\{(\w+)\}/.exec(path);
  if (missing) throw new Error(`${op.id} needs the path parameter \`${missing[1]}\``);
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: Object.keys(body).length > 0 ? body : undefined,
  };
}

/** The query pairs of one parameter. A list repeats the name; an object becomes `name[key]`. */
export function queryPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => queryPairs(name, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => queryPairs(`${name}[${key}]`, item));
  }
  return [`${encodeURIComponent(name)}=${encoded(value)}`];
}

/** A value as a part of an address. Half of a surrogate pair, which JSON may hold, has no form there. */
function encoded(value: unknown): string {
  const text = String(value);
  if (/\p{Surrogate}/u.test(text)) throw new Inconclusive('needs a text that an address can hold');
  return encodeURIComponent(text);
}
