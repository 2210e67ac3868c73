import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import type { Shapes } from '../../../harness/privacy/shapes.ts';
import { formatPin, makePin, readPin } from '../../../reports/pin/pin.ts';
import { bookWithPin, judgePin, pinRows } from '../../../reports/pin/rows.ts';
import { test } from '../plain-test.ts';
import { book, reportOf, row } from '../reports/sample.ts';

const rows: readonly Row[] = [
  row('pagination.total', 'listTests', { choices: [['paths.malformed-id', '400']] }),
];
const ms = { median: 1, p95: 1 };
const places = [
  { place: '', types: ['object'], seen: 9, of: 9 },
  { place: '/data', types: ['array'], seen: 9, of: 9 },
  { place: '/data/*', types: ['object'], seen: 90, of: 90 },
  { place: '/data/*/subject', types: ['string'], seen: 90, of: 90 },
  { place: '/data/*/name', types: ['string'], seen: 45, of: 90 },
];
const shapes: Shapes = [{ operation: 'listTests', status: 200, answers: 9, ms, places }];
const pin = makePin({ run: reportOf(rows), shapes });
const [choices, shape] = pinRows(pin, []);

function judged(which: typeof shape, some: readonly Row[], seen: Shapes) {
  if (which === undefined) throw new Error('the pin has no such row');
  return judgePin(which, pin, some, seen);
}

test('a pin is a file with one place a line, and is read as it was written', () => {
  const file = test.info().outputPath('pin.json');
  writeFileSync(file, formatPin(pin));

  expect(readPin(file)).toEqual(pin);
  expect(readFileSync(file, 'utf8')).toContain(
    '      "/data/*/name": {"types":["string"],"optional":true},\n',
  );
});

test('what is as it was passes, what differs fails in words, and what was not seen is open', () => {
  const without = [{ ...shapes[0], places: places.slice(0, 3).concat(places.slice(4)) }] as Shapes;
  const other = [row('pagination.total', 'listTests', { choices: [['paths.malformed-id', '404']] })];

  expect(judged(shape, rows, shapes)).toMatchObject({ id: 'pin.shapes @ listTests', verdict: 'pass' });
  expect(judged(choices, rows, shapes)).toMatchObject({ id: 'pin.choices @ listTests', verdict: 'pass' });
  expect(judged(shape, rows, without)).toMatchObject({
    verdict: 'fail',
    expected: 'SmartIaTest.subject (200): string, always there',
    actual: 'SmartIaTest.subject (200): no such field',
  });
  expect(judged(choices, other, shapes)).toMatchObject({
    verdict: 'fail',
    reason: 'expected paths.malformed-id: 400, got paths.malformed-id: 404',
  });
  expect(judged(shape, rows, [])).toMatchObject({ verdict: 'inconclusive' });
});

test('an optional field that a later run does not meet is no difference, nor is a level that the interface lists', () => {
  const rare = [{ ...shapes[0], places: places.slice(0, 4) }] as Shapes;
  const levels = (...literals: string[]): Shapes => [
    {
      operation: 'listCompletedSessions',
      status: 200,
      answers: 9,
      ms,
      places: [
        ...places.slice(0, 3),
        { place: '/data/*/result/level', types: ['string'], seen: 9, of: 9, literals },
      ],
    },
  ];
  const pinned = makePin({ run: reportOf(rows), shapes: levels('NA') });
  const [one] = pinRows(pinned, ['pin.shapes']);

  expect(judged(shape, rows, rare)).toMatchObject({ verdict: 'pass' });
  expect(one && judgePin(one, pinned, rows, levels('E1 - Lower'))).toMatchObject({ verdict: 'pass' });
});

test('rows of a pin are chosen like any other, and stand in the book', () => {
  expect(pinRows(pin, ['listUsers'])).toEqual([]);
  expect(pinRows(pin, ['pin.shapes']).map(({ id }) => id)).toEqual(['pin.shapes @ listTests']);
  expect(bookWithPin(book).chapters.at(-1)).toEqual({ id: 'pin', title: 'Pin' });
});

for (const [text, told] of [
  ['{', 'is not JSON'],
  ['{}', "must have required property 'format'"],
  [JSON.stringify({ ...pin, format: 'rollcall-pin/9' }), '/format: must be equal to constant'],
  [
    JSON.stringify({ ...pin, shapes: { 'listTests 200': { '/data': 3 } } }),
    '/shapes/listTests 200/~1data: must be object',
  ],
] as const) {
  test(`a pin is refused with its place: ${told}`, () => {
    const file = test.info().outputPath('pin.json');
    writeFileSync(file, text);

    expect(() => readPin(file)).toThrow(told);
  });
}
