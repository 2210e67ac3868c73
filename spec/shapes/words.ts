import type { Place } from '../read.ts';
import { type Path, readSource } from '../source.ts';
import { isObject, type JsonObject, objectAt } from '../tree.ts';

/** A profile with its short words. `file` is its name in error messages. */
export interface ShapesText {
  readonly file: string;
  readonly text: string;
}

/** One action that the short words stand for, as an overlay would have it. */
export interface ShapeAction {
  /** Where the words stand in the profile. */
  readonly at: Path;
  readonly target: string;
  readonly update: JsonObject;
}

/** The short words of a profile, and what their translation looks up. Their form is checked by its JSON Schema. */
export interface Words {
  readonly place: Place;
  readonly said: JsonObject;
  /** The properties that the interface gives a component. */
  propertiesOf(component: string): readonly string[];
}

/** The key of a profile below which the short words stand. */
export const shapesKey = 'shapes';

/** Reads the short words of a profile. @throws ContractError for a text that is no YAML */
export function readWords({ file, text }: ShapesText, tree: unknown): Words {
  const source = readSource(file, text);
  const schemas = objectAt(objectAt(tree, 'components'), 'schemas');
  return {
    place: { source, path: [shapesKey] },
    said: isObject(source.tree) ? objectAt(source.tree, shapesKey) : {},
    propertiesOf: (component) => Object.keys(objectAt(objectAt(schemas, component), 'properties')),
  };
}

/** The texts of a list; empty where there is none. */
export function textsAt(node: JsonObject, key: string): readonly string[] {
  const list = node[key];
  return Array.isArray(list) ? list.map(String) : [];
}

/** A path below the words. */
export function at({ place }: Words, ...steps: Path): Path {
  return [...place.path, ...steps];
}

/** The target of a component. */
export const schemas = '$.components.schemas';

/** A reference to a component. */
export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
