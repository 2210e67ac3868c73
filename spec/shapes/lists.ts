import type { Endpoint } from '../endpoint.ts';
import { suggest } from '../nearest.ts';
import type { Path } from '../source.ts';
import { type JsonObject, objectAt, textAt } from '../tree.ts';
import { targetOf } from './bodies.ts';
import { at, type ShapeAction, schemaRef, textsAt, type Words } from './words.ts';

/** The parameter of a session list, by its name. */
const parameters: Readonly<Record<string, string>> = {
  startDate: 'StartDateFilter',
  endDate: 'EndDateFilter',
  userId: 'SessionUserIdFilter',
  testId: 'TestIdFilter',
  subject: 'SubjectFilter',
  status: 'StatusFilter',
  sort: 'SessionSort',
  limit: 'Limit',
  offset: 'Offset',
  cursor: 'Cursor',
};

const uuids = { type: 'array', items: { type: 'string', format: 'uuid' } };

/** What the body of a search for sessions may hold in `search`. */
const criteria: Readonly<Record<string, JsonObject>> = {
  startDate: schemaRef('DateFilter'),
  endDate: schemaRef('DateFilter'),
  userIds: uuids,
  testIds: uuids,
  subjects: { type: 'array', items: { type: 'string' } },
  status: schemaRef('SessionStatusFilter'),
};

/** What it may hold beside `search` and `sort`. */
const pageParts: Readonly<Record<string, JsonObject>> = {
  limit: schemaRef('Limit'),
  offset: schemaRef('Offset'),
  cursor: schemaRef('Cursor'),
};

/** The action for what a list takes: parameters of a query, or the parts of a search body. */
export function filterActions(words: Words, { operation, path }: Endpoint, said: JsonObject): ShapeAction[] {
  const names = textsAt(said, 'filters');
  if (names.length === 0) return [];
  const place = at(words, 'operations', operation.id);
  const key = (i: number) => [...place, 'filters', i];
  if (operation.method === 'POST') return [searchAction(words, names, place)];
  const references = names.flatMap((name, i) => {
    const parameter = parameters[name];
    if (parameter === undefined) throw unknownFilter(words, name, key(i), Object.keys(parameters));
    // What the interface states itself may be said again.
    return operation.has(name) ? [] : [{ $ref: `#/components/parameters/${parameter}` }];
  });
  if (references.length === 0) return [];
  return [{ at: place, target: targetOf(path), update: { parameters: references } }];
}

function searchAction(words: Words, names: readonly string[], place: Path): ShapeAction {
  const sort = names.includes('sort') ? { sort: { properties: sortProperties(words) } } : {};
  const searched = names.flatMap((name, i): [string, JsonObject][] => {
    if (name === 'sort' || name in pageParts) return [];
    const { means } = objectAt(objectAt(words.said, 'fields'), name);
    const meant = textAt(objectAt(words.said, 'fields'), name) ?? (typeof means === 'string' ? means : name);
    const schema = criteria[meant];
    const known = [...Object.keys(criteria), 'sort', ...Object.keys(pageParts)];
    if (schema === undefined) throw unknownFilter(words, name, [...place, 'filters', i], known);
    return [[name, meant === name ? schema : { 'x-means': meant, ...schema }]];
  });
  const paging = Object.entries(pageParts).filter(([name]) => names.includes(name));
  const properties = {
    search: { properties: Object.fromEntries(searched) },
    ...sort,
    ...Object.fromEntries(paging),
  };
  const target = "$.components.requestBodies.SearchSessions.content['application/json'].schema";
  return { at: place, target, update: { properties } };
}

function sortProperties({ said }: Words): JsonObject {
  const sorts = objectAt(said, 'sorts');
  const fields = textsAt(sorts, 'sessions');
  const of = (values: readonly string[]) => ({
    type: 'string',
    ...(values.length > 0 ? { enum: values } : {}),
  });
  return { field: of(fields), direction: of(directionsOf(said)) };
}

/** The directions of sorting; those of the stated defaults unless the profile names others. */
export function directionsOf(said: JsonObject): readonly string[] {
  const named = textsAt(objectAt(said, 'sorts'), 'directions');
  return named.length > 0 ? named : ['asc', 'desc'];
}

function unknownFilter({ place }: Words, name: string, path: Path, known: readonly string[]): Error {
  return place.source.error(
    path,
    `${name} is no filter that is known`,
    suggest(name, known, `known are ${known.join(', ')}; any other needs an overlay`),
  );
}
