import type { FuzzCase, Inputs } from '../../generators/fuzz-case.ts';
import { fuzzCases } from '../../generators/fuzz-cases.ts';
import type { Kinds } from '../../generators/kinds.ts';
import { placesOf } from '../../generators/places.ts';
import { unreadable } from '../../generators/unreadable.ts';
import type { Contract, Operation } from '../../spec/contract.ts';

/** The odd requests that an operation can be sent without anything coming to be. */
export function fuzzRequests(op: Operation, contract: Contract): Kinds<FuzzCase> {
  const all = { ...fuzzCases(takingOf(op)), ...unreadableRequests(op) };
  if (use(op) !== 'creates') return all;
  const harmless = Object.entries(all).map(
    ([kind, values]) => [kind, values.filter(({ body }) => isRefused(op, contract, body))] as const,
  );
  return Object.fromEntries(harmless.filter(([, values]) => values.length > 0));
}

/** The requests to an operation that no server can make sense of. */
export function unreadableRequests(op: Operation): Kinds<FuzzCase> {
  return unreadable(takingOf(op));
}

/** Whether a creation with this body is refused for sure; what the shape allows might be made. */
function isRefused(op: Operation, contract: Contract, body: string | undefined): boolean {
  if (body === undefined) return true;
  try {
    const value: unknown = JSON.parse(body);
    // What an object of an unknown shape would make, nobody knows.
    if (op.body === undefined) return typeof value !== 'object';
    return contract.requestViolations(op.id, value).length > 0;
  } catch {
    // No JSON is no request in any shape.
    return true;
  }
}

function takingOf(op: Operation): Inputs {
  const inThe = (where: string) => op.parameters.filter((parameter) => parameter.in === where);
  return {
    ids: inThe('path').map(({ name }) => name),
    query: inThe('query').flatMap(({ name, schema }) => placesOf(name, schema)),
    body: inThe('body').flatMap(({ name, schema }) => placesOf(name, schema)),
    takesBody: op.method !== 'GET',
    use: use(op),
  };
}

function use({ writes, success }: Operation): Inputs['use'] {
  if (!writes) return 'reads';
  return success === 201 ? 'creates' : 'changes';
}
