import { gapsAt } from '../../spec/endpoint.ts';
import { sourceOf } from '../../spec/load.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import { type Action, jsonPath } from './description.ts';
import { referTo } from './refer.ts';

/** Keys from the root of openapi.yaml to one of its nodes. */
export type Path = readonly string[];

/** openapi.yaml as it is written, with its references. */
const { tree } = sourceOf('openapi', undefined);

/** The contract's own components. */
export const components: JsonObject = objectAt(objectAt(tree, 'components'), 'schemas');

/** What a gap may take from a description, beside `properties` and `required`. */
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
/** Components of sessions, whose parts only sessions.ts can tell. */
const elsewhere = /^(?:Session(?!Sort|StatusFilter)|CompletedSession|InProgressSession)/;

/** The node at a path; an empty object where there is none. */
export function nodeAt(path: Path): JsonObject {
  return path.reduce<JsonObject>((node, step) => objectAt(node, step), isObject(tree) ? tree : {});
}

/** A node and its path, or those of what it refers to. */
export function followed(node: unknown, path: Path): { node: JsonObject; path: Path } {
  const reference = textAt(node, '$ref');
  if (reference === undefined) return { node: isObject(node) ? node : {}, path };
  const target = reference.slice(2).split('/');
  return { node: nodeAt(target), path: target };
}

/**
 * Walks a schema of the contract and a described one side by side. Wherever the contract names a gap, what the
 * description has there and the contract lacks becomes an action.
 *
 * @param seen nodes that were walked already: each gives one action, however many operations lead to it
 */
export function walk(at: Path, theirs: JsonSchema, seen: Set<string>): Action[] {
  const own = nodeAt(at);
  const gap = gapsAt(own).length > 0;
  if (textAt(own, '$ref') !== undefined && !gap) return walk(followed(own, at).path, theirs, seen);
  const name = at[1] === 'schemas' ? at[2] : undefined;
  if (seen.has(at.join('/')) || (name !== undefined && elsewhere.test(name))) return [];
  seen.add(at.join('/'));
  const update = gap ? news(own, theirs) : {};
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

/** An action at a node; none where there is nothing to say. */
export function actionAt(path: Path, update: JsonObject): Action[] {
  return Object.keys(update).length > 0 ? [{ target: jsonPath(path), update }] : [];
}

/** What a description has at a node and the contract lacks. */
function news(own: JsonObject, theirs: JsonSchema): JsonObject {
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
  // A type alone answers nothing: what is asked for are values.
  if (Object.keys(update).join() === 'type' && update['type'] !== 'object') return {};
  return referTo(components, update);
}
