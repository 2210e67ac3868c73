import { chapterIds } from './clause.ts';
import type { Endpoint } from './endpoint.ts';
import { below, type Place, readChoice, readObject, readText } from './read.ts';
import type { Source } from './source.ts';
import { objectAt } from './tree.ts';
import { versions } from './version.ts';

const required = ['operationId', 'tags', 'summary', 'responses', 'x-since'];
const optional = [
  'description',
  'parameters',
  'requestBody',
  'x-experimental',
  'x-writes',
  'x-makes',
  'x-request-gap',
  'x-answer-gap',
  'x-answer-clause',
  'x-gap',
];
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Checks the keys of paths and operations in openapi.yaml, so that a misspelt key is an error. (Ajv's strict mode
 * checks the schemas, and Redocly the rest of the document.)
 * @throws ContractError for an unknown or missing key, a duplicate operationId, an unknown chapter or version
 */
export function checkOutline(source: Source, endpoints: readonly Endpoint[]): void {
  const root: Place = { source, path: [] };
  const paths = objectAt(source.tree, 'paths');
  for (const [template, item] of Object.entries(paths)) {
    readObject(below(below(root, 'paths'), template), item, [], [...methods, 'parameters']);
  }
  const seen = new Set<string>();
  for (const { operation, path } of endpoints) {
    const place: Place = { source, path };
    const raw = objectAt(objectAt(paths, path[1] ?? ''), path[2] ?? '');
    readObject(place, raw, required, optional);
    readText(below(place, 'operationId'), raw['operationId']);
    readChoice(below(place, 'tags'), operation.chapter, chapterIds);
    readChoice(below(place, 'x-since'), operation.since, versions);
    if (seen.has(operation.id)) {
      throw source.error(
        [...path, 'operationId'],
        `${operation.id} stands twice`,
        'give one of the two another id',
      );
    }
    seen.add(operation.id);
  }
}
