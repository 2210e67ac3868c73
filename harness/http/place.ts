import type { Operation } from '../../spec/contract.ts';

/** Parameters by the name that the interface gives them, wherever they travel. */
export type Params = Readonly<Record<string, unknown>>;

/** A request for an operation before the key and the base address are known. */
export interface Placed {
  /** Path and query below the base address. */
  readonly path: string;
  readonly body: unknown;
}

/**
 * Puts each parameter where the contract has it: into the path, the query or the body. A name that the
 * contract does not know is an error of the check that uses it, for the request would not say what it means.
 *
 * @throws Error when a path parameter is missing or a name is unknown to the operation.
 */
export function place(op: Operation, params: Params): Placed {
  const query: string[] = [];
  const body: Record<string, unknown> = {};
  let path = op.path;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const where = op.parameters.find((parameter) => parameter.name === name)?.in;
    if (where === undefined) throw new Error(`${op.id} has no parameter \`${name}\``);
    if (where === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
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

/** Query pairs of one parameter: a list repeats its name, an object becomes `name[key]`. */
export function queryPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => queryPairs(name, item));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => queryPairs(`${name}[${key}]`, item));
  }
  return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
}
