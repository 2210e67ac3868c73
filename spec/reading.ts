import type { Endpoint } from './endpoint.ts';
import { nodesOf, typesOf } from './nodes.ts';
import { collapseIndices, type JsonSchema } from './tree.ts';
import type { Validator } from './validator.ts';
import { emptyOmitted, type Violation } from './violation.ts';

/** A clause and a JSON Pointer pattern of the places where an answer is judged by it. */
export interface Judged {
  readonly clause: string;
  readonly pointer: string;
}

/** What the schemas of an operation say about its answers and about our requests. */
export interface Reading {
  validate(endpoint: Endpoint, status: number, body: unknown): readonly Violation[];
  judges(endpoint: Endpoint, status: number): readonly Judged[];
  isPublic(endpoint: Endpoint, status: number, pointer: string): boolean;
  requestViolations(endpoint: Endpoint, body: unknown): readonly string[];
}

/** The schema for a status; where no success status is stated, any 2xx has the same one. */
function answerOf({ answers, operation }: Endpoint, status: number): JsonSchema | undefined {
  const anySuccess = operation.success === undefined && status >= 200 && status < 300 && status !== 204;
  return answers.get(status) ?? (anySuccess ? answers.get(0) : undefined);
}

/** Whether an empty value of this node would have to be left out of the answer. */
function isOmittedWhenEmpty(schema: JsonSchema, optional: boolean): boolean {
  const types = typesOf(schema);
  return optional && types.length > 0 && !types.includes('null') && !types.includes('object');
}

function judgedBy(schema: JsonSchema, fallback: string | undefined): readonly Judged[] {
  const found = new Map<string, Judged>();
  const add = (clause: string, pointer: string): unknown =>
    found.set(`${clause} ${pointer}`, { clause, pointer });
  for (const node of nodesOf(schema)) {
    const own = node.schema['x-clause'];
    if (typeof own === 'string') add(own, node.pointer);
    else if (node.pointer === '' && node.clause === undefined && fallback !== undefined) add(fallback, '');
    if (isOmittedWhenEmpty(node.schema, node.optional)) add(emptyOmitted, node.pointer);
  }
  return [...found.values()];
}

function publicPointers(schema: JsonSchema): ReadonlySet<string> {
  const pointers = new Set<string>();
  for (const { schema: node, pointer } of nodesOf(schema)) {
    const isLeaf = !typesOf(node).includes('object') && !typesOf(node).includes('array');
    if (node['x-public'] === true && isLeaf) pointers.add(pointer);
  }
  return pointers;
}

function remembered<Value>(compute: (schema: JsonSchema) => Value): (schema: JsonSchema) => Value {
  const known = new WeakMap<JsonSchema, { value: Value }>();
  return (schema) => {
    const entry = known.get(schema) ?? { value: compute(schema) };
    known.set(schema, entry);
    return entry.value;
  };
}

/**
 * @param isJudged whether a clause exists in this version and waits for no open gap; others are never named
 * @param exists whether a clause exists in this version
 */
export function createReading(
  validator: Validator,
  isJudged: (clause: string) => boolean,
  exists: (clause: string) => boolean,
): Reading {
  const publicOf = remembered(publicPointers);

  /** An answer whose shape only a profile tells has no clause of its own in the schema. */
  const fallbackOf = ({ operation: { answerClause } }: Endpoint): string | undefined =>
    answerClause !== undefined && exists(answerClause) ? answerClause : undefined;

  // Asked for every answer of a run, and the same each time.
  const judged = new Map<string, readonly Judged[]>();

  function judgedIn(endpoint: Endpoint, status: number): readonly Judged[] {
    const schema = answerOf(endpoint, status);
    if (schema === undefined) return [];
    return judgedBy(schema, fallbackOf(endpoint)).filter(({ clause }) => isJudged(clause));
  }

  return {
    validate(endpoint, status, body) {
      const schema = answerOf(endpoint, status);
      if (schema === undefined) return [];
      const operation = endpoint.operation.id;
      return validator.findings(schema, body).flatMap(({ clause = fallbackOf(endpoint), ...finding }) => {
        return clause !== undefined && isJudged(clause) ? [{ ...finding, clause, operation, status }] : [];
      });
    },
    judges(endpoint, status) {
      const key = `${endpoint.operation.id} ${status}`;
      const known = judged.get(key) ?? judgedIn(endpoint, status);
      judged.set(key, known);
      return known;
    },
    isPublic(endpoint, status, pointer) {
      const schema = answerOf(endpoint, status);
      return schema !== undefined && publicOf(schema).has(collapseIndices(pointer));
    },
    requestViolations({ operation }, body) {
      if (body === undefined) return operation.bodyRequired ? ['there is no body, and one is required'] : [];
      if (operation.body === undefined) return ['there is a body, and the operation takes none'];
      const findings = validator.findings(operation.body, body);
      return findings.map(
        ({ pointer, expected, got }) => `${pointer || '/'}: expected ${expected}, got ${got}`,
      );
    },
  };
}
