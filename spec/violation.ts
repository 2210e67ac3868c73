import type { ErrorObject } from 'ajv';
import { settleBranches } from './branch.ts';
import { typesOf } from './nodes.ts';
import { arrayAt, collapseIndices, escapeStep, isObject, type JsonSchema, objectAt } from './tree.ts';
import { expectedBy, shapeOf } from './words.ts';

/** One way in which an answer breaks the contract. It holds shapes and words of the contract, never a value. */
export interface Violation {
  readonly clause: string;
  readonly operation: string;
  readonly status: number;
  /** JSON Pointer into the body, to the first place where it happens. */
  readonly pointer: string;
  /** In words: `a UUID`. */
  readonly expected: string;
  /** The shape only: `a string of 7 characters`, `null`. */
  readonly got: string;
}

/** The clause for a `null` where a field without a value must be left out. */
export const emptyOmitted = 'conventions.empty-omitted';

type Finding = Pick<Violation, 'pointer' | 'expected' | 'got'> & { readonly clause: string | undefined };

/** The schema nodes from the root to the one that holds the keyword of an error, and the key of the last. */
function nodesTo(schema: JsonSchema, schemaPath: string): { nodes: JsonSchema[]; last: readonly string[] } {
  const steps = schemaPath
    .split('/')
    .slice(1, -1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  const nodes = [schema];
  let at: unknown = schema;
  for (const step of steps) {
    at = Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined;
    if (isObject(at)) nodes.push(at);
  }
  return { nodes, last: steps.slice(-2) };
}

function nearestClause(nodes: readonly JsonSchema[]): string | undefined {
  return nodes
    .map((node) => node['x-clause'])
    .filter((clause) => typeof clause === 'string')
    .at(-1);
}

/**
 * A null is judged by the conventions wherever a named property may be left out: a scalar or an array must be left
 * out; a nested object may be null. The wrapper itself and required properties are judged by their own clause.
 */
function judgeNull(
  error: ErrorObject,
  nodes: readonly JsonSchema[],
  last: readonly string[],
): Finding | 'permitted' | undefined {
  const [holder, name] = last;
  if (error.data !== null || holder !== 'properties' || name === undefined) return undefined;
  const parent = nodes.at(-3) ?? {};
  const nested = error.instancePath.lastIndexOf('/') > 0;
  if (typesOf(nodes.at(-1) ?? {}).includes('object')) return nested ? 'permitted' : undefined;
  if (arrayAt(parent, 'required').includes(name)) return undefined;
  return {
    clause: emptyOmitted,
    pointer: error.instancePath,
    expected: 'the field to be left out when it is empty',
    got: 'null',
  };
}

function judge(error: ErrorObject, schema: JsonSchema): Finding | undefined {
  const { nodes, last } = nodesTo(schema, error.schemaPath);
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  if (missing !== undefined) {
    const property = objectAt(objectAt(nodes.at(-1), 'properties'), missing);
    const pointer = `${error.instancePath}/${escapeStep(missing)}`;
    return {
      clause: nearestClause([...nodes, property]),
      pointer,
      expected: expectedBy(error),
      got: 'no such property',
    };
  }
  const onNull = judgeNull(error, nodes, last);
  if (onNull !== undefined) return onNull === 'permitted' ? undefined : onNull;
  return {
    clause: nearestClause(nodes),
    pointer: error.instancePath,
    expected: expectedBy(error),
    got: shapeOf(error.data),
  };
}

/** Turns Ajv's errors into findings: one for each clause and place, where all items of a list are one place. */
export function findingsOf(errors: readonly ErrorObject[], schema: JsonSchema): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of settleBranches(errors)) {
    const finding = judge(error, schema);
    if (finding === undefined) continue;
    const key = `${finding.clause} ${collapseIndices(finding.pointer)}`;
    if (!findings.has(key)) findings.set(key, finding);
  }
  return [...findings.values()];
}
