import { arrayAt, escapeStep, isObject, type JsonSchema } from './tree.ts';

/** One node of a schema, with the place of its values in an instance and the clause that judges them. */
export interface SchemaNode {
  /** JSON Pointer pattern into the instance. `*` stands for any index or unnamed property. */
  readonly pointer: string;
  readonly schema: JsonSchema;
  /** The nearest `x-clause` at this node or above it. */
  readonly clause: string | undefined;
  /** Whether the node is a named property that may be left out. */
  readonly optional: boolean;
}

const sameInstance = ['if', 'then', 'else'];
const sameInstances = ['allOf', 'anyOf', 'oneOf'];

function* belowSchema(schema: JsonSchema): Generator<[step: string, schema: unknown, optional: boolean]> {
  const required = arrayAt(schema, 'required');
  const properties = schema['properties'];
  if (isObject(properties)) {
    for (const [name, property] of Object.entries(properties)) {
      yield [`/${escapeStep(name)}`, property, !required.includes(name)];
    }
  }
  yield ['/*', schema['items'], false];
  yield ['/*', schema['additionalProperties'], false];
  for (const item of arrayAt(schema, 'prefixItems')) yield ['/*', item, false];
  for (const keyword of sameInstance) yield ['', schema[keyword], false];
  for (const keyword of sameInstances)
    for (const branch of arrayAt(schema, keyword)) yield ['', branch, false];
}

/** Every node of an inlined schema, parents before children. */
export function* nodesOf(
  schema: JsonSchema,
  pointer = '',
  inherited: string | undefined = undefined,
  optional = false,
): Generator<SchemaNode> {
  const own = schema['x-clause'];
  const clause = typeof own === 'string' ? own : inherited;
  yield { pointer, schema, clause, optional };
  for (const [step, child, mayBeAbsent] of belowSchema(schema)) {
    if (isObject(child)) yield* nodesOf(child, pointer + step, clause, mayBeAbsent);
  }
}

/** The types that a schema allows by its `type` keyword; empty where it has none. */
export function typesOf(schema: JsonSchema): readonly unknown[] {
  const type = schema['type'];
  return typeof type === 'string' ? [type] : arrayAt(schema, 'type');
}
