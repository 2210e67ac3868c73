import type { ErrorObject } from 'ajv';
import { reduceBranches } from './branch.ts';
import { typesOf } from './nodes.ts';
import { arrayAt, collapseIndices, escapeStep, isObject, type JsonSchema, objectAt } from './tree.ts';
import { expectedBy, shapeOf } from './words.ts';

/** A place where an answer breaks the contract. It holds shapes and words of the contract, never a value. */
export interface Violation {
  readonly clause: string;
  readonly operation: string;
  readonly status: number;
  /** JSON Pointer to the first such place in the body. */
  readonly pointer: string;
  /** What the contract requires, in words: `a UUID`. */
  readonly expected: string;
  /** The shape of the value: `a string of 7 characters`, `null`. */
  readonly got: string;
}

/** The clause that an empty field must be left out, and may not be `null` (chapter Conventions). */
export const emptyOmitted = 'conventions.empty-omitted';

/** The clause that text without characters must be left out (chapter Conventions). */
export const emptyTextOmitted = 'conventions.empty-text-omitted';

type Finding = Pick<Violation, 'pointer' | 'expected' | 'got'> & { readonly clause: string | undefined };

/** The schema nodes from the root to the one with the violated keyword, and the last two steps of the path to it. */
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
 * Judges a `null` in a property that may be left out, by chapter Conventions: an empty scalar or array must be left
 * out, and an empty nested object may be null. The wrapper and the required properties have clauses of their own, so
 * the result for them is `undefined`.
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

/** Turns Ajv's errors into findings, one for each clause and place. All items of a list count as one place. */
export function findingsOf(errors: readonly ErrorObject[], schema: JsonSchema): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const error of reduceBranches(errors)) {
    const finding = judge(error, schema);
    if (finding === undefined) continue;
    const key = `${finding.clause} ${collapseIndices(finding.pointer)}`;
    if (!findings.has(key)) findings.set(key, finding);
  }
  return [...findings.values()];
}
