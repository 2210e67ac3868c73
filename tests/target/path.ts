import type { Params } from '../../harness/http/place.ts';
import type { Operation } from '../../spec/contract.ts';

/** The names of the ids in the path of an operation. */
export function idsInPath(op: Operation): readonly string[] {
  return op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
}

/** Those of the parameters that stand in the path. */
export function pathOnly(op: Operation, params: Params): Params {
  const names = idsInPath(op);
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
}
