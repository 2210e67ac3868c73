import { expect } from '@playwright/test';
import type { Kinds } from '../../../generators/kinds.ts';
import { malformedIdKinds, malformedIds } from '../../../generators/malformed-ids.ts';
import { type NameKind, nameKinds, names } from '../../../generators/names.ts';
import { check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { openContext } from '../../../harness/judging/open-context.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { forEachKind, forEachListed } from '../../target/each-kind.ts';
import { test } from '../plain-test.ts';
import { trial } from '../proofs/judge-service.ts';

const idle = check('conventions.json', {
  access: 'read',
  on: ['listClasses'],
  sends: 'nothing',
  accepts: 'nothing',
  run: async () => undefined,
});

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

for (const seed of seeds) {
  test(`with seed ${seed}, a standard run tries names and malformed ids of every kind, within its budget`, async () => {
    const context = sceneWith(seed, 'standard');

    expect(await tried(context, nameKinds, names)).toEqual(nameKinds);
    expect(await tried(context, malformedIdKinds, malformedIds)).toEqual(malformedIdKinds);
    expect(await tried(context, malformedIdKinds, malformedIds, 3)).toEqual(malformedIdKinds);
  });
}

const listed: Kinds<string> = { one: ['a'], several: ['b', 'c', 'd', 'e', 'f', 'g'], last: ['h', 'i'] };

for (const seed of seeds) {
  test(`with seed ${seed}, a standard run tries one listed value of each kind, and a deep run more`, async () => {
    const standard = await triedOf(listed, sceneWith(seed, 'standard'));
    expect(standard.map((value) => kindOf(value))).toEqual(Object.keys(listed));

    const deep = await triedOf(listed, sceneWith(seed, 'deep'));
    expect(deep.map((value) => kindOf(value))).toEqual(['one', ...Array(5).fill('several'), 'last', 'last']);
  });
}

test('a quick run tries as few listed values as it is told, and other seeds try others', async () => {
  const runs = await Promise.all(seeds.map((seed) => triedOf(listed, sceneWith(seed, 'quick'))));

  expect(runs.map((values) => values.length)).toEqual(seeds.map(() => 2));
  expect(new Set(runs.flat().map(kindOf))).toEqual(new Set(Object.keys(listed)));
});

test('a run with fewer values than kinds keeps to the first kinds', async () => {
  const context = sceneWith(1, 'quick');

  expect(await tried(context, nameKinds, names)).toEqual(nameKinds.slice(0, context.runs));
});

test('a name of each kind has what its kind is about', async () => {
  const trips: Readonly<Record<NameKind, RegExp>> = {
    simple: /^[A-Za-z0-9]+/,
    'beyond ASCII': /[^\p{ASCII}]/u,
    'for a URL': /[&=+%#?/]/,
    'for a database': /['"\\_]/,
    'for a program': /[[{;]|null|current/,
  };
  for (const kind of nameKinds) {
    await forEachKind(sceneWith(1, 'deep'), [kind], names, async (name) => {
      expect(name).toMatch(trips[kind]);
    });
  }
});

async function triedOf(kinds: Kinds<string>, context: Context): Promise<string[]> {
  const values: string[] = [];
  await forEachListed(context, kinds, async (value) => void values.push(value), 2);
  return values;
}

function kindOf(value: string): string | undefined {
  return Object.keys(listed).find((kind) => listed[kind]?.includes(value));
}

/** The kinds whose values were tried, each once; no more values than the budget has runs. */
async function tried<Kind extends string>(
  context: Context,
  kinds: readonly Kind[],
  make: Parameters<typeof forEachKind<Kind, string>>[2],
  runs = context.runs,
): Promise<readonly Kind[]> {
  const seen: Kind[] = [];
  const values: string[] = [];
  const watched = (kind: Kind) => {
    seen.push(kind);
    return make(kind);
  };
  await forEachKind(context, kinds, watched, async (value) => void values.push(value), runs);
  expect(values.length).toBeLessThanOrEqual(runs);
  expect(values.length).toBeGreaterThanOrEqual(seen.length);
  return seen;
}

function sceneWith(seed: number, effort: Effort): Context {
  const run = trial({ seed, effort });
  return openContext(run, idle, run.contract.operation('listClasses')).context;
}
