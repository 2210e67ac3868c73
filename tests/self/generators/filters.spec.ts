import {
  differentValues,
  type FilterSet,
  filterSets,
  namesIn,
  narrowings,
  someValues,
  type Whose,
  whose,
} from '../../../generators/filters.ts';
import { keepsLaws } from './laws.ts';

const users = 40;
const isWhose = (value: string) => {
  const [, kind, number] = /^(user|nobody) ([1-9]\d*)$/.exec(value) ?? [];
  return kind === 'user' ? Number(number) <= users : kind === 'nobody';
};
const ofSomebody = (value: Whose) => value.startsWith('user');

keepsLaws('whose value', {
  arbitrary: whose(users),
  correct: isWhose,
  simplest: (value) => value === 'user 1',
  boundaries: { 'a value of a user': ofSomebody, 'a value of nobody': (value) => !ofSomebody(value) },
});

keepsLaws('some values of one filter', {
  arbitrary: someValues(users),
  correct: (values) => values.length >= 1 && values.length <= 30 && values.every(isWhose),
  simplest: (values) => values.length === 1 && values[0] === 'user 1',
  boundaries: {
    'one value': (values) => values.length === 1,
    'two values': (values) => values.length === 2,
    '29 values': (values) => values.length === 29,
    '30 values': (values) => values.length === 30,
    'a value twice': (values) => new Set(values).size < values.length,
    'users and nobody together': (values) => values.some(ofSomebody) && !values.every(ofSomebody),
  },
});

const exactly = { one: 1, two: 2, 'one less than the most': 29, 'the most': 30 } as const;

for (const [size, count] of Object.entries(exactly) as [keyof typeof exactly, number][]) {
  keepsLaws(`${size} of the values of one filter`, {
    arbitrary: someValues(users, size),
    correct: (values) => values.length >= 1 && values.length <= 30 && values.every(isWhose),
    simplest: (values) => values.length === 1 && values[0] === 'user 1',
    boundaries: { [`${count} values`]: (values) => values.length === count },
    within: 2,
  });
}

keepsLaws('different values of one filter', {
  arbitrary: differentValues(users, 30, 31),
  correct: (values) =>
    values.at(-1)?.startsWith('user') === true &&
    [30, 31].includes(values.length) &&
    new Set(values).size === values.length &&
    values.every(isWhose),
  simplest: (values) => values.length === 30,
  boundaries: {
    'the most values': (values) => values.length === 30,
    'one more': (values) => values.length === 31,
  },
});

const isFilterSet = (filters: FilterSet) =>
  namesIn(filters).length === Object.keys(filters).length &&
  Object.values(filters).flat().every(isWhose) &&
  Object.values(filters).every((values) => values.length > 0);

keepsLaws('filter sets', {
  arbitrary: filterSets(users),
  correct: isFilterSet,
  simplest: (filters) => namesIn(filters).length === 0,
  boundaries: {
    'several filters': (filters) => namesIn(filters).length >= 4,
    'several values of one filter': (filters) => (filters.upn?.length ?? 0) >= 2,
    'a text filter': (filters) => filters.email !== undefined,
  },
});

keepsLaws('narrowings', {
  arbitrary: narrowings(users),
  correct: ({ filters, added }) =>
    isFilterSet(filters) && namesIn(filters).length >= 2 && namesIn(filters).includes(added),
  simplest: ({ filters }) => namesIn(filters).length === 2 && Object.values(filters).flat().length === 2,
  boundaries: {
    'a list filter is added': ({ added }) => ['userId', 'upn', 'externalId', 'username'].includes(added),
    'a text filter is added': ({ added }) => ['email', 'name', 'role'].includes(added),
  },
});
