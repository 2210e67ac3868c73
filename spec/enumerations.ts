import { sourceOf } from './load.ts';
import { arrayAt, objectAt } from './tree.ts';

/** The lists of literals that the interface closes by name, whatever field has them: the result levels, for one. */
export function closedLists(): readonly (readonly string[])[] {
  const schemas = objectAt(objectAt(sourceOf('openapi', undefined).tree, 'components'), 'schemas');
  return Object.values(schemas)
    .map((schema) => arrayAt(schema, 'enum').filter((one) => typeof one === 'string'))
    .filter((list) => list.length > 0);
}
