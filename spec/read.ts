import { suggest } from './nearest.ts';
import type { Path, Source } from './source.ts';
import { isObject, type JsonObject } from './tree.ts';

/** A place in a YAML file. The functions below name its file, line and key in their errors. */
export interface Place {
  readonly source: Source;
  readonly path: Path;
}

/** The place of a key or an index below a place. */
export function below(place: Place, step: string | number): Place {
  return { source: place.source, path: [...place.path, step] };
}

/** Reads an object with these keys and no others. @throws ContractError for a missing or an unknown key */
export function readObject(
  place: Place,
  value: unknown,
  required: readonly string[],
  optional: readonly string[],
): JsonObject {
  const known = [...required, ...optional];
  if (!isObject(value)) {
    throw place.source.error(place.path, 'is not a mapping', `write the keys ${known.join(', ')} here`);
  }
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const fix = suggest(key, known, `known keys are ${known.join(', ')}`);
    throw place.source.error([...place.path, key], 'is not a known key', fix);
  }
  for (const key of required) {
    if (value[key] === undefined) throw place.source.error(place.path, `has no ${key}`, `add the key ${key}`);
  }
  return value;
}

/** Reads a list; a missing one is empty. @throws ContractError for anything else */
export function readList(place: Place, value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw place.source.error(place.path, 'is not a list', 'write a list here, each item after a hyphen');
}

/** Reads a text that is not empty. @throws ContractError for anything else */
export function readText(place: Place, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw place.source.error(place.path, 'is not text', 'write text here, in quotes where it holds a colon');
}

/** Reads a text; undefined where the key is missing. @throws ContractError for anything else */
export function readOptionalText(place: Place, value: unknown): string | undefined {
  return value === undefined ? undefined : readText(place, value);
}

/**
 * Reads an id: words in lower case with hyphens, and dots between its parts. @throws ContractError for anything else
 */
export function readId(place: Place, value: unknown): string {
  const id = readText(place, value);
  if (/^[a-z][a-z-]*(\.[a-z][a-z-]*)*$/.test(id)) return id;
  throw place.source.error(
    place.path,
    `${id} is not an id`,
    'use words in lower case, with hyphens and dots',
  );
}

/** Reads one of a few words. @throws ContractError that names the nearest one */
export function readChoice<T extends string>(place: Place, value: unknown, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const fix = suggest(String(value), choices, `choose from ${choices.join(', ')}`);
  throw place.source.error(place.path, `${String(value)} is not known here`, fix);
}
