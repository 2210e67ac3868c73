import { expect } from '@playwright/test';
import fc from 'fast-check';
import { besideCursor, nonInteger, offsetsBesideCursor } from '../../../generators/illegal-pages.ts';
import { pageRequests, positionsIn } from '../../../generators/pages.ts';
import { walks } from '../../../generators/walks.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

const total = 280;

keepsLaws('a first page', {
  arbitrary: pageRequests('first', total),
  correct: ({ limit, offset }) => offset === 0 && limit >= 1 && limit <= 100,
  simplest: ({ limit }) => limit === 1,
  boundaries: {
    'a limit of 1': ({ limit }) => limit === 1,
    'the default limit': ({ limit }) => limit === 100,
  },
});

keepsLaws('a page inside of a list', {
  arbitrary: pageRequests('inner', total),
  correct: ({ limit, offset }) => offset >= 1 && offset + limit < total && limit >= 1 && limit <= 100,
  simplest: ({ limit, offset }) => limit === 1 && offset === 1,
  boundaries: {
    'an offset that the limit does not divide': ({ limit, offset }) => offset % limit !== 0,
    'a limit of 1': ({ limit }) => limit === 1,
  },
});

keepsLaws('a last page that is full', {
  arbitrary: pageRequests('last and full', total),
  correct: ({ limit, offset }) => offset + limit === total && limit >= 1 && limit <= 100,
  simplest: ({ limit }) => limit === 1,
  boundaries: { 'a page of 1': ({ limit }) => limit === 1, 'a page of 100': ({ limit }) => limit === 100 },
});

keepsLaws('a last page that is short', {
  arbitrary: pageRequests('last and short', total),
  correct: ({ limit, offset }) => offset < total && offset + limit > total && limit <= 100,
  simplest: ({ limit, offset }) => limit === 2 && offset === total - 1,
  boundaries: { 'one item short': ({ limit, offset }) => offset + limit === total + 1 },
});

keepsLaws('a page past the end', {
  arbitrary: pageRequests('past the end', total),
  correct: ({ limit, offset }) => offset >= total && limit >= 1,
  simplest: ({ limit, offset }) => limit === 1 && offset === total,
  boundaries: {
    'exactly at the end': ({ offset }) => offset === total,
    'one past the end': ({ offset }) => offset === total + 1,
  },
});

keepsLaws('a page at the largest offset', {
  arbitrary: pageRequests('far past the end', total),
  correct: ({ offset }) => offset === 2_147_483_647,
  simplest: ({ limit }) => limit === 1,
  boundaries: { 'a sum beyond 32 bits': ({ limit, offset }) => limit + offset > 2_147_483_647 },
});

keepsLaws('a page of a list of one result', {
  arbitrary: pageRequests(positionsIn(1)[0] ?? 'first', 1),
  correct: ({ limit, offset }) => limit >= 1 && offset === 0,
  simplest: ({ limit }) => limit === 1,
  boundaries: {},
});

keepsLaws('a walk from the start', {
  arbitrary: walks('from the start', total),
  correct: ({ limit, offset }) => offset === undefined && limit >= 1 && limit * 4 <= 100,
  simplest: ({ limit }) => limit === 1,
  boundaries: { 'pages of 1': ({ limit }) => limit === 1, 'pages of 25': ({ limit }) => limit === 25 },
});

keepsLaws('a walk to a full last page', {
  arbitrary: walks('to a full last page', total),
  correct: ({ limit, offset = 0 }) => (total - offset) % limit === 0 && (total - offset) / limit === 4,
  simplest: ({ limit }) => limit === 1,
  boundaries: { 'pages of 1': ({ limit }) => limit === 1, 'pages of 25': ({ limit }) => limit === 25 },
});

keepsLaws('a walk to a short last page', {
  arbitrary: walks('to a short last page', total),
  correct: ({ limit, offset = 0 }) => Math.ceil((total - offset) / limit) === 4,
  simplest: ({ limit }) => limit === 1,
  boundaries: { 'a last page that is not full': ({ limit, offset = 0 }) => (total - offset) % limit !== 0 },
});

for (const inBody of [false, true])
  keepsLaws(`what is no integer in a ${inBody ? 'body' : 'query'}, however lenient the reader is`, {
    arbitrary: nonInteger(inBody),
    correct: (value) => Number.isNaN(Number(value)) && Number.isNaN(Number.parseInt(String(value), 10)),
    simplest: (value) => value === 'ten',
    boundaries: {},
  });

keepsLaws('an offset near the start, beside a cursor', {
  arbitrary: offsetsBesideCursor('near the start', total),
  correct: (offset) => offset === 1 || offset === 2,
  simplest: (offset) => offset === 1,
  boundaries: { one: (offset) => offset === 1 },
});

keepsLaws('an offset around the end, beside a cursor', {
  arbitrary: offsetsBesideCursor('around the end', total),
  correct: (offset) => typeof offset === 'number' && Math.abs(offset - total) <= 1,
  simplest: (offset) => offset === total,
  boundaries: {
    'the last result': (offset) => offset === total - 1,
    'past the end': (offset) => offset === total,
    'one further': (offset) => offset === total + 1,
  },
});

keepsLaws('zero in other words, beside a cursor', {
  arbitrary: offsetsBesideCursor('zero in other words', total),
  correct: (offset) => typeof offset === 'string' && offset !== '0' && Number(offset) === 0,
  simplest: (offset) => offset === '00',
  boundaries: {
    'with a sign': (offset) => offset === '-0',
    'as a fraction': (offset) => offset === '0.0',
  },
});

test('of all kinds of offsets beside a cursor, none is a plain 0', () => {
  for (const kind of besideCursor)
    for (const few of [1, 2, total])
      for (const offset of fc.sample(offsetsBesideCursor(kind, few), { seed: 1, numRuns: 30 }))
        expect([0, '0', '']).not.toContain(offset);
});
