import { nodesOf, typesOf } from './nodes.ts';
import type { JsonSchema } from './tree.ts';

/** The places of texts that may be left out, and that no format keeps from being empty, as JSON Pointer patterns. */
export function textPlaces(schema: JsonSchema): readonly string[] {
  const places = nodesOf(schema).filter(
    ({ schema: node, optional }) => optional && isPlainText(node) && !allowsEmpty(node),
  );
  return [...new Set(places.map(({ pointer }) => pointer))];
}

/** The first of these places at which a body has text without characters. */
export function emptyTextIn(body: unknown, places: readonly string[]): string | undefined {
  return places.find((place) => holdsEmpty(body, place.split('/').slice(1)));
}

function isPlainText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  // Of the formats, the one for references has text without characters, which refers to the page itself.
  const format = schema['format'] ?? 'uri-reference';
  return types.length === 1 && types[0] === 'string' && format === 'uri-reference';
}

/** Whether an overlay names empty text as a value that a field may have. */
function allowsEmpty(schema: JsonSchema): boolean {
  return schema['const'] === '' || (Array.isArray(schema['enum']) && schema['enum'].includes(''));
}

function holdsEmpty(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return value === '';
  if (typeof value !== 'object' || value === null) return false;
  if (step === '*') return Object.values(value).some((item) => holdsEmpty(item, rest));
  return Object.hasOwn(value, step) && holdsEmpty((value as Record<string, unknown>)[step], rest);
}
