import { arrayAt, isObject, type JsonObject, type JsonSchema, objectAt, textAt } from '../../../spec/tree.ts';

/** The keywords that are copied unchanged. */
const copied = [
  'type',
  'format',
  'enum',
  'const',
  'pattern',
  'default',
  'required',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];
const bounds = ['minimum', 'maximum'] as const;
const knownFormats =
  /^(?:uuid|date|time|date-time|duration|email|uri|uri-reference|hostname|ipv4|ipv6|byte|binary|password|int32|int64|float|double)$/;
const deepest = 24;

/** Makes a function that turns schemas of an OpenAPI document, 3.0 or 3.1, into JSON Schema without references. */
export function schemaReader(root: JsonObject): (node: unknown) => JsonSchema {
  return (node) => plain(node, root, []);
}

/** Follows references within the document. A reference that cannot be followed gives an empty object. */
export function follow(root: JsonObject, node: unknown): JsonObject {
  let current = node;
  for (let left = deepest; left > 0; left -= 1) {
    const reference = textAt(current, '$ref');
    if (reference === undefined) return isObject(current) ? current : {};
    current = reference.startsWith('#/')
      ? reference
          .slice(2)
          .split('/')
          .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
          .reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), root)
      : undefined;
  }
  return {};
}

/** A schema with its references replaced. A schema that refers to itself is cut off there. */
function plain(node: unknown, root: JsonObject, above: readonly JsonObject[]): JsonSchema {
  const own = follow(root, node);
  if (above.includes(own) || above.length > deepest) return {};
  const below = (child: unknown) => plain(child, root, [...above, own]);
  const properties = Object.fromEntries(
    Object.entries(objectAt(own, 'properties')).map(([name, child]) => [name, below(child)]),
  );
  const self: JsonSchema = {
    ...Object.fromEntries(copied.filter((key) => own[key] !== undefined).map((key) => [key, own[key]])),
    ...boundsOf(own),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(isObject(own['items']) ? { items: below(own['items']) } : {}),
  };
  const all = arrayAt(own, 'allOf').map(below).reduce(both, typed(self, own));
  const branches = [...arrayAt(own, 'oneOf'), ...arrayAt(own, 'anyOf')].map(below);
  const choices = branches.filter(({ type }) => type !== 'null');
  const [first, ...others] = choices;
  const combined = first === undefined ? all : both(others.reduce(either, first), all);
  return branches.length > choices.length ? nullable(combined) : combined;
}

/** The numbers in `minimum` and `maximum`. Whether a bound is exclusive is left out. */
function boundsOf(own: JsonObject): JsonObject {
  return Object.fromEntries(
    bounds.filter((key) => typeof own[key] === 'number').map((key) => [key, own[key]]),
  );
}

function typed(self: JsonSchema, own: JsonObject): JsonSchema {
  const { format, ...rest } = self;
  const shaped = 'properties' in self ? 'object' : 'items' in self ? 'array' : undefined;
  const type = self['type'] ?? shaped;
  const schema = {
    ...rest,
    ...(type === undefined ? {} : { type }),
    ...(typeof format === 'string' && knownFormats.test(format) ? { format } : {}),
  };
  return own['nullable'] === true ? nullable(schema) : schema;
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  return typeof type === 'string' && type !== 'null' ? { ...schema, type: [type, 'null'] } : schema;
}

/** The conjunction of two schemas, as far as one schema can say it. */
function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = { ...objectAt(a, 'properties'), ...objectAt(b, 'properties') };
  const required = [...new Set([...arrayAt(a, 'required'), ...arrayAt(b, 'required')])];
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The alternative of two schemas, as far as one schema can say it: the fields of both, and only what both require. */
function either(a: JsonSchema, b: JsonSchema): JsonSchema {
  const names = arrayAt(a, 'required').filter((name) => arrayAt(b, 'required').includes(name));
  const { required: _, format, ...rest } = both(a, b);
  const isOneFormat = a['format'] === b['format'] && format !== undefined;
  const fields = Object.entries(objectAt(rest, 'properties')).map(([name, schema]) => {
    const [mine, theirs] = [
      objectAt(objectAt(a, 'properties'), name),
      objectAt(objectAt(b, 'properties'), name),
    ];
    return [
      name,
      name in objectAt(a, 'properties') && name in objectAt(b, 'properties') ? choice(mine, theirs) : schema,
    ];
  });
  return {
    ...rest,
    ...(isOneFormat ? { format } : {}),
    ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
    ...(names.length > 0 ? { required: names } : {}),
  };
}

function choice(a: JsonSchema, b: JsonSchema): JsonSchema {
  const literals = [a, b].flatMap((schema) =>
    'const' in schema ? [schema['const']] : arrayAt(schema, 'enum'),
  );
  const { const: _, ...rest } = either({ ...a }, { ...b });
  return literals.length > 0 ? { ...rest, enum: [...new Set(literals)] } : rest;
}
