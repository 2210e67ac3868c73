import { sourceOf } from '../../../spec/load.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '../../../spec/tree.ts';

/** The contract's document, with or without its gaps filled. */
export interface Document {
  readonly root: JsonObject;
  /** A node, or for a reference the node that it refers to. */
  follow(node: unknown): JsonObject;
  component(name: string): JsonObject;
  /** The keys of `properties` of a component. */
  fieldsOf(component: string): readonly string[];
  /** The node of an operation. */
  operation(path: string, verb: string): JsonObject;
  /** The schema of the JSON of a body or an answer. */
  schemaOf(holder: unknown): JsonObject;
  /** The query parameters of an operation, by name. */
  queryOf(operation: JsonObject): ReadonlyMap<string, JsonObject>;
}

/** Opens a parsed document. */
export function openDocument(tree: unknown): Document {
  const root = isObject(tree) ? tree : {};
  const follow = (node: unknown): JsonObject => {
    let current = node;
    for (let left = 8; left > 0; left -= 1) {
      const reference = textAt(current, '$ref');
      if (reference === undefined) break;
      current = reference
        .slice(2)
        .split('/')
        .reduce<JsonObject>((at, step) => objectAt(at, step), root);
    }
    return isObject(current) ? current : {};
  };
  const component = (name: string) => objectAt(objectAt(objectAt(root, 'components'), 'schemas'), name);
  return {
    root,
    follow,
    component: (name) => follow(component(name)),
    fieldsOf: (name) => Object.keys(objectAt(follow(component(name)), 'properties')),
    operation: (path, verb) => objectAt(objectAt(objectAt(root, 'paths'), path), verb),
    schemaOf: (holder) =>
      objectAt(objectAt(objectAt(follow(holder), 'content'), 'application/json'), 'schema'),
    queryOf: (operation) =>
      new Map(
        arrayAt(operation, 'parameters')
          .map(follow)
          .filter((one) => one['in'] === 'query')
          .map((one) => [textAt(one, 'name') ?? '', one]),
      ),
  };
}

/** The contract's own document. */
export const base: Document = openDocument(sourceOf('openapi', undefined).tree);

/** Entries without those that say nothing: `undefined`, an empty list, an empty object. */
export function saying(entries: Readonly<Record<string, unknown>>): JsonObject {
  const says = (value: unknown) =>
    value !== undefined && (typeof value !== 'object' || value === null || Object.keys(value).length > 0);
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => says(value)));
}
