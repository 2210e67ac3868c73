import { nonInteger, offsetsBesideCursor } from '../../../generators/illegal-pages.ts';
import { pageRequests, positionsIn } from '../../../generators/pages.ts';
import { walks } from '../../../generators/walks.ts';
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

for (const kind of ['words', 'nearly numbers'] as const) {
  keepsLaws(`what is no integer in a query: ${kind}`, {
    arbitrary: nonInteger(kind, false),
    correct: (value) => typeof value === 'string' && !/^-?\d+$/.test(value),
    simplest: (value) => value === 'ten' || value === '1.5',
    boundaries: {},
  });

  keepsLaws(`what is no integer in a body: ${kind}`, {
    arbitrary: nonInteger(kind, true),
    correct: (value) => !Number.isInteger(value) && !(typeof value === 'string' && /^-?\d+$/.test(value)),
    simplest: (value) => value === 'ten' || value === 1.5,
    boundaries: {},
  });
}

keepsLaws('an offset beside a cursor', {
  arbitrary: offsetsBesideCursor(total),
  correct: (offset) => Number.isInteger(offset) && offset > 0,
  simplest: (offset) => offset === 1,
  boundaries: {
    'the last result': (offset) => offset === total - 1,
    'past the end': (offset) => offset > total,
    'the largest of 32 bits': (offset) => offset === 2_147_483_647,
  },
});
