import { expect } from '@playwright/test';
import fc from 'fast-check';
import {
  directionOf,
  everybodyIn,
  everythingSet,
  type MixedChoice,
  type MixedState,
  type MixedStep,
  type Moving,
  mixedSequences,
  outAndBack,
} from '../../../generators/mixed-steps.ts';
import type { Sequences } from '../../../generators/sequence.ts';
import { test } from '../plain-test.ts';

const choice: MixedChoice = {
  people: [
    { called: 'student 1', settings: ['name', 'address'] },
    { called: 'student 2', settings: ['name', 'address'] },
    { called: 'teacher 1', settings: ['name'] },
  ],
  switches: true,
  passwords: true,
  memberships: [
    { people: [0, 1], groups: ['class 1', 'class 2'], onUser: ['assign', 'remove'] },
    { people: [0, 1], groups: ['cohort 1', 'cohort 2'], onUser: ['assign'] },
  ],
};

/** Every step that runs, with the state after it, and the sequence in words. */
async function played(sequences: Sequences<MixedState, MixedStep>, seed = 1) {
  const steps: { step: MixedStep; before: MixedState; after: MixedState }[] = [];
  const [sequence] = fc.sample(sequences(), { seed, numRuns: 1 });
  const model = { state: everybodyIn };
  const words: string[] = [];
  for (const command of sequence ?? []) {
    if (!command.check(model)) continue;
    const before = model.state;
    await command.run(model, async (step, after) => {
      steps.push({ step, before, after });
    });
    words.push(String(command));
  }
  return { steps, words };
}

test('what chance may leave out goes out of all groups and back, and is told as it ran', async () => {
  const { words } = await played(outAndBack(choice));

  expect(words).toEqual([
    'remove student 1 from class 1 and class 2, by a list of groups',
    'assign student 1 to class 1 and class 2, by a list of groups',
    'remove student 1 from cohort 1',
    'remove student 1 from cohort 2',
    'assign student 1 to cohort 1 and cohort 2, by a list of groups',
  ]);
});

test('what chance may leave out is set, and set again while nobody may sign in', async () => {
  const { words } = await played(everythingSet(choice));

  expect(words).toEqual([
    'set name 1 of student 2',
    'set address 1 of student 2',
    'change the password of student 2',
    'disable student 2',
    'set name 2 of student 2',
    'set address 2 of student 2',
    'enable student 2',
  ]);
});

test('steps do what is possible where they stand: nobody who is disabled is moved, and nobody half', async () => {
  let moved = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const { steps } = await played(mixedSequences(choice, 60), seed);
    for (const { step, before, after } of steps) {
      if (step.does === 'switch') expect(after.disabled === undefined).toBe(before.disabled !== undefined);
      if (step.does !== 'move') continue;
      moved += 1;
      expect(step.who).not.toContain(before.disabled);
      const does = directionOf(before, step);
      expect(['assign', 'remove']).toContain(does);
      expect(directionOf(after, step)).toBe(does === 'assign' ? 'remove' : 'assign');
      if (step.side === 'onUser' && step.membership === 1) expect(does).toBe('assign');
    }
  }
  expect(moved).toBeGreaterThan(100);
});

test('a list of groups of which the person is in some has no direction', () => {
  const step: Moving = { does: 'move', membership: 0, side: 'onUser', who: [0], groups: [0, 1] };

  expect(directionOf({ out: [] }, step)).toBe('remove');
  expect(directionOf({ out: ['0 1 0'] }, step)).toBe(undefined);
  expect(directionOf({ out: ['0 0 0', '0 1 0'] }, step)).toBe('assign');
});
