import { expect } from '@playwright/test';
import { fullList, list, one, range, usual } from '../../../generators/list-parts.ts';
import type { Part, Question } from '../../../generators/list-questions.ts';
import { type Json, text } from '../../target/body.ts';
import type { Known } from '../../target/lists/known.ts';
import { resolve } from '../../target/lists/resolve.ts';
import type { DateFilter, Subject, ValueFilter } from '../../target/lists/subject.ts';
import { test } from '../plain-test.ts';

test('each of two kinds that go together leaves out what it alone leaves out', async () => {
  // Six tests of three subjects: who asks for some tests has nearly said which subjects.
  const items = Array.from({ length: 60 }, (_, at) => ({
    id: `${at}`,
    testId: `test ${at % 6}`,
    subject: `subject ${Math.floor((at % 6) / 2)}`,
  }));
  const parts = [some('testId'), some('subject')];
  const { criteria } = await asked(items, parts, [kind('testId'), kind('subject')]);

  expect(criteria).toHaveLength(2);
  for (const [at, own] of criteria.entries()) {
    const others = criteria.toSpliced(at, 1);
    const leftOut = items.filter((item) => !own.fits(item) && others.every(({ finds }) => finds(item)));
    expect(leftOut.length, `what ${own.name} alone leaves out`).toBeGreaterThan(0);
  }
});

test('a kind leaves something out where another one has nearly said it', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({
    id: `${at}`,
    testId: `test ${at % 4}`,
    subject: `subject ${at % 4}`,
  }));
  const parts = [some('testId'), some('subject')];
  const { criteria } = await asked(items, parts, [kind('testId'), kind('subject')]);

  expect(criteria.map(({ sent }) => (sent as string[]).length)).toEqual([2, 1]);
});

test('of lists of names, those are asked for that have a value for each', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({
    id: `${at}`,
    upn: `upn ${at}`,
    ...(at % 2 === 1 && { username: `name ${at}` }),
  }));
  const { sure, criteria } = await asked(
    items,
    [some('upn'), some('username')],
    [named('upn'), named('username')],
  );

  // Of eight, each list lacks one.
  expect(sure).toHaveLength(6);
  expect(criteria.map(({ sent }) => (sent as string[]).length)).toEqual([7, 7]);
});

test('a value that is sent twice is not the last one, and the last one finds something', async () => {
  const items = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, upn: `upn ${at}` }));
  const twice = { ...some('upn'), order: 'mixed' as const, firstAgain: true };
  const [criterion] = (await asked(items, [twice], [named('upn')])).criteria;
  const sent = criterion?.sent as string[];

  expect(sent.length - new Set(sent).size).toBe(1);
  expect(sent.filter((value) => value === sent.at(-1))).toHaveLength(1);
  expect(items.map(({ upn }) => upn)).toContain(sent.at(-1));
});

test('of what a range leaves out, the nearest on either side is asked for', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, at, userId: `user ${(at * 7) % 40}` }));
  const parts = [some('userId'), range(dated, 'gte', 'lt')];
  const { criteria } = await asked(items, parts, [named('userId'), dated]);
  const [names, dates] = criteria;
  const sent = names?.sent as string[];
  const outside = items.filter(({ userId }) => sent.includes(userId)).filter((item) => !dates?.fits(item));
  const inside = items.filter((item) => dates?.fits(item)).map(({ at }) => at);

  expect(outside.map(({ at }) => at)).toEqual(
    expect.arrayContaining([Math.min(...inside) - 1, Math.max(...inside) + 1]),
  );
});

test('a name that is to be shared is one that several have, whatever signs others hold', async () => {
  const names = ['Δ/Ω&Σ', 'Set', 'Set', 'Other'];
  const items = names.map((name, at) => ({ id: `${at}`, name }));
  const of = async (shares: boolean) =>
    (await asked(items, [one(single)], [single], shares ? { shares } : {})).sure.length;

  expect(await of(true)).toBe(2);
  expect(await of(false)).toBe(1);
});

test('parts stand among the values only where they are asked for', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, upn: `name ${at} whole` }));
  const sentFor = async (part: Part) =>
    (await asked(items, [part], [named('upn')])).criteria[0]?.sent as string[];
  const names = items.map(({ upn }) => upn);
  const isPart = (value: string) => !names.includes(value) && names.some((name) => name.includes(value));
  const full = fullList(named('upn'));

  expect((await sentFor({ ...full, nearly: true })).filter(isPart)).toHaveLength(2);
  expect((await sentFor(full)).filter(isPart)).toEqual([]);
});

const single = { ...valueFilter('name'), takes: 'one value' as const, isBroad: false };

const dated: DateFilter = {
  name: 'at',
  takes: 'a range',
  isBroad: true,
  forms: ['ISO 8601'],
  instantOf: ({ at }) => Number(at) * 60_000,
  ask: ({ gte = 0, lt = Number.POSITIVE_INFINITY }) => {
    const fits = ({ at }: Json) => Number(at) * 60_000 >= gte && Number(at) * 60_000 < lt;
    return { name: 'at', sent: [gte, lt], fits, finds: fits, mayBeRefused: false };
  },
};

function some(name: string) {
  return list({ name, takes: 'several values', isBroad: true }, 'forward', 8);
}

function kind(name: string): ValueFilter {
  return { ...valueFilter(name), isKind: true };
}

const named = valueFilter;

/** A filter by a field that holds a text. */
function valueFilter(name: string): ValueFilter {
  return {
    name,
    takes: 'several values',
    isBroad: true,
    valueOf: (item) => text(item[name]),
    nearly: (value) => [value.slice(0, -1), value.slice(1)],
    ask: (values) => {
      const fits = (item: Json) => values.includes(text(item[name]) ?? '');
      return { name, sent: values, fits, finds: fits, mayBeRefused: false };
    },
  };
}

/** What a question asks of these items, by these filters. */
function asked(
  items: readonly Json[],
  parts: readonly Part[],
  filters: Subject['filters'],
  more: Partial<Question> = {},
) {
  const subject: Subject = {
    what: 'items',
    filters,
    dials: { filters, sorts: [] },
    paramsFor: () => ({}),
    sentIn: (params) => params,
    orderOf: () => undefined,
    isShown: true,
    hasNamedSorts: false,
  };
  const known: Pick<Known, 'items' | 'others' | 'identifier' | 'alone'> = {
    items,
    others: 0,
    identifier: 'id',
    alone: new Map(),
  };
  return resolve(subject, known as Known, { ...usual, ...more, parts });
}
