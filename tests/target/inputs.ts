import type { FuzzCase, Inputs } from '../../generators/fuzz-case.ts';
import { fuzzCases } from '../../generators/fuzz-cases.ts';
import type { Kinds } from '../../generators/kinds.ts';
import { placesOf } from '../../generators/places.ts';
import { unreadable } from '../../generators/unreadable.ts';
import type { Contract, Operation } from '../../spec/contract.ts';
import { idsInPath } from './path.ts';

/** The fuzz cases that an operation can be sent without creating anything. */
export function fuzzRequests(op: Operation, contract: Contract): Kinds<FuzzCase> {
  const all = { ...fuzzCases(inputsOf(op)), ...unreadableRequests(op) };
  if (op.makes === undefined) return all;
  const harmless = Object.entries(all).map(
    ([kind, values]) => [kind, values.filter(({ body }) => isRefused(op, contract, body))] as const,
  );
  return Object.fromEntries(harmless.filter(([, values]) => values.length > 0));
}

/** The requests to an operation that no server can make sense of. */
export function unreadableRequests(op: Operation): Kinds<FuzzCase> {
  return unreadable(inputsOf(op));
}

/** What makes a request to an operation malformed without changing its path, for a path may be no endpoint then. */
export function malformedOf(op: Operation): FuzzCase | undefined {
  const defects = Object.values(unreadableRequests(op)).flat();
  return defects.find(({ id }) => id === undefined);
}

/** Whether every server refuses a creation with this body; a body that fits the shape might create something. */
function isRefused(op: Operation, contract: Contract, body: string | undefined): boolean {
  if (body === undefined) return true;
  try {
    const value: unknown = JSON.parse(body);
    // While the shape of the body is open, any object might create something.
    if (op.body === undefined) return typeof value !== 'object';
    return contract.requestViolations(op.id, value).length > 0;
  } catch {
    // A text that is not JSON fits no shape.
    return true;
  }
}

function inputsOf(op: Operation): Inputs {
  const places = (where: 'query' | 'body') =>
    op.parameters
      .filter((parameter) => parameter.in === where)
      .flatMap(({ name, schema }) => placesOf(name, schema));
  return {
    ids: idsInPath(op),
    query: places('query'),
    body: places('body'),
    takesBody: op.method !== 'GET',
    use: useOf(op),
  };
}

function useOf({ writes, makes }: Operation): Inputs['use'] {
  if (!writes) return 'reads';
  return makes === undefined ? 'changes' : 'creates';
}
