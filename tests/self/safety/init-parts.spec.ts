import { expect } from '@playwright/test';
import { combine } from '../../../bin/init/combine.ts';
import { inferSchema } from '../../../bin/init/infer.ts';
import { literalsIn } from '../../../bin/init/literals.ts';
import { findMaximum, type LimitOutcome } from '../../../bin/init/maximum.ts';
import { sessionActions } from '../../../bin/init/sessions.ts';
import { openFieldBook } from '../../../bin/init/words/fields.ts';
import { objectAt, textAt } from '../../../spec/tree.ts';
import { test } from '../plain-test.ts';

const known = { enumerations: new Map([['#/components/schemas/Level', ['low', 'high']]]) };
const repeated = (words: readonly string[], times: number) =>
  Array.from({ length: times }, () => words).flat();

test('literals are few short words over many rows, and nothing else', () => {
  expect(literalsIn(repeated(['student', 'teacher'], 10), true)).toEqual({
    values: ['student', 'teacher'],
    whole: true,
  });
  expect(literalsIn(['student', 'teacher'], true)).toBeUndefined();
  expect(literalsIn(repeated(['12.03.2011', 'ada@school.example'], 20), true)).toBeUndefined();
  expect(literalsIn(repeated(['one-word', 'x'.repeat(60)], 20), true)).toBeUndefined();
  const names = Array.from({ length: 60 }, (_, i) => `Pupil ${'abcdefghijklmnop'.charAt(i % 16)}`);
  expect(literalsIn(names, true)).toBeUndefined();
});

test('a schema is inferred from fields, types and formats, and holds no value and requires nothing', () => {
  const samples = [
    { id: '6f1c0a52-9d6e-4f0b-8a7e-0a5d1c2b3e4f', at: '2024-02-29T00:00:00.000Z', level: 'low', part: null },
    {
      id: '0b0e4c8e-51f1-4a43-9f5d-7f3f5f5a7c11',
      at: '2023-01-01T00:00:00.000Z',
      part: { took: 'PT5M' },
      n: 1,
    },
  ];
  const schema = inferSchema(samples, known);

  expect(schema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      at: { type: 'string', format: 'date-time' },
      level: { $ref: '#/components/schemas/Level' },
      part: { type: ['object', 'null'], properties: { took: { type: 'string', format: 'duration' } } },
      n: { type: 'integer' },
    },
  });
});

test('a field named by an id or by somebody’s name is no field', () => {
  const schema = inferSchema(
    [{ '6f1c0a52-9d6e-4f0b-8a7e-0a5d1c2b3e4f': 1, 'Ada Lovelace': 2, good: 3 }],
    known,
  );

  expect(schema).toEqual({ type: 'object', properties: { good: { type: 'integer' } } });
});

/** The field that is taken for the identifier of a session with these fields. */
function identifierAmong(fields: Record<string, object>, distinct?: readonly string[]): string | undefined {
  const [session] = sessionActions({ properties: fields }, undefined, {}, distinct);
  const properties = objectAt(session?.update, 'properties');
  return Object.keys(properties).find(
    (name) => textAt(properties[name], 'x-clause') === 'session.session-id',
  );
}

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };

test('a session is identified by a field of that name or form, or the only one that is named like an identifier', () => {
  expect(identifierAmong({ schoolId: uuid, id: text })).toBe('id');
  expect(identifierAmong({ note: text, run: uuid })).toBe('run');
  expect(identifierAmong({ attempt: { type: 'integer' }, attemptId: { type: 'integer' } })).toBe('attemptId');
  expect(identifierAmong({ uid: text, note: text })).toBe('uid');
  expect(identifierAmong({ uid: text, schoolId: text })).toBeUndefined();
  expect(identifierAmong({ note: text, madeAt: { type: 'string', format: 'date-time' } })).toBeUndefined();
});

test('what is the same in two sessions identifies none', () => {
  expect(identifierAmong({ uid: text, schoolId: text }, ['uid'])).toBe('uid');
  expect(identifierAmong({ uid: text, schoolId: uuid }, ['uid'])).toBe('uid');
  expect(identifierAmong({ schoolId: uuid }, [])).toBeUndefined();
});

test('one name for two forms of identifiers tells neither', () => {
  const book = openFieldBook([]);
  expect(book.show('sessionId', { type: 'integer' })).toBe(true);
  expect(book.words).toEqual({ fields: { sessionId: { type: 'integer' } } });
  expect(book.show('sessionId', { type: 'integer' })).toBe(true);
  expect(book.words).toEqual({ fields: { sessionId: { type: 'integer' } } });

  expect(book.show('sessionId', uuid)).toBe(true);
  expect(book.words).toEqual({});
});

test('what a body needs of a field stays, whatever answers show under that name', () => {
  const book = openFieldBook([]);
  book.show('externalId', text);
  book.send('externalId', { type: 'string', maxLength: 80 });
  const { words } = book;
  book.show('externalId', uuid);

  expect(words).toMatchObject({ fields: { externalId: { maxLength: 80 } } });
  expect(book.words).toEqual(words);
});

const servers: readonly {
  title: string;
  answer: (limit: number) => LimitOutcome | undefined;
  found: unknown;
}[] = [
  ...[100, 200, 500, 1000, 5000].map((most) => ({
    title: `refuses above ${most}`,
    answer: (limit: number): LimitOutcome => ({ kind: limit <= most ? 'used' : 'refused' }),
    found: { value: most, above: 'refuse' },
  })),
  {
    title: 'refuses above an unusual number',
    answer: (limit) => ({ kind: limit <= 333 ? 'used' : 'refused' }),
    found: { value: undefined, above: 'refuse' },
  },
  {
    title: 'lowers to 250',
    answer: (limit) => (limit > 250 ? { kind: 'lowered', to: 250 } : { kind: 'used' }),
    found: { value: 250, above: 'lower' },
  },
  {
    title: 'takes every limit',
    answer: () => ({ kind: 'used' }),
    found: { value: undefined, above: 'none' },
  },
  { title: 'says nothing', answer: () => undefined, found: { value: undefined, above: 'unknown' } },
];

for (const { title, answer, found } of servers) {
  test(`the largest limit of a service that ${title} is found with at most six requests`, async () => {
    let asked = 0;
    const maximum = await findMaximum(async (limit) => {
      asked += 1;
      return answer(limit);
    });

    expect(maximum).toEqual(found);
    expect(asked).toBeLessThanOrEqual(6);
  });
}

test('what a description says counts, and the answers add what it leaves out', () => {
  const said = [{ target: '$.a', update: { enum: ['x'], properties: { one: { type: 'string' } } } }];
  const seen = [
    { target: '$.a', update: { enum: ['y'], properties: { two: { type: 'integer' } } } },
    { target: '$.b', update: { format: 'date' } },
  ];

  expect(combine(said, seen)).toEqual([
    {
      target: '$.a',
      update: { enum: ['x'], properties: { one: { type: 'string' }, two: { type: 'integer' } } },
    },
    { target: '$.b', update: { format: 'date' } },
  ]);
});
