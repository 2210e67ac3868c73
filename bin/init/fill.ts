import { gapsAt } from '../../spec/endpoint.ts';
import { sourceOf } from '../../spec/load.ts';
import type { Operation } from '../../spec/operation.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import { type Action, type Described, type Description, jsonPath } from './description.ts';
import { referTo } from './refer.ts';

type Path = readonly string[];

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
  'additionalProperties',
];
const errorResponses: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
};
/** Components of sessions, whose parts only sessions.ts can tell. */
const elsewhere = /^(?:Session(?!Sort|StatusFilter)|CompletedSession|InProgressSession)/;

/**
 * The overlay actions that fill the contract's gaps with what a description says there: the two are walked side by
 * side, and wherever the contract names a gap, what the description has and the contract lacks becomes an update.
 */
export function fillGaps(operations: readonly Operation[], description: Description): Action[] {
  const { tree } = sourceOf('openapi', undefined);
  const components = objectAt(objectAt(tree, 'components'), 'schemas');
  const seen = new Set<string>();
  const actions: Action[] = [];

  for (const op of operations) {
    const described = description.get(op.id);
    if (described === undefined) continue;
    const path = ['paths', op.path, op.method.toLowerCase()];
    fillParameters(path, described);
    fillRequest(path, described);
    fillResponses(path, described);
  }
  return actions;

  function add(path: Path, update: JsonObject): void {
    if (Object.keys(update).length > 0) actions.push({ target: jsonPath(path), update });
  }

  function fillParameters(path: Path, { parameters }: Described): void {
    const node = nodeAt(path);
    const known = arrayAt(node, 'parameters').map((one) => followed(one, path));
    for (const parameter of parameters) {
      const own = known.find(({ node: one }) => textAt(one, 'name') === parameter.name);
      if (own !== undefined) walk([...own.path, 'schema'], parameter.schema);
    }
    if (gapsAt(node).length === 0) return;
    const names = known.map(({ node: one }) => textAt(one, 'name'));
    const fresh = parameters.filter((one) => one.in === 'query' && !names.includes(one.name));
    if (fresh.length > 0) add(path, { parameters: fresh.map(parameterOf) });
  }

  function fillRequest(path: Path, { request, requestRequired }: Described): void {
    if (request === undefined) return;
    const { node, path: at } = followed(nodeAt([...path, 'requestBody']), [...path, 'requestBody']);
    const before = actions.length;
    walk([...at, 'content', 'application/json', 'schema'], request);
    const inline = at.length === path.length + 1;
    if (actions.length > before && inline && requestRequired && node['required'] === undefined)
      add(at, { required: true });
  }

  function fillResponses(path: Path, { responses }: Described): void {
    const at = [...path, 'responses'];
    const node = nodeAt(at);
    const open = gapsAt(node).length > 0;
    const update: Record<string, unknown> = {};
    for (const [status, schema] of responses) {
      const success = status >= 200 && status < 300;
      const any = objectAt(node, '2XX');
      if (success && '2XX' in node) update[status] = successOf(any, schema, status);
      else if (!success && open && node[status] === undefined && status < 500)
        update[status] = errorOf(status);
      const key = node[status] === undefined && success ? '2XX' : String(status);
      if (schema !== undefined && success && key in node && !(key === '2XX' && isGap(any)))
        walk([...at, key, 'content', 'application/json', 'schema'], schema);
    }
    add(at, update);
  }

  function successOf(any: JsonObject, schema: JsonSchema | undefined, status: number): JsonObject {
    const description = isGap(any) ? 'What it answers.' : 'A success.';
    if (status === 204) return { description: 'Done; no body.' };
    if (schema === undefined || !isGap(any)) return { description };
    return { description, content: { 'application/json': { schema: referTo(components, schema) } } };
  }

  /** Fills what is open at a node and below it; each node once, however many operations lead to it. */
  function walk(at: Path, theirs: JsonSchema): void {
    const own = nodeAt(at);
    if (!isObject(own)) return;
    const gap = gapsAt(own).length > 0;
    if (textAt(own, '$ref') !== undefined && !gap) {
      walk(followed(own, at).path, theirs);
      return;
    }
    const name = at[1] === 'schemas' ? at[2] : undefined;
    if (seen.has(at.join('/')) || (name !== undefined && elsewhere.test(name))) return;
    seen.add(at.join('/'));
    if (gap) add(at, news(own, theirs, components));
    for (const [field, schema] of Object.entries(objectAt(own, 'properties'))) {
      const their = objectAt(theirs, 'properties')[field];
      if (isObject(schema) && isObject(their)) walk([...at, 'properties', field], their);
    }
    if (isObject(own['items']) && isObject(theirs['items'])) walk([...at, 'items'], theirs['items']);
  }

  function nodeAt(path: Path): JsonObject {
    return path.reduce<JsonObject>((node, step) => objectAt(node, step), isObject(tree) ? tree : {});
  }

  function followed(node: unknown, path: Path): { node: JsonObject; path: Path } {
    const reference = textAt(node, '$ref');
    if (reference === undefined) return { node: isObject(node) ? node : {}, path };
    const target = reference.slice(2).split('/');
    return { node: nodeAt(target), path: target };
  }
}

function isGap(response: JsonObject): boolean {
  return gapsAt(objectAt(objectAt(objectAt(response, 'content'), 'application/json'), 'schema')).length > 0;
}

/** What a description has at a node and the contract lacks. */
function news(own: JsonObject, theirs: JsonSchema, components: JsonObject): JsonObject {
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

function parameterOf({ name, in: where, required, schema }: Described['parameters'][number]): JsonObject {
  const isObjectLike = Object.keys(objectAt(schema, 'properties')).length > 0;
  return {
    name,
    in: where,
    ...(required ? { required } : {}),
    ...(isObjectLike ? { style: 'deepObject', explode: true } : {}),
    schema,
  };
}

function errorOf(status: number): JsonObject {
  const known = errorResponses[status];
  if (known !== undefined) return { $ref: `#/components/responses/${known}` };
  const schema = { $ref: '#/components/schemas/Error' };
  return { description: 'A refusal.', content: { 'application/json': { schema } } };
}
