import { expect } from '@playwright/test';
import fc from 'fast-check';
import { briefPlay } from '../../../generators/brief-play.ts';
import { certainPlays } from '../../../generators/certain-plays.ts';
import { only, type Play, plays } from '../../../generators/list-plays.ts';
import { type Dials, inWords, mostValues, type Question } from '../../../generators/list-questions.ts';
import { test } from '../plain-test.ts';
import { keepsLaws, shrinkPath } from './laws.ts';

const dials: Dials = {
  filters: [
    { name: 'userId', takes: 'several values', isBroad: true, isLong: true },
    { name: 'subject', takes: 'several values', isBroad: true, isKind: true },
    { name: 'status', takes: 'one value', isBroad: true },
    { name: 'name', takes: 'one value', isBroad: false, hasOtherForm: true },
    { name: 'startDate', takes: 'a range', isBroad: true, forms: ['ISO 8601', 'Unix'] },
  ],
  sorts: [
    { field: 'startDate', direction: 'desc' },
    { field: 'startDate', direction: 'asc' },
  ],
  takesNull: true,
};

function isCorrect({ parts, sort }: Question): boolean {
  const names = parts.map(({ name }) => name);
  return (
    new Set(names).size === names.length &&
    names.every((name) => dials.filters.some((filter) => filter.name === name)) &&
    (sort === undefined || dials.sorts.includes(sort)) &&
    parts.every(
      (part) => part.takes !== 'several values' || part.fitting + part.others + part.nothing <= mostValues,
    )
  );
}

const isPlain = (play: Play) =>
  play.steps.length === 1 && play.questions.every(({ parts, sort }) => parts.length === 0 && !sort);

keepsLaws('a play of requests for a list', {
  arbitrary: plays(dials, 6),
  correct: ({ questions, steps }) => questions.every(isCorrect) && steps.every(({ of }) => questions[of]),
  simplest: isPlain,
  boundaries: {
    'four filters at once': ({ questions }) => questions.some(({ parts }) => parts.length > 3),
    'a filter beside an order': ({ questions }) => questions.some(({ parts, sort }) => parts[0] && sort),
    'two questions in turn': ({ steps }) => new Set(steps.map(({ of }) => of)).size > 1,
    'a page past the end': ({ steps }) => steps.some(({ does }) => does === 'a page past the end'),
    'as many values as a query takes': ({ questions }) =>
      questions.some(({ parts }) =>
        parts.some((part) => part.takes === 'several values' && part.fitting > 20),
      ),
  },
});

test('a play that is always the same loses requests, filters and orders until the plain list is left', async () => {
  const [first] = certainPlays(dials);
  const path = first ? await shrinkPath(only(first), 1) : [];

  expect(path.every(({ questions }) => questions.every(isCorrect))).toBe(true);
  expect(path.at(-1)?.steps).toHaveLength(1);
  const [last] = path.slice(-1);
  const asked = last?.questions.filter((_, at) => last.steps.some(({ of }) => of === at)) ?? [];
  expect(asked.map(inWords)).toEqual(['everything']);
});

test('the plays that no seed leaves out turn every dial', () => {
  const all = certainPlays(dials);
  const [first] = all;
  const parts = first?.questions.flatMap((question) => question.parts) ?? [];

  expect(new Set(parts.map(({ name }) => name))).toEqual(
    new Set(['userId', 'subject', 'status', 'name', 'startDate']),
  );
  expect(all.flatMap(({ questions }) => questions).filter((question) => !isCorrect(question))).toEqual([]);
});

test('the play of a quick run goes on under every filter, and asks for each end of both ranges by the thousandth', () => {
  const byEnd = (direction: string) => ({ field: 'endDate', direction });
  const endDate = { name: 'endDate', takes: 'a range', isBroad: true, forms: ['ISO 8601', 'Unix'] } as const;
  const both: Dials = {
    ...dials,
    filters: [...dials.filters, endDate],
    byOtherMoments: [byEnd('asc'), byEnd('desc')],
  };
  const { questions, steps } = briefPlay(both);
  const parts = questions.flatMap((question) => question.parts);
  const ends = parts.flatMap((part) =>
    part.takes === 'a range' && part.forms.every((form) => form === 'ISO 8601')
      ? [part.lower ?? [], part.upper ?? []].flat().map((operator) => `${part.name} ${operator}`)
      : [],
  );
  const walkOf = (some: Play) => some.steps.filter(({ of }) => of === 0).map(({ does }) => does);

  expect(questions[0]?.parts.map(({ name }) => name)).toEqual(['userId', 'subject', 'status', 'startDate']);
  expect(walkOf({ questions, steps })).toEqual(['the first page', 'the next page']);
  expect(walkOf(briefPlay(dials))).toEqual(['a page at an offset', 'the next page', 'the page before']);
  const operators = ['gt', 'gte', 'lt', 'lte'];
  expect(new Set(ends)).toEqual(
    new Set(['startDate', 'endDate'].flatMap((name) => operators.map((operator) => `${name} ${operator}`))),
  );
  expect(new Set(parts.map(({ name }) => name))).toEqual(new Set(both.filters.map(({ name }) => name)));
  expect(briefPlay(dials).questions.filter((question) => !isCorrect(question))).toEqual([]);
});

test('other orders are asked for under a filter and from the middle on, and the ends of the range where there are none', () => {
  const byEnd = { field: 'endDate', direction: 'desc' };
  const asked = (more: Partial<Dials>) => {
    const { questions, steps } = briefPlay({ ...dials, ...more });
    const last = questions.length - 1;
    const does = steps.filter(({ of }) => of === last).map(({ does: deed }) => deed);
    return [questions.slice(-1).map(inWords), does];
  };

  expect(asked({ byOtherMoments: [byEnd] })).toEqual([
    ['by startDate (gte, lt), sorted by endDate, desc'],
    ['a page at an offset', 'the next page', 'the page before'],
  ]);
  expect(asked({})).toEqual([['by startDate (gte, lt)'], ['the first page']]);
});

test('a question tells how many values it has at most, those included that fill it up', () => {
  const filled = { ...dials, filters: dials.filters.map((dial) => ({ ...dial, takesMore: true as const })) };
  const told = [dials, filled].map(
    (some) =>
      briefPlay(some)
        .questions.map(inWords)
        .at(0)
        ?.match(/up to \d+/)?.[0],
  );

  expect(told).toEqual(['up to 15', `up to ${mostValues + 1}`]);
});

test('a play is told as far as it was played', () => {
  const [play] = certainPlays(dials).flatMap((one) => fc.sample(only(one), { seed: 1, numRuns: 1 }));
  if (play) play.sent = 2;

  expect(fc.stringify(play)).toBe(
    'a page at an offset to the last page (limit: less than a half), of question 2, by startDate (gt); ' +
      'the first page (limit: a third), of question 1, by userId (up to 14 values, 1 of nothing, backward) and ' +
      'subject (up to 20 values, 4 of nothing, one twice, mixed) and status and startDate (gt, lte a timestamp)',
  );
});
