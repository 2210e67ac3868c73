import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ContractError } from '../../spec/contract.ts';
import { nearest, suggest } from '../../spec/nearest.ts';
import type { Path, Source } from '../../spec/source.ts';
import { isObject } from '../../spec/tree.ts';
import { expectedBy } from '../../spec/words.ts';

const file = new URL('../../profiles/profile.schema.json', import.meta.url);
let compiled: ReturnType<Ajv2020['compile']> | undefined;

/** A test holds our schema to the schema of schemas. That and faster code cost more time than one profile is worth. */
const options = {
  strict: true,
  strictRequired: false,
  allErrors: true,
  verbose: true,
  validateSchema: false,
  code: { optimize: false },
};

/** The first violation of the profile's JSON Schema, with file, line and fix. The message holds no value. */
export function profileMistake(source: Source): ContractError | undefined {
  compiled ??= new Ajv2020(options).compile(JSON.parse(readFileSync(file, 'utf8')));
  if (compiled(withSections(source.tree ?? {}))) return undefined;
  const errors = compiled.errors ?? [];
  // An unknown setting is named first: it is often the cause of the other errors.
  const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
  return error && explain(source, error);
}

const sections = ['values', 'sorts', 'required', 'operations'];

/** A profile whose empty sections, of which every line is a comment yet, say nothing instead of null. */
export function withSections(tree: unknown): unknown {
  if (!isObject(tree)) return tree;
  const filled = (node: unknown, names: readonly string[]): unknown =>
    isObject(node)
      ? Object.fromEntries(
          Object.entries(node).map(([key, value]) => [key, names.includes(key) ? (value ?? {}) : value]),
        )
      : node;
  const { shapes } = tree;
  const whole = shapes === undefined ? tree : { ...tree, shapes: filled(shapes ?? {}, sections) };
  return filled(whole, ['readings']);
}

function explain(source: Source, error: ErrorObject): ContractError {
  const path = pathOf(error.instancePath);
  const [first] = path;
  if (first === 'keys') return mistakeOfKey(source, error, path);
  if (first === 'headers' && givesBoth(error.data))
    return source.error(
      path,
      'has env and file',
      'give one of the two; a variable or a file holds the value',
    );
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = Object.keys(error.parentSchema?.['properties'] ?? {});
    return source.error(
      [...path, name],
      'is not a setting of a profile',
      suggest(name, known, `known here are ${known.join(', ')}`),
    );
  }
  if (error.keyword === 'required')
    return source.error(path, `lacks ${String(error.params['missingProperty'])}`, 'add it');
  return source.error(path, `is not ${expectedBy(error)}`, 'write such a value, or leave the setting out');
}

function givesBoth(place: unknown): boolean {
  return isObject(place) && 'env' in place && 'file' in place;
}

/** What is wrong with a key. Whatever stands there is not quoted: it may be the key itself. */
function mistakeOfKey(source: Source, { keyword, params, data }: ErrorObject, path: Path): ContractError {
  const [, role] = path;
  const added = keyword === 'additionalProperties' ? String(params['additionalProperty']) : undefined;
  if (role === undefined && added !== undefined) {
    const fix = 'use up to 24 small letters, digits and hyphens, a letter first';
    return source.error([...path, added], 'is no name for a role', suggest(added, usualRoles, fix));
  }
  if (added !== undefined) {
    const near = keySettings.find((one) => one.startsWith(added)) ?? nearest(added, keySettings);
    const known = `known here are ${keySettings.join(', ')}; a key itself never stands in a profile`;
    const fix = near === undefined ? known : `did you mean ${near}?`;
    return source.error([...path, added], 'is not a setting of a key', fix);
  }
  if (keyword === 'not' && isObject(data))
    return source.error(path, 'has mayUse and mayNotUse', 'give one of the two; the other follows from it');
  if (givesBoth(data)) return source.error(path, 'has env and file', 'give one of the two');
  const lacks = String(params['missingProperty']);
  if (keyword === 'anyOf' || lacks === 'mayUse' || lacks === 'mayNotUse') {
    const fix = suggest(String(role), usualRoles, 'add mayUse or mayNotUse: 403 is judged by it');
    return source.error(path, 'does not say what this key may use', fix);
  }
  const fix = `write \`env: NAME\` for a variable or \`file: NAME\` for a file; a key itself never stands in a profile`;
  return source.error(path, 'does not say where the key is', fix);
}

const usualRoles = ['full', 'restricted'];
const keySettings = ['env', 'file', 'mayUse', 'mayNotUse'];

/** The keys and indices in a JSON Pointer. */
function pathOf(pointer: string): Path {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
