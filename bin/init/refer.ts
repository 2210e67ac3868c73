import { isObject, type JsonObject, type JsonSchema, objectAt } from '../../spec/tree.ts';

/** Components that a description may mean without naming them: those with enough fields to be told by. */
const least = { fields: 5, share: 0.75 };

/** Puts the contract's own component wherever a described object has the fields of one. */
export function referTo(components: JsonObject, schema: JsonSchema): JsonSchema {
  const name = componentOf(components, schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value)) return [key, eachSchema(value, components)];
      return [key, key === 'items' && isObject(value) ? referTo(components, value) : value];
    }),
  );
}

function eachSchema(properties: JsonObject, components: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema) ? referTo(components, schema) : schema,
    ]),
  );
}

function componentOf(components: JsonObject, schema: JsonSchema): string | undefined {
  const fields = Object.keys(objectAt(schema, 'properties'));
  if (['status', 'startDate', 'result'].every((name) => fields.includes(name))) return 'SessionListItem';
  return Object.keys(components).find((name) => {
    const own = Object.keys(objectAt(objectAt(components, name), 'properties'));
    const shared = own.filter((field) => fields.includes(field)).length;
    return own.length >= least.fields && shared >= own.length * least.share;
  });
}
