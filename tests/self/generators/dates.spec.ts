import { expect } from '@playwright/test';
import {
  conflicts,
  dates,
  legalOperators,
  legalSets,
  type Operators,
  ranges,
} from '../../../generators/date-windows.ts';
import {
  type Moment,
  moments,
  type Shift,
  shifts,
  unreadableValue,
  written,
} from '../../../generators/moments.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

const sessions = 40;

function isLegal(chosen: Operators): boolean {
  return dates.every((date) => {
    const set = chosen[date] ?? [];
    const clash = (one: 'gt' | 'lt', other: 'gte' | 'lte') => set.includes(one) && set.includes(other);
    return !clash('gt', 'gte') && !clash('lt', 'lte');
  });
}

function isThere({ session }: Moment): boolean {
  return session >= 1 && session <= sessions;
}

test('there are nine sets of operators that one date may have', () => {
  expect(legalSets.length).toBe(9);
});

test('a moment is written to the millisecond, or as whole seconds', () => {
  const instant = Date.UTC(2024, 1, 29, 23, 59, 59, 999);
  expect(written(instant, 'ISO 8601')).toBe('2024-02-29T23:59:59.999Z');
  expect(written(instant, 'Unix')).toBe(1_709_251_199);
});

for (const shift of Object.keys(shifts) as Shift[]) {
  keepsLaws(`a moment ${shift} a date of a session`, {
    arbitrary: moments(sessions, [shift]),
    correct: (moment) => isThere(moment) && moment.shift === shift,
    simplest: ({ session }) => session === 1,
    boundaries: {
      'the first session': ({ session }) => session === 1,
      'the last session': ({ session }) => session === sessions,
    },
  });
}

for (const where of [...dates, 'both dates'] as const) {
  keepsLaws(`operators that are allowed together on ${where}`, {
    arbitrary: legalOperators(where),
    correct: isLegal,
    simplest: (chosen) => Object.values(chosen).every((set) => set.length === 1),
    boundaries: {
      'a bound on either side': (chosen) => Object.values(chosen).some((set) => set.length === 2),
      'one operator': (chosen) => Object.values(chosen).some((set) => set.length === 1),
    },
  });
}

for (const date of dates) {
  for (const pair of [
    ['gt', 'gte'],
    ['lt', 'lte'],
  ] as const) {
    keepsLaws(`${pair.join(' with ')} on ${date}`, {
      arbitrary: conflicts(date, pair),
      correct: (conflict) =>
        conflict.date === date &&
        isLegal(conflict.beside) &&
        conflict.pair.every((operator) => isLegal({ [date]: [operator, ...(conflict.beside[date] ?? [])] })),
      simplest: ({ beside }) => Object.keys(beside).length === 0,
      boundaries: {
        'the pair alone': ({ beside }) => Object.keys(beside).length === 0,
        'a bound on the other side': ({ beside }) => beside[date] !== undefined,
        'the other date beside it': ({ beside }) => Object.keys(beside).some((name) => name !== date),
        'Unix timestamps': ({ form }) => form === 'Unix',
      },
    });
  }
}

keepsLaws('a range between the dates of two sessions', {
  arbitrary: ranges(sessions),
  correct: ({ from, to }) => isThere(from) && isThere(to),
  simplest: ({ from, to, lower, upper }) =>
    from.session === 1 && to.session === 1 && lower === 'gte' && upper === 'lt',
  boundaries: {
    'both ends left out': ({ lower, upper }) => lower === 'gt' && upper === 'lt',
    'both ends included': ({ lower, upper }) => lower === 'gte' && upper === 'lte',
  },
});

keepsLaws('text that is no date', {
  arbitrary: unreadableValue('no date'),
  correct: (value) => Number.isNaN(Date.parse(value)),
  simplest: (value) => value === 'not-a-date',
  boundaries: {},
});

keepsLaws('a date that no calendar has', {
  arbitrary: unreadableValue('no such date'),
  correct: (value) => {
    const instant = new Date(value);
    return Number.isNaN(instant.getTime()) || instant.toISOString() !== value;
  },
  simplest: (value) => value === '2024-02-30T00:00:00.000Z',
  boundaries: {
    '30 February': (value) => value.includes('02-30'),
    '29 February of a common year': (value) => value.startsWith('2023-02-29'),
  },
});
