import { expect } from '@playwright/test';
import { type FormatName, formats, isInt32 } from '../../../spec/formats.ts';
import { test } from '../plain-test.ts';

const examples: Readonly<Record<FormatName, { good: readonly string[]; bad: readonly string[] }>> = {
  date: {
    good: ['2024-02-29', '2000-02-29', '1999-12-31', '2023-04-30', '0001-01-01'],
    bad: [
      '2023-02-29',
      '1900-02-29',
      '2023-04-31',
      '2023-13-01',
      '2023-00-10',
      '2023-01-00',
      '2023-1-1',
      '23-01-01',
      '2023-01-01T00:00:00.000Z',
      '2023/01/01',
      ' 2023-01-01',
      '2023-01-01\n',
      '',
    ],
  },
  'date-time': {
    good: [
      '2023-01-01T00:00:00.000Z',
      '2024-02-29T23:59:59.999Z',
      '2016-12-31T23:59:60.000Z',
      '2015-06-30T23:59:60.500Z',
    ],
    bad: [
      '2023-01-01T00:00:00Z',
      '2023-01-01T00:00:00.00Z',
      '2023-01-01T00:00:00.0000Z',
      '2023-01-01T00:00:00.000+00:00',
      '2023-01-01T00:00:00.000z',
      '2023-01-01t00:00:00.000Z',
      '2023-01-01 00:00:00.000Z',
      '2023-01-01T24:00:00.000Z',
      '2023-01-01T00:60:00.000Z',
      '2023-01-01T00:00:60.000Z',
      '2023-05-31T23:59:60.000Z',
      '2023-02-30T00:00:00.000Z',
      '2023-01-01T00:00:00,000Z',
      '2023-01-01T00:00:00.000',
      '2023-01-01',
      '1672531200',
    ],
  },
  duration: {
    good: [
      'P1Y2M3DT4H5M6S',
      'P0Y0M0DT0H30M0S',
      'PT30M',
      'PT0S',
      'P1D',
      'P1M',
      'PT1.5S',
      'PT1,5S',
      'PT36H',
      'P1YT1S',
    ],
    bad: [
      'P',
      'PT',
      'P1DT',
      '1D',
      'P1H',
      'PT1D',
      'P1D1M',
      'PT1S1M',
      'P2W',
      '-P1D',
      'P-1D',
      'P1.5D',
      'PT1.S',
      'pt1s',
      '1800',
      '00:30:00',
      '',
    ],
  },
  uuid: {
    good: [
      '123e4567-e89b-12d3-a456-426614174000',
      '123E4567-E89B-12D3-A456-426614174000',
      '00000000-0000-0000-0000-000000000000',
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ],
    bad: [
      'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
      '{123e4567-e89b-12d3-a456-426614174000}',
      '123e4567e89b12d3a456426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
      '123e4567-e89b-12d3-a456-4266141740000',
      'g23e4567-e89b-12d3-a456-426614174000',
      '123e4567-e89b-12d3-a456-426614174000\n',
      '',
    ],
  },
  email: {
    good: ['a@b', 'first.last+tag@example.org', 'ünï@exämple.org', '"a@b"@example.org', "o'neil@example.org"],
    bad: ['a', '@b', 'a@', 'a b@example.org', 'a@exa mple.org', 'a@b\n', ''],
  },
  byte: {
    good: ['', 'YQ==', 'YQ', 'YWI=', 'YWI', 'YWJj', 'a+/b', 'a-_b', 'eyJhIjoxfQ'],
    bad: ['Y', 'YQ=', 'YQ===', 'a+_b', 'a b=', 'YWJj=', '=', 'é', 'YQ==\n'],
  },
  uri: {
    good: [
      'https://example.org/problems/not-found',
      'about:blank',
      'urn:problem:7',
      'tag:example.org,2024:x',
      'https://[::1]/a?b#c',
    ],
    bad: [
      '/problems/1',
      'about',
      'https://example.org/a b',
      'https:',
      '1http://x',
      'https://example.org/%zz',
      'https://example.org/é',
      '',
    ],
  },
  'uri-reference': {
    good: ['https://example.org/a', '/problems/1', 'not-found', '#x', '?a=b', '', 'about:blank', '/a%20b'],
    bad: ['a b', '<x>', '/a%2', 'a#b#c', '"x"', '\\x', '/é'],
  },
};

for (const [name, { good, bad }] of Object.entries(examples)) {
  const format = Object.entries(formats).find(([known]) => known === name)?.[1];
  for (const text of good)
    test(`${name} takes ${JSON.stringify(text)}`, () => expect(format?.is(text)).toBe(true));
  for (const text of bad)
    test(`${name} refuses ${JSON.stringify(text)}`, () => expect(format?.is(text)).toBe(false));
}

test('every format has examples and words', () => {
  expect(Object.keys(examples).sort()).toEqual(Object.keys(formats).sort());
  for (const { words } of Object.values(formats)) expect(words).not.toBe('');
});

test('int32 is a whole number of 32 bits', () => {
  for (const good of [0, -1, 100, 2 ** 31 - 1, -(2 ** 31)]) expect(isInt32(good)).toBe(true);
  for (const bad of [1.5, 2 ** 31, -(2 ** 31) - 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isInt32(bad)).toBe(false);
});
