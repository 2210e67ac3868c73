import { expect } from '@playwright/test';
import {
  accountSequences,
  eachInTurn,
  eachRoute,
  routeSequences,
} from '../../../generators/account-sequences.ts';
import { byLists, eachOnce, rosterSequences } from '../../../generators/roster.ts';
import type { Sequences } from '../../../generators/sequence.ts';
import { Failure } from '../../../harness/judging/outcome.ts';
import { counterexamples } from '../../../harness/judging/property.ts';
import { runSequences } from '../../../harness/judging/sequence.ts';
import { test } from '../plain-test.ts';

/** What a generator of sequences says of itself, beside the laws that all of them keep. */
interface Pledge<State, Step> {
  readonly sequences: Sequences<State, Step>;
  readonly start: State;
  /** Whether a conforming server is sure to show the model's state after the step, from the state before it. */
  readonly correct: (before: State, step: Step) => boolean;
  /** What comes up in some sequence of a standard property, by what it is. */
  readonly boundaries: Readonly<Record<string, (steps: readonly Step[], state: State) => boolean>>;
  /** Whether a sequence may be what shrinking ends at when each step breaks the law. */
  readonly simplest: (words: string) => boolean;
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
/** As many sequences as a standard property plays. */
const runs = 12;

/** All steps that were played with a seed, one list for each sequence, with the states that they began in. */
async function played<State, Step>(pledge: Pledge<State, Step>, seed: number, fails = false) {
  const all: { steps: Step[]; befores: State[]; state: State }[] = [];
  const play = {
    start: pledge.start,
    begin: async () => void all.push({ steps: [], befores: [], state: pledge.start }),
    act: async (step: Step, expected: State) => {
      const own = all.at(-1);
      own?.steps.push(step);
      own?.befores.push(own.state);
      if (own) own.state = expected;
      if (fails) throw new Failure('a law that nothing keeps', 'a step');
    },
  };
  const end = await runSequences(pledge.sequences, play, { seed, runs }).catch((error: unknown) => error);
  return { all, end };
}

function keepsSequenceLaws<State, Step>(name: string, pledge: Pledge<State, Step>): void {
  test(`${name}: the same seed gives the same sequences, and different seeds others`, async () => {
    const first = await Promise.all(seeds.map((seed) => played(pledge, seed)));
    const again = await Promise.all(seeds.map((seed) => played(pledge, seed)));
    expect(again).toEqual(first);
    expect(new Set(first.map(({ all }) => JSON.stringify(all))).size).toBeGreaterThan(1);
  });

  test(`${name}: each step is correct where it stands, along the shrink path too`, async () => {
    const wrong: Step[] = [];
    for (const seed of seeds) {
      for (const fails of [false, true]) {
        const { all } = await played(pledge, seed, fails);
        for (const { steps, befores } of all)
          wrong.push(...steps.filter((step, at) => !pledge.correct(befores[at] as State, step)));
      }
    }
    expect(wrong).toEqual([]);
  });

  test(`${name}: a failure ends at one simplest step`, async () => {
    const ends = await Promise.all(seeds.map((seed) => played(pledge, seed, true)));
    const words = ends.map(({ end }) => (end instanceof Failure ? counterexamples.get(end)?.value : end));
    expect(words.filter((one) => typeof one !== 'string' || !pledge.simplest(one))).toEqual([]);
  });

  for (const [boundary, isThere] of Object.entries(pledge.boundaries)) {
    test(`${name}: ${boundary} comes up within ${runs} sequences`, async () => {
      const without: number[] = [];
      for (const seed of seeds) {
        const { all } = await played(pledge, seed);
        if (!all.some(({ steps, state }) => isThere(steps, state))) without.push(seed);
      }
      expect(without, 'seeds among whose sequences it is not').toEqual([]);
    });
  }
}

keepsSequenceLaws('sequences over two groups', {
  sequences: rosterSequences(
    {
      groups: 2,
      pools: { students: 2, teachers: 2 },
      words: { kind: 'class', many: 'classes' },
      moves: { students: ['assign', 'remove'] },
    },
    20,
  ),
  start: {},
  correct: (before, step) => {
    if (step.does === 'create again') return step.group < 2;
    const groups = 'groups' in step ? step.groups : [step.group];
    const pairs = groups.flatMap((group) =>
      step.who.map((who) => (before[`${step.what} of ${group}`] ?? []).includes(who)),
    );
    return (
      pairs.length > 0 &&
      step.who.every((who) => who < 2) &&
      groups.every((group) => group < 2) &&
      new Set(pairs).size === 1
    );
  },
  simplest: (words) =>
    /^(?:(?:assign|remove) \w+ 1 (?:to|from)|create) class(?:es)? 1(?: again| and 2 by a list of classes)?$/.test(
      words,
    ),
  boundaries: {
    'a creation again': (steps) => steps.some(({ does }) => does === 'create again'),
    'a removal after an assignment': (steps) => {
      const does = steps.map((step) => step.does);
      return does.includes('assign') && does.lastIndexOf('remove') > does.indexOf('assign');
    },
    'both groups': (steps) =>
      new Set(steps.flatMap((step) => ('groups' in step ? step.groups : [step.group]))).size === 2,
    'both groups in one list': (steps) => steps.some((step) => 'groups' in step && step.groups.length === 2),
    'both kinds of members': (steps) =>
      new Set(steps.flatMap((step) => (step.does === 'create again' ? [] : [step.what]))).size === 2,
    'a sequence of more than eight steps': (steps) => steps.length > 8,
  },
});

keepsSequenceLaws('sequences of changes of an account', {
  sequences: accountSequences(['updateUserName', 'setUserExternalId', 'disableUser', 'enableUser'], 2, 40),
  start: {},
  correct: (before, { op, value }) =>
    (before['disableUser'] !== undefined) === (op === 'enableUser') && (value === 0 || value === 1),
  simplest: (words) => /^(?:disableUser|\w+ to value 1)$/.test(words),
  boundaries: {
    'a change after enabling': (steps) => {
      const at = steps.findIndex(({ op }) => op === 'enableUser');
      return at >= 0 && at < steps.length - 1;
    },
    'both values of one operation': (steps) =>
      new Set(steps.filter(({ op }) => op === 'updateUserName').map(({ value }) => value)).size === 2,
  },
});

keepsSequenceLaws('sequences by several routes', {
  sequences: routeSequences(
    [
      ['addStudentClasses', 'assign'],
      ['removeStudentClasses', 'remove'],
      ['addClassStudents', 'assign'],
      ['removeClassStudents', 'remove'],
    ],
    2,
    40,
  ),
  start: [],
  correct: (before, { does, at }) => before.includes(at) === (does === 'remove'),
  simplest: (words) => /^\w+ class 1$/.test(words),
  boundaries: {
    'a removal by the other route': (steps) =>
      steps.some(
        ({ route, at }, n) =>
          route === 'removeStudentClasses' &&
          steps.slice(0, n).findLast((step) => step.at === at)?.route === 'addClassStudents',
      ),
    'both classes at once': (_steps, state) => state.length === 2,
  },
});

/** The words of the steps that one fixed sequence plays. */
async function wordsOf<State, Step>(sequences: Sequences<State, Step>, start: State): Promise<string> {
  const play = {
    start,
    begin: async () => undefined,
    act: async () => undefined,
  };
  let words = '';
  const noting: Sequences<State, Step> = (replay) =>
    sequences(replay).map((sequence) => {
      words = [...sequence].join('; ');
      return sequence;
    });
  await runSequences(noting, play, { seed: 1, runs: 1 });
  return words;
}

const twoClasses = { kind: 'class', many: 'classes' };

test('each kind of member is once in both groups, assigned twice, and in one list with another', async () => {
  const choice = { groups: 2, pools: { students: 2 }, words: twoClasses };

  expect(await wordsOf(eachOnce(choice), {})).toBe(
    [
      'assign student 1 to class 2',
      'assign student 1 to class 1',
      'assign student 1 to class 1',
      'remove student 1 from class 1',
      'assign students 1 and 2 to class 1',
      'remove student 2 from class 1',
      'create class 1 again',
      'create class 2 again',
    ].join('; '),
  );
});

test('lists name each of two groups, and both in either order; who cannot be removed by a list leaves one by one', async () => {
  const choice = { groups: 2, pools: { students: 2 }, words: twoClasses };
  const both = await wordsOf(byLists({ ...choice, moves: { students: ['assign', 'remove'] } }), {});
  expect(both).toContain('assign student 1 to classes 1 and 2 by a list of classes');
  expect(both).toContain('assign student 1 to classes 2 and 1 by a list of classes');
  expect(both).toContain('remove student 1 from classes 2 and 1 by a list of classes');

  const one = await wordsOf(byLists({ ...choice, moves: { students: ['assign'] } }), {});
  expect(one).not.toMatch(/remove [^;]* by a list/);
  expect(await wordsOf(byLists({ ...choice, moves: { students: [] } }), {})).toBe('');
});

test('each route follows each other one, and a route that is missing is passed over', async () => {
  const routes = [
    ['byUser', 'assign'],
    ['leave', 'remove'],
    ['byClass', 'assign'],
    ['expel', 'remove'],
  ] as const;
  const words = await wordsOf(eachRoute(routes), []);
  const steps = words.split('; ').slice(1);
  const pairs = steps.slice(1).map((step, at) => `${steps[at]?.split(' ')[0]} ${step.split(' ')[0]}`);
  for (const enter of ['byUser', 'byClass'])
    for (const exit of ['leave', 'expel'])
      expect(pairs).toEqual(expect.arrayContaining([`${enter} ${exit}`, `${exit} ${enter}`]));

  expect(await wordsOf(eachRoute(routes.slice(0, 3)), [])).not.toContain('expel');
});

test('each change comes with both values, and the account is off and on after each round', async () => {
  const words = await wordsOf(
    eachInTurn(['updateUserName', 'setUserExternalId', 'disableUser', 'enableUser']),
    {},
  );

  expect(words).toBe(
    [1, 2]
      .flatMap((value) => [
        `updateUserName to value ${value}`,
        `setUserExternalId to value ${value}`,
        'disableUser',
        'enableUser',
      ])
      .join('; '),
  );
});
