import { gapsAt } from '../../spec/endpoint.ts';
import type { Operation } from '../../spec/operation.ts';
import { arrayAt, type JsonObject, type JsonSchema, objectAt, textAt } from '../../spec/tree.ts';
import type { Action, Described, Description } from './description.ts';
import { referTo } from './refer.ts';
import { actionAt, components, followed, nodeAt, type Path, walk } from './walk.ts';

const errorResponses: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
};

/**
 * The overlay actions that fill the contract's gaps from a description, operation by operation. The schemas of sessions
 * are left out, because sessions.ts has to recognise their fields first.
 */
export function fillGaps(operations: readonly Operation[], description: Description): Action[] {
  const seen = new Set<string>();
  return operations.flatMap((op) => {
    const described = description.get(op.id);
    if (described === undefined) return [];
    const path = ['paths', op.path, op.method.toLowerCase()];
    return [
      ...parameterActions(path, described, seen),
      ...requestActions(path, described, seen),
      ...responseActions([...path, 'responses'], described, seen),
    ];
  });
}

function parameterActions(path: Path, { parameters }: Described, seen: Set<string>): Action[] {
  const node = nodeAt(path);
  const known = arrayAt(node, 'parameters').map((one) => followed(one, path));
  const below = parameters.flatMap((parameter) => {
    const own = known.find((one) => textAt(one.node, 'name') === parameter.name);
    return own === undefined ? [] : walk([...own.path, 'schema'], parameter.schema, seen);
  });
  if (gapsAt(node).length === 0) return below;
  const names = known.map((one) => textAt(one.node, 'name'));
  const fresh = parameters.filter((one) => one.in === 'query' && !names.includes(one.name));
  return fresh.length === 0 ? below : [...below, ...actionAt(path, { parameters: fresh.map(parameterOf) })];
}

function requestActions(path: Path, { request, requestRequired }: Described, seen: Set<string>): Action[] {
  if (request === undefined) return [];
  const own = [...path, 'requestBody'];
  const { node, path: at } = followed(nodeAt(own), own);
  const actions = walk([...at, 'content', 'application/json', 'schema'], request, seen);
  const open = actions.length > 0 && at.length === own.length && node['required'] === undefined;
  return open && requestRequired ? [...actions, ...actionAt(at, { required: true })] : actions;
}

function responseActions(at: Path, { responses }: Described, seen: Set<string>): Action[] {
  const node = nodeAt(at);
  const any = objectAt(node, '2XX');
  const update: Record<string, JsonObject> = {};
  const below: Action[] = [];
  for (const [status, schema] of responses) {
    const stated = node[status] !== undefined;
    const success = status >= 200 && status < 300;
    if (success && '2XX' in node) update[status] = successOf(any, schema, status);
    else if (!success && !stated && gapsAt(node).length > 0 && status < 500) update[status] = errorOf(status);
    const key = stated ? String(status) : '2XX';
    const shown = success && key in node && (stated || !isGap(any));
    if (shown && schema !== undefined)
      below.push(...walk([...at, key, 'content', 'application/json', 'schema'], schema, seen));
  }
  return [...below, ...actionAt(at, update)];
}

/** Whether the schema of a response is a gap. */
function isGap(response: JsonObject): boolean {
  return gapsAt(objectAt(objectAt(objectAt(response, 'content'), 'application/json'), 'schema')).length > 0;
}

function successOf(any: JsonObject, schema: JsonSchema | undefined, status: number): JsonObject {
  if (status === 204) return { description: 'Done; no body.' };
  if (!isGap(any)) return { description: 'A success.' };
  const description = 'What it answers.';
  if (schema === undefined) return { description };
  return { description, content: { 'application/json': { schema: referTo(components, schema) } } };
}

function errorOf(status: number): JsonObject {
  const known = errorResponses[status];
  if (known !== undefined) return { $ref: `#/components/responses/${known}` };
  const schema = { $ref: '#/components/schemas/Error' };
  return { description: 'A refusal.', content: { 'application/json': { schema } } };
}

function parameterOf({ name, in: where, required, schema }: Described['parameters'][number]): JsonObject {
  const hasFields = Object.keys(objectAt(schema, 'properties')).length > 0;
  return {
    name,
    in: where,
    ...(required ? { required } : {}),
    ...(hasFields ? { style: 'deepObject', explode: true } : {}),
    schema,
  };
}
