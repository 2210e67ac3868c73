import { expect } from '@playwright/test';
import type { Answer } from '../../../harness/http/answer.ts';
import { ShapeBook, shapesIn } from '../../../harness/privacy/shape-book.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { formatShapes } from '../../../reports/shapes.ts';
import { readStoredShapes } from '../../../reports/stored-shapes.ts';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';

const contract = loadContract();

function answer(operation: string, json: unknown, status = 200): Answer {
  const sent = { operation, method: 'GET', path: '/', headers: {}, body: undefined, key: 'full' } as const;
  return { sent, status, headers: {}, text: JSON.stringify(json), json, ms: 3 };
}

function book(answers: readonly Answer[], journal = memoryJournal()) {
  const shapes = new ShapeBook(contract, journal);
  for (const one of answers) shapes.note(one);
  shapes.flush();
  return { shapes: shapes.shapes(), journal };
}

const id = '0190a5c2-7b3e-7c11-9a55-1f2e3d4c5b6a';
const tests = {
  data: [
    { testId: id, name: 'Secret', subject: 'Maths' },
    { testId: id, name: 'Other' },
  ],
};

test('the shape of an answer is its fields, their types and what is left out, and never a value', () => {
  const { shapes } = book([answer('listTests', tests)]);

  expect(shapes).toMatchObject([{ operation: 'listTests', status: 200, answers: 1 }]);
  expect(shapes[0]?.places.slice(3)).toEqual([
    { place: '/data/*/testId', types: ['string:uuid'], seen: 2, of: 2 },
    { place: '/data/*/name', types: ['string'], seen: 2, of: 2 },
    { place: '/data/*/subject', types: ['string'], seen: 1, of: 2 },
  ]);
  expect(formatShapes(shapes)).not.toMatch(/Secret|Maths|0190a5c2/);
});

test('literals are shown of public enumerations alone, and a long one never', () => {
  const session = (status: string) => ({ data: [{ status, user: { firstName: 'Anna' } }] });
  const { shapes } = book([
    answer('listSessions', session('Completed')),
    answer('listSessions', session('x'.repeat(99))),
    answer('listUsers', { data: [{ roles: ['Anna'], gender: 'Anna', username: 'Anna' }] }),
  ]);
  const literals = shapes.flatMap(({ places }) => places.flatMap((one) => (one.literals ? [one] : [])));

  expect(formatShapes(shapes)).not.toContain('Anna');
  for (const { literals: some = [] } of literals)
    expect(['Completed', '…']).toEqual(expect.arrayContaining([...some]));
});

test('a name that nobody knows is shown as a field where most of the records have it, and else not', () => {
  const users = (extra: object) =>
    answer('listUsers', {
      data: [
        { userId: id, ...extra },
        { userId: id, locale: 'x' },
      ],
    });
  const { shapes, journal } = book([users({ anna: 1, locale: 'y', 'o-brien': 2 }), users({})]);
  const text = `${formatShapes(shapes)}${JSON.stringify(shapesIn(journal))}`;

  expect(text).toContain('/data/*/locale');
  expect(text).not.toMatch(/anna|brien/);
});

test('what one process saw, the next one knows, and the file is read as it was written', () => {
  const { shapes, journal } = book(Array.from({ length: 5 }, () => answer('listTests', tests)));
  const again = book([answer('listTests', tests)], journal);

  expect(shapesIn(journal)[0]?.answers).toBe(6);
  expect(again.shapes[0]?.places.at(-1)).toEqual({
    place: '/data/*/subject',
    types: ['string'],
    seen: 6,
    of: 12,
  });
  expect(readStoredShapes(formatShapes(shapes))).toEqual(shapes);
});
