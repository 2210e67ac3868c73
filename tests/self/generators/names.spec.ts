import { expect } from '@playwright/test';
import type fc from 'fast-check';
import { letterCase, letterCases } from '../../../generators/letter-case.ts';
import {
  extendedIds,
  malformedIdKinds,
  malformedIdList,
  malformedIds,
} from '../../../generators/malformed-ids.ts';
import { awkwardWords, nameKinds, names } from '../../../generators/names.ts';
import { nearNames } from '../../../generators/near-names.ts';
import { test } from '../plain-test.ts';
import { keepsLaws, values } from './laws.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

keepsLaws('names', {
  arbitrary: names(),
  correct: (name) => name === name.trim().normalize('NFC') && !name.includes('  ') && name.length > 0,
  simplest: (name) => name === 'A',
  boundaries: {
    'a single word': (name) => awkwardWords.includes(name),
    'three words': (name) => name.split(' ').length === 3,
    'a letter beyond ASCII': (name) => /[^\p{ASCII}]/u.test(name),
    'what a query string trips over': (name) => /[&=+%#?]/.test(name),
    'what a database trips over': (name) => /['%_\\]/.test(name),
  },
});

keepsLaws('malformed ids', {
  arbitrary: malformedIds(),
  correct: (id) => !uuid.test(id) && !/^[0-9a-f{}-]*$/i.test(id),
  simplest: (id) => id === malformedIdList[0],
  boundaries: Object.fromEntries(malformedIdList.map((id) => [id, (value: string) => value === id])),
});

keepsLaws('letter case', {
  arbitrary: letterCase(),
  correct: (way) => letterCases[way]('Set 1 Zoë').toLowerCase() === 'set 1 zoë',
  simplest: (way) => way === 'in upper case',
  boundaries: Object.fromEntries(
    Object.keys(letterCases).map((way) => [way, (value: string) => value === way]),
  ),
});

test('letter case leaves every letter beyond A to Z as it is', () => {
  for (const write of Object.values(letterCases)) {
    expect(write('ßıİéΣ 花')).toBe('ßıİéΣ 花');
    expect(write('Zoë').replace(/[A-Za-z]/g, '')).toBe('ë');
  }
});

for (const [way, near] of Object.entries(nearNames)) {
  test(`a name ${way} is another one in any letter case`, () => {
    expect(near('Tutor Group 9').toLowerCase()).not.toBe('tutor group 9');
    expect(near('Tutor Group 9')).not.toBe('');
  });
}

test('no near name of a short name is the name itself', () => {
  for (const name of ['a', '花', 'ab', '🎓🎓', 'x']) {
    expect(Object.values(nearNames).map((near) => near(name))).not.toContain(name);
  }
});

test('each kind of name and of malformed id has words of its own, and all kinds together all of them', async () => {
  const wordsOf = async <Kind>(kinds: readonly Kind[], make: (kind: Kind) => fc.Arbitrary<string>) => {
    const drawn = await Promise.all(kinds.map((kind) => values(make(kind), 1, 100)));
    return drawn.map((list) => [...new Set(list.map((text) => text.split(' ')[0] ?? ''))].sort());
  };

  for (const [words, all] of [
    [await wordsOf(nameKinds, names), awkwardWords],
    [[...(await wordsOf(malformedIdKinds, malformedIds)), ...extendedIds], malformedIdList],
  ] as const) {
    expect(words.flat().sort()).toEqual([...all].sort());
  }
});
