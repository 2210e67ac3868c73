import { gapsAt } from '../../spec/endpoint.ts';
import { sourceOf } from '../../spec/load.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import { type Action, jsonPath } from './description.ts';
import { referTo } from './refer.ts';

/** The keys from the root of openapi.yaml to one of its nodes. */
export type Path = readonly string[];

/** The parsed openapi.yaml, with its references. */
const { tree } = sourceOf('openapi', undefined);

/** The contract's own components. */
export const components: JsonObject = objectAt(objectAt(tree, 'components'), 'schemas');

/** The keywords that fill a gap from a description, besides `properties` and `required`. */
const keywords = [
  'type',
  'format',
  'enum',
  'pattern',
  'items',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'minProperties',
  'maxProperties',
];
/** The components of sessions, which sessions.ts describes. */
const sessionComponents = /^(?:Session(?!Sort|StatusFilter)|CompletedSession|InProgressSession)/;

/** The node at a path; an empty object where there is none. */
export function nodeAt(path: Path): JsonObject {
  return path.reduce<JsonObject>((node, step) => objectAt(node, step), isObject(tree) ? tree : {});
}

/** A node and its path; for a reference, those of the node that it refers to. */
export function followed(node: unknown, path: Path): { node: JsonObject; path: Path } {
  const reference = textAt(node, '$ref');
  if (reference === undefined) return { node: isObject(node) ? node : {}, path };
  const target = reference.slice(2).split('/');
  return { node: nodeAt(target), path: target };
}

/**
 * Walks through a schema of the contract and a described schema together. Wherever the contract names a gap, an action
 * adds what the description has there and the contract lacks.
 *
 * @param seen the nodes walked so far. A node that several operations share gives one action
 */
export function walk(at: Path, theirs: JsonSchema, seen: Set<string>): Action[] {
  const own = nodeAt(at);
  const gap = gapsAt(own).length > 0;
  if (textAt(own, '$ref') !== undefined && !gap) return walk(followed(own, at).path, theirs, seen);
  const name = at[1] === 'schemas' ? at[2] : undefined;
  if (seen.has(at.join('/')) || (name !== undefined && sessionComponents.test(name))) return [];
  seen.add(at.join('/'));
  const update = gap ? additions(own, theirs) : {};
  const below = Object.keys(objectAt(own, 'properties')).flatMap((field) => {
    const their = objectAt(theirs, 'properties')[field];
    return isObject(their) ? walk([...at, 'properties', field], their, seen) : [];
  });
  const items = isObject(own['items']) && isObject(theirs['items']) ? theirs['items'] : undefined;
  return [
    ...actionAt(at, update),
    ...below,
    ...(items === undefined ? [] : walk([...at, 'items'], items, seen)),
  ];
}

/** The action at a node; none for an empty update. */
export function actionAt(path: Path, update: JsonObject): Action[] {
  return Object.keys(update).length > 0 ? [{ target: jsonPath(path), update }] : [];
}

/** What a description has at a node and the contract lacks. */
function additions(own: JsonObject, theirs: JsonSchema): JsonObject {
  const fresh = Object.fromEntries(
    Object.entries(objectAt(theirs, 'properties')).filter(([name]) => !(name in objectAt(own, 'properties'))),
  );
  const required = arrayAt(theirs, 'required').filter((name) => !arrayAt(own, 'required').includes(name));
  const plain = keywords.filter((key) => theirs[key] !== undefined && own[key] === undefined);
  const update: JsonObject = {
    ...Object.fromEntries(plain.map((key) => [key, theirs[key]])),
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(fresh).length > 0 ? { properties: fresh } : {}),
  };
  // A type alone does not fill the gap of an enumeration, which asks for its values.
  if (Object.keys(update).join() === 'type' && update['type'] !== 'object') return {};
  return referTo(components, update);
}
