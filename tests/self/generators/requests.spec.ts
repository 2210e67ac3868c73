import { expect } from '@playwright/test';
import { type Count, countsAround } from '../../../generators/counts.ts';
import {
  creationDefects,
  type Defect,
  idListDefects,
  queryDefects,
  searchDefects,
} from '../../../generators/defects.ts';
import { type Kinds, ofKind } from '../../../generators/kinds.ts';
import { origins } from '../../../generators/origins.ts';
import { subsets } from '../../../generators/subsets.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

keepsLaws('origins', {
  arbitrary: origins,
  correct: (origin) => /^[a-z-]+:\/\/[\w.[\]:-]+$/.test(origin),
  simplest: () => true,
  boundaries: {
    'a port': (origin) => /:\d+$/.test(origin),
    'no port': (origin) => !/:\d+$/.test(origin),
    http: (origin) => origin.startsWith('http:'),
    'a scheme of its own': (origin) => origin.startsWith('chrome-extension:'),
  },
});

keepsLaws('numbers around a bound', {
  arbitrary: countsAround(30),
  correct: ({ values, offset }: Count) => [1, 29, 30, 31, 32, 60].includes(values) && [0, 1].includes(offset),
  simplest: ({ offset }) => offset === 0,
  boundaries: {
    'the bound': ({ values }) => values === 30,
    'one too many': ({ values }) => values === 31,
    'one too many on a later page': ({ values, offset }) => values === 31 && offset > 0,
    one: ({ values }) => values === 1,
  },
});

keepsLaws('some of several', {
  arbitrary: subsets(['a', 'b', 'c', 'd'], 2),
  correct: (chosen) => chosen.length >= 2 && [...chosen].sort().join() === chosen.join(),
  simplest: (chosen) => chosen.length === 2,
  boundaries: {
    all: (chosen) => chosen.length === 4,
    'the last two': (chosen) => chosen.join() === 'c,d',
  },
});

const id = '0b8ff2ba-3a53-4f0c-9f0a-5a9b6f3c1d20';

/** Each kind is tried by itself, so that no seed leaves one out. */
const defects: readonly (readonly [string, Kinds<Defect>, readonly string[]])[] = [
  [
    'wrong queries',
    queryDefects(['userId']),
    [
      'limit is a word',
      'offset is a word',
      'userId is no UUID',
      'userId is a UUID but for its last digit',
      'userId holds a percent sign that encodes nothing',
    ],
  ],
  [
    'wrong id lists',
    idListDefects('userIds', [id]),
    [
      'userIds is missing',
      'userIds is null',
      'userIds holds null',
      'userIds holds a number',
      'userIds holds what is no UUID',
      'the body is a list',
      'the JSON ends too early',
    ],
  ],
  [
    'wrong creations',
    creationDefects('class', { name: 'Rollcall' }),
    [
      'class is missing',
      'the payload stands without its wrapper',
      'class is null',
      'class is text',
      'class is a list',
      'academicYearId is no UUID',
      'academicYearId is a number',
      'the JSON ends too early',
    ],
  ],
  [
    'wrong searches',
    searchDefects,
    [
      'limit is a word',
      'offset is a word',
      'search is text',
      'search is a list',
      'userIds holds null',
      'userIds holds what is no UUID',
      'usernames is an object',
      'the JSON ends too early',
    ],
  ],
];

for (const [name, kinds, names] of defects) {
  keepsLaws(name, {
    arbitrary: ofKind(kinds),
    correct: ({ defect, query, body }) =>
      names.includes(defect) && (query === undefined) !== (body === undefined),
    simplest: ({ defect }) => defect === names[0],
    boundaries: {},
  });

  test(`${name}: each kind is told by its words, the simplest first`, () => {
    expect(Object.keys(kinds)).toEqual(names);
    expect(Object.entries(kinds).filter(([kind, [only]]) => only?.defect !== kind)).toEqual([]);
  });
}
