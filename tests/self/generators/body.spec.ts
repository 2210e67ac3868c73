import { expect } from '@playwright/test';
import fc from 'fast-check';
import { bodyFor, carries, literalsOf, propertyFor, requires } from '../../../generators/body.ts';
import { createAjv } from '../../../spec/keywords.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A bound or none. */
const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined });

const texts = fc.tuple(bound(30), bound(30)).map(([a, b]) => ({
  type: 'string',
  ...(a === undefined ? {} : { minLength: Math.min(a, b ?? a) }),
  ...(b === undefined ? {} : { maxLength: Math.max(a ?? b, b) }),
}));

const numbers = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.option(fc.integer({ min: -3, max: 9 }), { nil: undefined }),
    room: fc.option(fc.nat(3), { nil: undefined }),
  })
  .map(({ type, minimum, room }) => ({
    type,
    ...(minimum === undefined ? {} : { minimum }),
    ...(room === undefined ? {} : { maximum: (minimum ?? 0) + room }),
  }));

/** Leaves as profiles write them; an id is never the simplest value of anything, and stands among the meanings. */
const leaf: fc.Arbitrary<Schema> = fc.oneof(
  texts,
  numbers,
  fc
    .constantFrom('email', 'date', 'date-time', 'duration', 'uri')
    .map((format) => ({ type: 'string', format })),
  fc.constantFrom<Schema>(
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: 'string', enum: ['female', 'male'] },
    { const: 17 },
    { type: 'string', minLength: 12, examples: ['an example that is long'] },
    { type: 'string', default: 'standard' },
  ),
  bound(3).map((minItems) => ({
    type: 'array',
    items: { type: 'string' },
    ...(minItems === undefined ? {} : { minItems }),
  })),
);

/** An object with some required members; `firstName` is what a check means, wherever it stands. */
const shapeOf = (inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .record({
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), inner, { maxKeys: 4 }),
      optional: fc.subarray(['a', 'b']),
      means: fc.constantFrom<Schema>(
        {},
        { firstName: { type: 'string' } },
        { given: { type: 'array', items: { type: 'string' }, 'x-means': 'firstName' } },
      ),
    })
    .map(({ properties, optional, means }) => ({
      type: 'object',
      additionalProperties: false,
      properties: { ...properties, ...means },
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
    }));

interface Made {
  readonly schema: Schema;
  readonly body: unknown;
}

const meanings = { firstName: 'Ada' };

const made: fc.Arbitrary<Made> = shapeOf(fc.oneof(leaf, shapeOf(leaf))).map((schema) => ({
  schema,
  body: bodyFor(schema, meanings),
}));

// Each schema is compiled for one body: to make its code faster would take longer than it runs.
const ajv = createAjv(true);
const has = (pattern: RegExp) => (one: Made) => pattern.test(JSON.stringify(one));

keepsLaws('bodies for a schema', {
  arbitrary: made,
  correct: ({ schema, body }) => ajv.validate(schema, body) && carries(schema, 'firstName') === isNamed(body),
  simplest: ({ body }) => JSON.stringify(body) === '{}',
  boundaries: {
    'nothing but what is required': ({ body }) => JSON.stringify(body) === '{}',
    'what is meant, as a text': has(/"firstName":"Ada"/),
    'what is meant, in a list': has(/"given":\["Ada"\]/),
    'what is meant, in an inner object': has(/"body":.*\{"[abcd]":\{.*Ada/),
    'a text that is cut short': has(/"body":.*"(?:|R|Ro|Rol|Roll|Rollc|Rollca|Rollcal)"/),
    'a text that is made longer': has(/"body":.*"Rollcall-rollcall/),
    'a value that the schema names': has(/"body":.*"female"/),
    'an example': has(/"body":.*"an example that is long"/),
    'a default': has(/"body":.*"standard"/),
    'a number that has to be large': has(/"body":.*":[2-9]/),
    'a number that has to be small': has(/"body":.*":(?:0|-\d)/),
    'a list that may not be empty': has(/"body":.*\["Rollcall"/),
  },
  within: 200,
});

test('the same schema and meanings give the same body', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

  expect(bodyFor(schema, meanings)).toEqual(bodyFor(schema, meanings));
  expect(bodyFor(schema, meanings)).toEqual({ a: 'Rollcall' });
});

test('an optional member that nobody means is left out, and with it an object that would be empty', () => {
  const inner = { type: 'object', properties: { lastName: { type: 'string' } } };
  const schema = { type: 'object', properties: { user: inner, note: { type: 'string' } } };

  expect(bodyFor(schema, meanings)).toEqual({});
  expect(bodyFor(schema, { lastName: 'Lovelace' })).toEqual({ user: { lastName: 'Lovelace' } });
});

test('one value stands alone or in a list, as the schema has it', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const schema = { properties: { emails: list, name: { type: 'string' } } };

  expect(bodyFor(schema, { emails: 'a@example.org', name: ['Ada'] })).toEqual({
    emails: ['a@example.org'],
    name: 'Ada',
  });
});

test('what a member means is found however deep it stands, and whether it has to be there', () => {
  const email = { 'x-means': 'emails', type: 'string' };
  const user = { type: 'object', properties: { email, note: { type: 'string' } }, required: ['email'] };
  const schema = { type: 'object', properties: { user } };

  expect(propertyFor(schema, 'emails')).toBe(email);
  expect(propertyFor(schema, 'email')).toBeUndefined();
  expect([requires(schema, 'emails'), requires(schema, 'note')]).toEqual([true, false]);
});

test('the literals of a schema are its constant, its values, or else its examples', () => {
  expect(literalsOf({ const: 1, enum: [2] })).toEqual([1]);
  expect(literalsOf({ enum: [2, 3], examples: [4] })).toEqual([2, 3]);
  expect(literalsOf({ examples: [4] })).toEqual([4]);
  expect(literalsOf({ type: 'string' })).toEqual([]);
});

function isNamed(body: unknown): boolean {
  return JSON.stringify(body).includes('"Ada"');
}

test('an object around a field may have the name of the field', () => {
  const inner = { 'x-means': 'email', type: 'string', format: 'email' };
  const schema = {
    type: 'object',
    required: ['email'],
    properties: { email: { type: 'object', required: ['address'], properties: { address: inner } } },
  };

  expect(bodyFor(schema, { email: 'ada@example.org' })).toEqual({ email: { address: 'ada@example.org' } });
  expect(propertyFor(schema, 'email')).toEqual(inner);
  expect(requires(schema, 'email')).toBe(true);
});
