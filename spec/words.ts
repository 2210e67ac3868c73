import type { ErrorObject } from 'ajv';
import { formats } from './formats.ts';
import { isObject, type JsonSchema } from './tree.ts';

/** A number with its noun: `1 item`, `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The shape of a value in words: `a string of 7 characters`. It holds no part of the value, so it may be shown. */
export function shapeOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `a string of ${count([...value].length, 'character')}`;
  if (Array.isArray(value)) return `an array of ${count(value.length, 'item')}`;
  if (isObject(value))
    return `an object of ${Object.keys(value).length === 1 ? '1 property' : `${Object.keys(value).length} properties`}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number';
  return `a ${typeof value}`;
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** What each keyword requires, in words. The argument is the value of the keyword, which the contract states. */
const keywordWords: Readonly<Record<string, (value: unknown, parent: JsonSchema) => string>> = {
  type: (type, { format }) =>
    format !== undefined && type === 'string'
      ? formatWords(format)
      : [type]
          .flat()
          .map((one) => typeWords[String(one)] ?? String(one))
          .join(' or '),
  format: (format) => formatWords(format),
  enum: (values) => (Array.isArray(values) ? `one of ${listed(values)}` : 'a listed value'),
  const: (value) => JSON.stringify(value),
  minLength: (bound) => `a string of at least ${count(Number(bound), 'character')}`,
  maxLength: (bound) => `a string of at most ${count(Number(bound), 'character')}`,
  pattern: (pattern) => `a string that matches ${String(pattern)}`,
  minItems: (bound) => `an array of at least ${count(Number(bound), 'item')}`,
  maxItems: (bound) => `an array of at most ${count(Number(bound), 'item')}`,
  uniqueItems: () => 'items that differ from one another',
  minimum: (bound) => `a number from ${String(bound)} up`,
  maximum: (bound) => `a number up to ${String(bound)}`,
  anyOf: choiceWords,
  oneOf: choiceWords,
  required: () => 'the property to be there',
  'false schema': () => 'the property to be absent',
};

function formatWords(format: unknown): string {
  return Object.entries(formats).find(([name]) => name === format)?.[1].words ?? String(format);
}

function wordsOf(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema['title'] === 'string') return schema['title'];
  if (schema['format'] !== undefined) return formatWords(schema['format']);
  return schema['type'] === undefined ? undefined : keywordWords['type']?.(schema['type'], schema);
}

/** What an anyOf allows, in words: its branches joined by "or", where all of them have words. */
function choiceWords(branches: unknown): string {
  const words = Array.isArray(branches) ? branches.map(wordsOf) : [];
  const known = words.filter((word) => word !== undefined);
  return known.length === words.length ? known.join(' or ') : 'one of the forms that the interface describes';
}

/** What the contract requires at the place of an Ajv error, in words. */
export function expectedBy(error: ErrorObject): string {
  const parent: JsonSchema = isObject(error.parentSchema) ? error.parentSchema : {};
  return keywordWords[error.keyword]?.(error.schema, parent) ?? `a value that keeps ${error.keyword}`;
}
