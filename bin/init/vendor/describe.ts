import type { Operation } from '../../../spec/operation.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '../../../spec/tree.ts';
import type { Described, DescribedParameter, Description } from '../description.ts';
import { follow, schemaReader } from './normalise.ts';

/** One operation of a vendor's document. */
export interface VendorOperation {
  readonly id: string | undefined;
  readonly method: string;
  /** The path template of the document, without the version prefix. */
  readonly path: string;
  readonly node: JsonObject;
  readonly shared: readonly unknown[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of a vendor's document. */
export function vendorOperations(root: JsonObject): VendorOperation[] {
  const server = textAt(arrayAt(root, 'servers')[0], 'url') ?? '';
  return Object.entries(objectAt(root, 'paths')).flatMap(([path, raw]) => {
    const item = follow(root, raw);
    return methods
      .filter((method) => isObject(item[method]))
      .map((method) => ({
        id: textAt(item[method], 'operationId'),
        method: method.toUpperCase(),
        path: belowVersion(server, path),
        node: objectAt(item, method),
        shared: arrayAt(item, 'parameters'),
      }));
  });
}

/** The document's operation with the same method and path. The names of path parameters may differ. */
export function counterpart(op: Operation, all: readonly VendorOperation[]): VendorOperation | undefined {
  return all.find(({ method, path }) => method === op.method && bare(path) === bare(op.path));
}

/** A path without the names of its parameters. */
export function bare(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}

/** The description of the contract's operations in a vendor's document. */
export function describeVendor(root: JsonObject, operations: readonly Operation[]): Description {
  const all = vendorOperations(root);
  return new Map(
    operations.flatMap((op) => {
      const found = counterpart(op, all);
      return found === undefined ? [] : [[op.id, described(root, found)] as const];
    }),
  );
}

function belowVersion(server: string, path: string): string {
  const prefixed = /^.*\/api\/v1(?=\/)/;
  if (prefixed.test(path)) return path.replace(prefixed, '');
  return /\/api$/.test(server) ? path.replace(/^\/v1(?=\/)/, '') : path;
}

function described(root: JsonObject, { node, shared }: VendorOperation): Described {
  const schemaOf = schemaReader(root);
  const body = follow(root, node['requestBody']);
  const request = jsonSchema(body);
  const responses = Object.entries(objectAt(node, 'responses'));
  return {
    parameters: folded(
      [...shared, ...arrayAt(node, 'parameters')].map((one) => parameter(root, one, schemaOf)),
    ),
    request: request === undefined ? undefined : schemaOf(request),
    requestRequired: body['required'] === true,
    responses: new Map(
      responses
        .filter(([status]) => /^\d{3}$/.test(status))
        .map(([status, raw]) => {
          const schema = jsonSchema(follow(root, raw));
          return [Number(status), schema === undefined ? undefined : schemaOf(schema)];
        }),
    ),
    ranges: new Set(
      responses.map(([status]) => status.toUpperCase()).filter((status) => !/^\d{3}$/.test(status)),
    ),
  };
}

function parameter(
  root: JsonObject,
  raw: unknown,
  schemaOf: (node: unknown) => JsonObject,
): DescribedParameter {
  const node = follow(root, raw);
  return {
    name: textAt(node, 'name') ?? '',
    in: textAt(node, 'in') ?? 'query',
    required: node['required'] === true,
    schema: schemaOf(node['schema'] ?? jsonSchema(node)),
  };
}

/**
 * Folds `sort[field]` and `sort[direction]` into one parameter `sort` with two properties, and `userId[]` into
 * `userId`.
 */
function folded(parameters: readonly DescribedParameter[]): DescribedParameter[] {
  const byName = new Map<string, DescribedParameter>();
  for (const one of parameters) {
    const [, name = one.name, key] = /^(\w+)\[(\w*)\]$/.exec(one.name) ?? [];
    const known = byName.get(name)?.schema;
    const schema =
      key === undefined || key === ''
        ? one.schema
        : { type: 'object', properties: { ...objectAt(known, 'properties'), [key]: one.schema } };
    byName.set(name, { ...one, name, schema });
  }
  return [...byName.values()];
}

/** The schema of the first JSON media type, or else of the first media type. */
function jsonSchema(holder: JsonObject): unknown {
  const content = objectAt(holder, 'content');
  const type = Object.keys(content).find((name) => /[/+]json\b/i.test(name)) ?? Object.keys(content)[0];
  return type === undefined ? undefined : objectAt(content, type)['schema'];
}
