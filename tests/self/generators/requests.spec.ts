import type fc from 'fast-check';
import { type Count, countsAround } from '../../../generators/counts.ts';
import {
  creationDefects,
  type Defect,
  idListDefects,
  queryDefects,
  searchDefects,
} from '../../../generators/defects.ts';
import { type Oddity, oddBodies, oddReads } from '../../../generators/oddities.ts';
import { origins } from '../../../generators/origins.ts';
import { subsets } from '../../../generators/subsets.ts';
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

/** The kinds that a generator has to try, each as a boundary: however simple, none is left out. */
function each<T>(names: readonly string[], nameOf: (value: T) => string) {
  return Object.fromEntries(names.map((name) => [name, (value: T) => nameOf(value) === name]));
}

const defects: readonly (readonly [string, fc.Arbitrary<Defect>, readonly string[]])[] = [
  [
    'wrong queries',
    queryDefects(['userId']),
    [
      'limit is a word',
      'limit is a fraction',
      'offset is a word',
      'offset is a fraction',
      'userId is no UUID',
      'userId is a UUID but for its last digit',
    ],
  ],
  [
    'wrong id lists',
    idListDefects('userIds', [id]),
    [
      'userIds is missing',
      'userIds is null',
      'userIds is one id and no list',
      'userIds holds a number',
      'userIds holds what is no UUID',
      'the JSON ends too early',
    ],
  ],
  [
    'wrong creations',
    creationDefects('class', { name: 'Rollcall' }),
    [
      'class is missing',
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
      'limit is a fraction',
      'offset is a word',
      'search is text',
      'userIds holds what is no UUID',
      'usernames is an object',
      'the JSON ends too early',
    ],
  ],
];

for (const [name, arbitrary, kinds] of defects) {
  keepsLaws(name, {
    arbitrary,
    correct: ({ defect, query, body }) =>
      kinds.includes(defect) && (query === undefined) !== (body === undefined),
    simplest: ({ defect }) => defect === kinds[0],
    boundaries: each<Defect>(kinds, ({ defect }) => defect),
    within: 100,
  });
}

const odd = {
  'odd reads': [
    oddReads,
    {
      'an empty parameter': ({ query = '' }) => /(?:^|&)\w+=?(?:&|$)/.test(query),
      'a repeated parameter': ({ query = '' }) => query === 'limit=1&limit=2&limit=1',
      'a very long value': ({ query = '' }) => query.length > 5000,
      'letters beyond ASCII': ({ query = '' }) => /%[C-F][0-9A-F]%/.test(query),
      'an answer wanted in another format': ({ headers }) => headers?.['accept'] === 'text/html',
    },
  ],
  'odd bodies': [
    oddBodies,
    {
      'another media type': ({ headers }) => headers?.['content-type'] === 'text/plain',
      XML: ({ body = '' }) => body.startsWith('<'),
      'a very long text': ({ body = '' }) => body.length > 100_000,
      'deep nesting': ({ body = '' }) => body.includes('[[[['),
      'a key that is special': ({ body = '' }) => body.includes('__proto__'),
    },
  ],
} satisfies Record<string, [fc.Arbitrary<Oddity>, Record<string, (oddity: Oddity) => boolean>]>;

for (const [name, [arbitrary, boundaries]] of Object.entries(odd)) {
  keepsLaws(name, {
    arbitrary,
    correct: ({ oddity, ...added }) => oddity !== '' && Object.keys(added).length > 0,
    simplest: () => true,
    boundaries,
    within: 200,
  });
}
