import { type Count, countsAround } from '../../../generators/counts.ts';
import { creationDefects, idListDefects, queryDefects, searchDefects } from '../../../generators/defects.ts';
import { oddBodies, oddReads } from '../../../generators/oddities.ts';
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

for (const [name, arbitrary] of [
  ['wrong queries', queryDefects(['userId'])],
  ['wrong id lists', idListDefects('userIds', [id])],
  ['wrong creations', creationDefects('class', { name: 'Rollcall' })],
  ['wrong searches', searchDefects],
] as const) {
  keepsLaws(name, {
    arbitrary,
    correct: ({ defect, query, body }) => defect !== '' && (query === undefined) !== (body === undefined),
    simplest: () => true,
    boundaries: {},
  });
}

for (const [name, arbitrary] of [
  ['odd reads', oddReads],
  ['odd bodies', oddBodies],
] as const) {
  keepsLaws(name, {
    arbitrary,
    correct: ({ oddity, ...added }) => oddity !== '' && Object.keys(added).length > 0,
    simplest: () => true,
    boundaries: {},
  });
}
