import { expect } from '@playwright/test';
import {
  birthdayKindList,
  birthdays,
  emailKindList,
  emails,
  externalIdKindList,
  externalIds,
  nameKindList,
  personNames,
} from '../../../generators/person.ts';
import { type ListLength, shares } from '../../../generators/shares.ts';
import { isDate, isEmail } from '../../../spec/formats.ts';
import { test } from '../plain-test.ts';
import { keepsLaws, values } from './laws.ts';

const mark = '1a2b3c4d';

for (const kind of nameKindList) {
  // A last name that programs take for none stands by itself, and the first name has the mark.
  const standsAlone = kind === 'null' || kind === 'taken for none';
  keepsLaws(`names of people, ${kind}`, {
    arbitrary: personNames(kind, mark),
    correct: ({ firstName, lastName }) =>
      [firstName, lastName].every((name) => name === name.trim().normalize('NFC') && name.length > 0) &&
      (standsAlone ? firstName : lastName).endsWith(` ${mark}`) &&
      !(standsAlone && lastName.includes(mark)),
    simplest: ({ firstName, lastName }) =>
      standsAlone ? ['Null', 'None'].includes(lastName) : lastName === `${firstName} ${mark}`,
    boundaries: {
      'two different parts': ({ firstName, lastName }) => !lastName.startsWith(firstName),
    },
  });
}

for (const kind of emailKindList) {
  keepsLaws(`e-mail addresses, ${kind}`, {
    arbitrary: emails(kind, mark),
    correct: (address) => isEmail(address) && address.endsWith(`.${mark}@example.org`),
    simplest: (address) => address.toLowerCase().startsWith('ada'),
    boundaries: { 'another than the simplest': (address) => !address.toLowerCase().startsWith('ada') },
  });
}

for (const kind of externalIdKindList) {
  // A mark of hexadecimal digits is told in decimal ones where the whole identifier has to be of digits.
  const ending = kind === 'of digits' ? `${0x1a2b3c4d}` : `-${mark}`;
  keepsLaws(`external identifiers, ${kind}`, {
    arbitrary: externalIds(kind, mark),
    correct: (id) =>
      id === id.trim() && id.endsWith(ending) && (kind === 'of digits') === /^[0-9]+$/.test(id),
    simplest: (id) => ['mis', '007', 'aBc', "a/b'c", 'a,b', '00', 'é'].includes(id.slice(0, -ending.length)),
    boundaries: { 'an identifier of its kind': (id) => id.length > ending.length },
  });
}

for (const kind of birthdayKindList) {
  keepsLaws(`birthdays, ${kind}`, {
    arbitrary: birthdays(kind),
    correct: isDate,
    simplest: (day) =>
      [
        '2001-02-03',
        '2002-01-31',
        '2003-12-31',
        '2004-02-29',
        '2003-07-15',
        '2003-03-30',
        '1964-05-17',
      ].includes(day),
    boundaries: { 'a birthday of its kind': isDate },
  });
}

for (const length of ['one', 'several'] as const satisfies readonly ListLength[]) {
  keepsLaws(`shares, a list of ${length}`, {
    arbitrary: shares(3, length),
    correct: ({ has, list }) =>
      new Set([...has, ...list]).size === has.length + list.length &&
      has.length > 0 &&
      (length === 'one' ? list.length === 1 : list.length > 1),
    simplest: ({ has, list }) => has.length === 1 && list.length === (length === 'one' ? 1 : 2),
    boundaries:
      length === 'one'
        ? {
            'two that are there': ({ has }) => has.length === 2,
            'the last listed': ({ list }) => list[0] === 2,
          }
        : { 'the last kept': ({ has }) => has[0] === 2 },
  });
}

test('no two kinds of values are the same', async () => {
  const days = await Promise.all(birthdayKindList.map((kind) => values(birthdays(kind), 1, 60)));
  expect(new Set(days.flatMap((list) => [...new Set(list)])).size).toBe(21);
});
