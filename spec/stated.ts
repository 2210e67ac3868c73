import { gapsAt } from './endpoint.ts';
import { typesOf } from './nodes.ts';
import { arrayAt, escapeStep, isObject, type JsonSchema } from './tree.ts';

/** What the contract states about the values at one place of an answer. */
export interface StatedPlace {
  /** JSON Pointer pattern into the body; `*` stands for any item of a list. */
  readonly pointer: string;
  /** The types that are allowed; empty where any is. */
  readonly types: readonly string[];
  /** The formats that are allowed; empty where none is stated. */
  readonly formats: readonly string[];
  /** The literals that are allowed; empty where the list is not closed. */
  readonly literals: readonly string[];
  /** Whether every object that can hold the field has it. */
  readonly required: boolean;
  /** Whether evidence may show the value. */
  readonly isPublic: boolean;
  /** The nearest clause about it. */
  readonly clause: string | undefined;
  /** The open gaps that it names. */
  readonly gaps: readonly string[];
}

/** The places of an answer by their pointers, as the interface orders them. */
export type StatedPlaces = ReadonlyMap<string, StatedPlace>;

/** Every place that an inlined schema states. The branches of a choice are one place each, with what any of them allows. */
export function statedPlaces(schema: JsonSchema): StatedPlaces {
  const places = new Map<string, StatedPlace>();
  gather(schema, { pointer: '', required: true, clause: undefined }, places);
  return places;
}

type Above = Pick<StatedPlace, 'pointer' | 'required' | 'clause'>;

function gather(schema: JsonSchema, above: Above, places: Map<string, StatedPlace>): void {
  const own = schema['x-clause'];
  const at = { ...above, clause: typeof own === 'string' ? own : above.clause };
  const place = placeOf(schema, at);
  const known = places.get(at.pointer);
  places.set(at.pointer, known === undefined ? place : joined(known, place));
  const required = arrayAt(schema, 'required');
  for (const [name, child] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {})) {
    const below = { pointer: `${at.pointer}/${escapeStep(name)}`, clause: at.clause };
    if (isObject(child)) gather(child, { ...below, required: required.includes(name) }, places);
  }
  for (const items of [schema['items'], schema['additionalProperties']]) {
    if (isObject(items)) gather(items, { ...at, pointer: `${at.pointer}/*`, required: false }, places);
  }
  for (const branch of branchesOf(schema)) gatherBranch(branch, at, places);
  // What a branch says beside it is about the same place, and less about it.
  const whole = places.get(at.pointer);
  if (typeof own === 'string' && whole) places.set(at.pointer, { ...whole, clause: own });
}

/** A branch states what may be there; nothing in it is certain to be there. */
function gatherBranch(branch: JsonSchema, at: Above, places: Map<string, StatedPlace>): void {
  const own = new Map<string, StatedPlace>();
  gather(branch, at, own);
  for (const [pointer, place] of own) {
    const known = places.get(pointer);
    const loose = { ...place, required: place.required && pointer === at.pointer };
    places.set(pointer, known === undefined ? loose : joined(known, loose));
  }
}

function branchesOf(schema: JsonSchema): JsonSchema[] {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => arrayAt(schema, key));
  return [...choices, schema['then'], schema['else']].filter(isObject);
}

function placeOf(schema: JsonSchema, { pointer, required, clause }: Above): StatedPlace {
  const literals = 'const' in schema ? [schema['const']] : arrayAt(schema, 'enum');
  const format = schema['format'];
  return {
    pointer,
    types: typesOf(schema).map(String),
    formats: typeof format === 'string' ? [format] : [],
    literals: literals.filter((one) => typeof one === 'string'),
    required,
    isPublic: schema['x-public'] === true,
    clause,
    gaps: gapsAt(schema),
  };
}

function joined(one: StatedPlace, other: StatedPlace): StatedPlace {
  const both = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])];
  return {
    pointer: one.pointer,
    types: both(one.types, other.types),
    formats: both(one.formats, other.formats),
    literals: both(one.literals, other.literals),
    required: one.required && other.required,
    isPublic: one.isPublic || other.isPublic,
    clause: other.clause ?? one.clause,
    gaps: both(one.gaps, other.gaps),
  };
}
