import { gapsAt } from './endpoint.ts';
import { below, type Place } from './read.ts';
import { isObject, type JsonObject, objectAt, textAt } from './tree.ts';

/** A node of a copy of the contract's document, which an overlay may change. */
export type Writable = { [key: string]: unknown };

/** A node that an update is merged into. */
export interface Spot {
  /** The node as it is now. */
  readonly now: Writable;
  /** The node in the contract's own document; undefined where an overlay added it. */
  readonly stated: JsonObject | undefined;
  /** The keys from the root of the document to the node. */
  readonly path: readonly (string | number)[];
  /** The place of the update in the overlay's file, for error messages. */
  readonly place: Place;
}

const annotations = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'deprecated',
  'x-means',
]);

const isOperation = (path: Spot['path']): boolean => path.length === 3 && path[0] === 'paths';

/** Whether an overlay may add a key that the node does not have yet. */
function hasRoom({ stated, path }: Spot, key: string): boolean {
  if (stated === undefined || annotations.has(key)) return true;
  const open = gapsAt(stated).length > 0;
  if (isOperation(path)) return open && key === 'parameters';
  const [holder, name] = path.slice(-2);
  if (name === 'responses') return /^2\d\d$/.test(key) ? '2XX' in stated : open && /^[45]\d\d$/.test(key);
  if (name === 'requestBody') return key === 'required' && textAt(stated, '$ref') === undefined;
  // A server may send properties of its own, so an overlay may describe them.
  const mayHaveProperties = key === 'properties' && textAt(stated, 'type') === 'object';
  return open || name === 'properties' || holder === 'components' || mayHaveProperties;
}

/** Whether adding a key fills the gap that the node names. */
function fillsGap(path: Spot['path'], key: string): boolean {
  if (isOperation(path)) return key === 'parameters';
  if (path.at(-1) === 'responses') return /^[45]\d\d$/.test(key);
  if (path.at(-2) === 'responses') return false;
  return !annotations.has(key) && !key.startsWith('x-');
}

function contradiction({ place, stated, path }: Spot, key: string): Error {
  const value = stated?.[key];
  const reference = textAt(stated, '$ref');
  if (value !== undefined && !isObject(value) && !Array.isArray(value)) {
    return place.source.error(
      [...place.path, key],
      `the interface states ${JSON.stringify(value)} here`,
      'leave the key out',
    );
  }
  const what = `the interface leaves no room for ${key} at ${path.join('.')}`;
  const fix =
    reference === undefined
      ? 'fill only what openapi.yaml marks with x-gap'
      : `target $.${reference.slice(2).replaceAll('/', '.')}`;
  return place.source.error([...place.path, key], what, fix);
}

function appendTo(spot: Spot, key: string, current: readonly unknown[], added: readonly unknown[]): void {
  const mayGrow =
    spot.stated?.[key] === undefined ||
    (gapsAt(spot.stated).length > 0 && ['parameters', 'required'].includes(key));
  if (!mayGrow) throw contradiction(spot, key);
  for (const [i, item] of added.entries()) {
    const name = textAt(item, 'name');
    if (name === undefined || !current.some((known) => textAt(known, 'name') === name)) continue;
    throw spot.place.source.error([...spot.place.path, key, i], `${name} is there already`, 'leave it out');
  }
  spot.now[key] = [...current, ...structuredClone(added)];
}

/** Replaces `2XX` by the success status that the overlay states. What `2XX` says about the body is kept. */
function replaceAnySuccess(spot: Spot, key: string, value: JsonObject): void {
  const { '2XX': any } = spot.now;
  delete spot.now['2XX'];
  if (key === '204') {
    spot.now[key] = { description: 'Done; no body.', ...structuredClone(value) };
    return;
  }
  const now: Writable = isObject(any) ? { ...any } : {};
  delete now['x-gap'];
  spot.now[key] = now;
  mergeInto(
    { now, stated: objectAt(spot.stated, '2XX'), path: [...spot.path, key], place: below(spot.place, key) },
    value,
  );
}

function mergeKey(spot: Spot, key: string, value: unknown): void {
  const { now, stated, path, place } = spot;
  const current = now[key];
  if (isObject(current) && isObject(value)) {
    const own = stated?.[key];
    mergeInto(
      {
        now: current as Writable,
        stated: isObject(own) ? own : undefined,
        path: [...path, key],
        place: below(place, key),
      },
      value,
    );
  } else if (Array.isArray(current) && Array.isArray(value)) {
    appendTo(spot, key, current, value);
  } else if (current !== undefined && stated?.[key] !== undefined && !annotations.has(key)) {
    if (current !== value) throw contradiction(spot, key);
  } else if (!hasRoom(spot, key)) {
    throw contradiction(spot, key);
  } else if (path.at(-1) === 'responses' && '2XX' in now && key.startsWith('2') && isObject(value)) {
    replaceAnySuccess(spot, key, value);
  } else {
    now[key] = structuredClone(value);
  }
}

/**
 * Merges an update into a node by the rules of OpenAPI Overlay 1.0: objects are merged by key, arrays are appended, and
 * other values are replaced. Unlike there, only gaps may be filled. An `x-gap` that the update fills is removed.
 * @throws ContractError with line and key where the update contradicts the interface
 */
export function mergeInto(spot: Spot, update: JsonObject): void {
  const { 'x-gap': stillOpen, ...rest } = update;
  const keys = Object.keys(rest);
  for (const key of keys) mergeKey(spot, key, rest[key]);
  if (stillOpen !== undefined) spot.now['x-gap'] = stillOpen;
  else if (keys.some((key) => fillsGap(spot.path, key))) delete spot.now['x-gap'];
}
