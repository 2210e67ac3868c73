import { expect } from '@playwright/test';
import {
  filterNames,
  filterSets,
  namesIn,
  type SessionFilterSet,
  someValues,
  whose,
} from '../../../generators/session-filters.ts';
import { type Sort, sorts, sortsNamedBy } from '../../../generators/sort.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

const sessions = 40;

function isThere(word: string): boolean {
  const [kind, number] = word.split(' ');
  const n = Number(number);
  return kind === 'session' ? n >= 1 && n <= sessions : kind === 'nothing' && n >= 1;
}

keepsLaws('whose value a session filter asks for', {
  arbitrary: whose(sessions),
  correct: isThere,
  simplest: (word) => word === 'session 1',
  boundaries: {
    'the value of a session': (word) => word.startsWith('session'),
    'a value that no session has': (word) => word.startsWith('nothing'),
  },
});

keepsLaws('values of one session filter', {
  arbitrary: someValues(sessions),
  correct: (words) => words.length >= 1 && words.length <= 4 && words.every(isThere),
  simplest: (words) => words.length === 1 && words[0] === 'session 1',
  boundaries: {
    'one value': (words) => words.length === 1,
    'several values': (words) => words.length > 1,
    'a value that no session has': (words) => words.some((word) => word.startsWith('nothing')),
  },
});

const fits = (filters: SessionFilterSet) =>
  Object.values(filters)
    .flat()
    .every((word) => isThere(String(word)));

keepsLaws('a set of session filters', {
  arbitrary: filterSets(sessions),
  correct: (filters) => namesIn(filters).length >= 1 && fits(filters),
  simplest: (filters) => namesIn(filters).length === 1,
  boundaries: {
    'one filter': (filters) => namesIn(filters).length === 1,
    'three filters or more': (filters) => namesIn(filters).length >= 3,
  },
});

keepsLaws('all session filters at once', {
  arbitrary: filterSets(sessions, filterNames, filterNames.length),
  correct: (filters) => fits(filters) && namesIn(filters).length === filterNames.length,
  simplest: ({ userId = [] }) => userId.length === 1,
  boundaries: {
    'a list of one value': ({ userId = [] }) => userId.length === 1,
    'a list of several values': ({ userId = [] }) => userId.length > 1,
  },
});

const isSort = ({ field, direction }: Sort) =>
  ['startDate', 'endDate'].includes(field) && ['asc', 'desc'].includes(direction);

keepsLaws('a sort', {
  arbitrary: sorts(['startDate', 'endDate'], ['asc', 'desc']),
  correct: isSort,
  simplest: ({ field, direction }) => field === 'startDate' && direction === 'asc',
  boundaries: {
    'the other field': ({ field }) => field === 'endDate',
    'the other direction': ({ direction }) => direction === 'desc',
  },
});

test('a schema names its sorts by its enumerations, and none while they are open', () => {
  const properties = { field: { enum: ['a', 'b'] }, direction: { enum: ['up'] } };
  expect(sortsNamedBy({ properties })).toEqual([
    { field: 'a', direction: 'up' },
    { field: 'b', direction: 'up' },
  ]);
  expect(sortsNamedBy({ properties: { field: { type: 'string' } } })).toEqual([]);
  expect(sortsNamedBy(undefined)).toEqual([]);
});
