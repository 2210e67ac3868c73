import { isObject, type JsonObject, type JsonSchema, objectAt } from '../../spec/tree.ts';

/** An object is taken for a component that has this many fields, if it has this share of them. */
const least = { fields: 5, share: 0.75 };

/** Replaces each object of a described schema that has the fields of a component by a reference to that component. */
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
