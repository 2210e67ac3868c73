import { type StatedPlace, statedPlaces } from '../../spec/stated.ts';
import type { JsonSchema } from '../../spec/tree.ts';
import { arrayAt, isObject, objectAt } from '../../spec/tree.ts';

/** How much a departure weighs: an error breaks clients, a warning leaves them without a word, a note is for the reader. */
export type Level = 'error' | 'warning' | 'note';

/** Tells about a departure at a place. */
export type Say = (
  where: string,
  stated: string,
  described: string,
  more?: { readonly level?: Level; readonly clause?: string | undefined },
) => unknown;

/**
 * Where the description of an answer allows what the interface does not. An answer that is narrower is no departure: a
 * client that reads all that the interface allows reads it, too.
 */
export function answerDepartures(own: JsonSchema, theirs: JsonSchema, say: Say): void {
  const described = statedPlaces(theirs);
  for (const place of statedPlaces(own).values()) {
    const other = described.get(place.pointer);
    const { clause } = place;
    if (other === undefined) {
      if (isDescribed(place.pointer, described))
        say(place.pointer, place.required ? 'required' : 'a field', 'not described', {
          level: place.required ? 'error' : 'note',
          clause,
        });
      continue;
    }
    const wider = beyond(other.types, allowedTypes(place));
    if (wider.length > 0 && place.types.length > 0)
      say(place.pointer, place.types.join(' or '), other.types.join(' or '), { clause });
    const format = other.formats.find((one) => place.formats.length > 0 && !place.formats.includes(one));
    if (format !== undefined)
      say(place.pointer, `format ${place.formats.join(' or ')}`, `format ${format}`, { clause });
    const literals = beyond(other.literals, place.literals);
    if (place.literals.length > 0 && literals.length > 0)
      say(place.pointer, `${place.literals.length} listed values`, `${literals.length} others`, { clause });
    if (place.required && !other.required && place.pointer !== '' && !place.pointer.endsWith('/*'))
      say(place.pointer, 'required', 'optional', {
        level: isSilent(place.pointer, described) ? 'warning' : 'error',
        clause,
      });
  }
}

/** Whether a description says of no field of an object that it is there: many leave that out altogether. */
function isSilent(pointer: string, described: ReadonlyMap<string, StatedPlace>): boolean {
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  const isBeside = (other: string) => other.slice(0, other.lastIndexOf('/')) === holder;
  return ![...described].some(([other, { required }]) => required && other !== '' && isBeside(other));
}

/** Whether a description says anything about the object that would hold a field. */
function isDescribed(pointer: string, described: ReadonlyMap<string, StatedPlace>): boolean {
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  if (pointer.endsWith('/*')) return false;
  return [...described.keys()].some((one) => one.startsWith(`${holder}/`) && one !== `${holder}/*`);
}

function beyond(some: readonly string[], allowed: readonly string[]): string[] {
  return some.filter((one) => !allowed.includes(one));
}

/** The types that a client has to read: an integer is a number, and an empty nested object is null. */
function allowedTypes({ types }: StatedPlace): string[] {
  return [
    ...types,
    ...(types.includes('number') ? ['integer'] : []),
    ...(types.includes('object') ? ['null'] : []),
  ];
}

const bounds = [
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
] as const;

/** Where the description of a request refuses what the interface allows, or allows what it refuses. */
export function requestDepartures(own: JsonSchema, theirs: JsonSchema, say: Say, at = ''): void {
  const [types, others] = [own, theirs].map((schema) =>
    [schema['type']].flat().filter((one) => one !== undefined),
  );
  const missing = (types ?? []).filter((one) => one !== 'null' && !(others ?? []).includes(one));
  if (missing.length > 0 && (others ?? []).length > 0) {
    say(at, String(types?.join(' or ')), String(others?.join(' or ')));
    return;
  }
  for (const pair of bounds) boundDepartures(own, theirs, pair, (...told) => say(at, ...told));
  const [listed, described] = [arrayAt(own, 'enum'), arrayAt(theirs, 'enum')];
  const lacking = listed.filter((one) => !described.includes(one));
  if (described.length > 0 && lacking.length > 0)
    say(at, `${listed.length} listed values`, `${lacking.length} of them missing`);
  fieldDepartures(own, theirs, say, at);
  if (isObject(own['items']) && isObject(theirs['items']))
    requestDepartures(own['items'], theirs['items'], say, `${at}/*`);
}

function boundDepartures(
  own: JsonSchema,
  theirs: JsonSchema,
  keys: readonly [string, string],
  say: (stated: string, described: string, more?: { level: Level }) => unknown,
): void {
  for (const key of keys) {
    const [mine, their] = [own[key], theirs[key]];
    if (typeof mine === 'number' && typeof their === 'number' && mine !== their)
      say(`${key} ${mine}`, `${key} ${their}`);
    if (typeof mine === 'number' && mine > 0 && their === undefined)
      say(`${key} ${mine}`, `no ${key}`, { level: 'warning' });
    // A gap may leave the bound open, and a bound that wide restricts nothing.
    const tight = typeof their === 'number' && (key.startsWith('min') ? their > 0 : their < 2 ** 31 - 1);
    if (mine === undefined && tight && own['x-gap'] === undefined)
      say(`no ${key}`, `${key} ${String(their)}`);
  }
}

function fieldDepartures(own: JsonSchema, theirs: JsonSchema, say: Say, at: string): void {
  const [fields, others] = [objectAt(own, 'properties'), objectAt(theirs, 'properties')];
  if (Object.keys(others).length === 0) return;
  for (const [name, schema] of Object.entries(fields)) {
    const other = others[name];
    if (other === undefined) say(`${at}/${name}`, 'a field', 'missing');
    else if (isObject(schema) && isObject(other)) requestDepartures(schema, other, say, `${at}/${name}`);
  }
  if (own['x-gap'] !== undefined) return;
  for (const name of arrayAt(theirs, 'required').map(String)) {
    if (arrayAt(own, 'required').includes(name)) continue;
    say(`${at}/${name}`, name in fields ? 'optional' : 'no such field', 'required');
  }
}
