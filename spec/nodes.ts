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

type Below = (step: string, schema: unknown, optional: boolean) => void;

function eachBelow(schema: JsonSchema, visit: Below): void {
  const properties = schema['properties'];
  if (isObject(properties)) {
    const required = arrayAt(schema, 'required');
    for (const [name, property] of Object.entries(properties))
      visit(`/${escapeStep(name)}`, property, !required.includes(name));
  }
  visit('/*', schema['items'], false);
  visit('/*', schema['additionalProperties'], false);
  for (const item of arrayAt(schema, 'prefixItems')) visit('/*', item, false);
  for (const keyword of sameInstance) visit('', schema[keyword], false);
  for (const keyword of sameInstances)
    for (const branch of arrayAt(schema, keyword)) visit('', branch, false);
}

/** Every node of an inlined schema, parents before children. */
export function nodesOf(schema: JsonSchema): readonly SchemaNode[] {
  const found: SchemaNode[] = [];
  const collect = (node: JsonSchema, pointer: string, inherited: string | undefined, optional: boolean) => {
    const own = node['x-clause'];
    const clause = typeof own === 'string' ? own : inherited;
    found.push({ pointer, schema: node, clause, optional });
    eachBelow(node, (step, child, mayBeAbsent) => {
      if (isObject(child)) collect(child, pointer + step, clause, mayBeAbsent);
    });
  };
  collect(schema, '', undefined, false);
  return found;
}

/** The types that a schema allows by its `type` keyword; empty where it has none. */
export function typesOf(schema: JsonSchema): readonly unknown[] {
  const type = schema['type'];
  return typeof type === 'string' ? [type] : arrayAt(schema, 'type');
}
