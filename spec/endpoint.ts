import type { Answers, Method, Operation, Parameter } from './operation.ts';
import { withOwnStatus } from './own-status.ts';
import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from './tree.ts';

/** An operation together with the schemas of its answers. */
export interface Endpoint {
  readonly operation: Operation;
  readonly answers: Answers;
  /** Keys from the root of openapi.yaml to the operation. */
  readonly path: readonly string[];
}

const methods: Readonly<Record<string, Method>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

/** The parameters that ask for a page (chapter Pagination). */
const pageParameters = ['limit', 'offset', 'cursor'];

function schemaOf(holder: unknown): JsonSchema | undefined {
  const schema = objectAt(objectAt(holder, 'content'), 'application/json')['schema'];
  return isObject(schema) ? schema : undefined;
}

/** The name of the component that a schema, or its items, refer to. */
function componentName(schema: JsonObject): string | undefined {
  const reference = textAt(schema, '$ref') ?? textAt(schema['items'], '$ref');
  return reference?.split('/').at(-1);
}

function urlParameters(operation: JsonObject, shared: readonly unknown[]): readonly Parameter[] {
  return [...shared, ...arrayAt(operation, 'parameters')].filter(isObject).map((parameter) => ({
    name: textAt(parameter, 'name') ?? '',
    in: parameter['in'] === 'path' ? 'path' : 'query',
    required: parameter['required'] === true,
    schema: objectAt(parameter, 'schema'),
    ...(parameter['style'] === 'deepObject' ? { style: 'deepObject' as const } : {}),
  }));
}

function bodyParameters(body: JsonSchema | undefined): readonly Parameter[] {
  const required = arrayAt(body, 'required');
  return Object.entries(objectAt(body, 'properties')).map(([name, schema]) => ({
    name,
    in: 'body',
    required: required.includes(name),
    schema: isObject(schema) ? schema : {},
  }));
}

/** Every gap that `x-gap` names at a node or below it. */
export function gapsBelow(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const item of node) gapsBelow(item, found);
  if (!isObject(node)) return found;
  for (const gap of gapsAt(node)) found.add(gap);
  for (const value of Object.values(node)) gapsBelow(value, found);
  return found;
}

/** The gaps that `x-gap` of one node names. */
export function gapsAt(node: JsonObject): readonly string[] {
  const gap = node['x-gap'];
  if (typeof gap === 'string') return [gap];
  return Array.isArray(gap) ? gap.filter((id) => typeof id === 'string') : [];
}

/** The schemas of the answers by status. The key 0 holds the schema of `2XX`, where no success status is stated. */
function answersOf(responses: JsonObject): Answers {
  const answers = new Map<number, JsonSchema>();
  for (const [status, response] of Object.entries(responses)) {
    const schema = schemaOf(response);
    if (schema === undefined) continue;
    const number = status === '2XX' ? 0 : Number(status);
    answers.set(number, withOwnStatus(schema, number));
  }
  return answers;
}

/** The clause that the schema of a success names. */
function clauseOfSuccess(responses: JsonObject): string | undefined {
  return Object.entries(responses)
    .flatMap(([status, response]) => (status.startsWith('2') ? [textAt(schemaOf(response), 'x-clause')] : []))
    .find((clause) => clause !== undefined);
}

function describeEndpoint(
  path: readonly string[],
  raw: unknown,
  inlined: JsonObject,
  shared: readonly unknown[],
): Endpoint {
  const [, template = '', verb = ''] = path;
  const method = methods[verb] ?? 'GET';
  const responses = objectAt(inlined, 'responses');
  const statuses = Object.keys(responses)
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => a - b);
  const success = statuses.find((status) => status >= 200 && status < 300);
  const properties = objectAt(
    schemaOf(objectAt(objectAt(raw, 'responses'), String(success ?? '2XX'))),
    'properties',
  );
  const wrapper = Object.keys(properties)[0];
  const body = schemaOf(inlined['requestBody']);
  const parameters = [...urlParameters(inlined, shared), ...bodyParameters(body)];
  const gaps = [...gapsBelow(inlined), ...gapsBelow(shared)];
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const operation: Operation = {
    id: textAt(inlined, 'operationId') ?? '',
    method,
    path: template,
    chapter: String(arrayAt(inlined, 'tags')[0]),
    summary: textAt(inlined, 'summary') ?? '',
    since: textAt(inlined, 'x-since') ?? '1.0',
    experimental: inlined['x-experimental'] === true,
    writes: method !== 'GET' && inlined['x-writes'] !== false,
    makes: textAt(inlined, 'x-makes'),
    // A profile may describe pages in an answer without parameters for them. Then nobody can ask for the next page.
    paginated: 'pagination' in properties && pageParameters.every(has),
    parameters,
    ...(body === undefined ? {} : { body }),
    bodyRequired:
      objectAt(inlined, 'requestBody')['required'] === true || arrayAt(body, 'required').length > 0,
    success,
    wrapper,
    item: wrapper === undefined ? undefined : componentName(objectAt(properties, wrapper)),
    statuses,
    lists: (status) => statuses.includes(status),
    has,
    gaps: [...new Set(gaps)].sort(),
    requestGap: textAt(inlined, 'x-request-gap'),
    answerGap: textAt(inlined, 'x-answer-gap'),
    answerClause: textAt(inlined, 'x-answer-clause') ?? clauseOfSuccess(responses),
  };
  return { operation, answers: answersOf(responses), path };
}

/**
 * The operations of an OpenAPI document, in its order.
 * @param tree the parsed document
 * @param inline replaces references (see inline.ts)
 */
export function readEndpoints(tree: unknown, inline: (node: unknown) => unknown): readonly Endpoint[] {
  return Object.entries(objectAt(tree, 'paths')).flatMap(([template, item]) => {
    const shared = inline(arrayAt(item, 'parameters'));
    return Object.entries(objectAt(objectAt(tree, 'paths'), template))
      .filter(([verb]) => verb in methods)
      .map(([verb, raw]) => {
        const inlined = inline(raw);
        const path = ['paths', template, verb];
        return describeEndpoint(
          path,
          raw,
          isObject(inlined) ? inlined : {},
          Array.isArray(shared) ? shared : [],
        );
      });
  });
}
