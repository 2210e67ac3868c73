import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { combined, conflict } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import { type Variant, variant } from '../../../reference/variants/kit/variant.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { accusations, judgeAll, trial } from '../proofs/judge-service.ts';
import { test as inLightClasses } from '../proofs/light-test.ts';
import { coveringGroups, handfuls, partition } from './cover.ts';
import { faultsOf, goTogether, readIncompatible } from './incompatible.ts';
import { reduced } from './reduce.ts';
import { accusationsOf } from './try-group.ts';

/** The members of a group that do not go with each other. */
const apart = (group: readonly number[]) =>
  group.filter((one) => group.some((other) => one !== other && !odd(one, other)));

const odd = (one: number, other: number) => one !== other && (one + other) % 5 !== 0;

test('every two that go together stand together in a group, and no others', () => {
  const groups = coveringGroups(30, odd, 7);
  const together = (one: number, other: number) =>
    groups.some((group) => group.includes(one) && group.includes(other));

  const pairs = Array.from({ length: 30 }, (_, one) => one).flatMap((one, _, all) =>
    all.slice(one + 1).map((other) => [one, other] as const),
  );
  expect(pairs.filter(([one, other]) => together(one, other) !== odd(one, other))).toEqual([]);
  expect(Math.max(...groups.map(({ length }) => length))).toBe(7);
});

test('a partition holds each member once, beside those that it goes with', () => {
  const members = Array.from({ length: 30 }, (_, at) => at);
  const groups = partition(members, 4, odd);

  expect(groups.flat().sort((one, other) => one - other)).toEqual(members);
  expect(groups.length).toBeLessThan(12);
  for (const group of groups) {
    expect(group.length).toBeLessThanOrEqual(4);
    expect(apart(group)).toEqual([]);
  }
});

test('handfuls are the same each time, of members that go together', () => {
  const drawn = handfuls(30, odd, 6, 10);

  expect(drawn).toEqual(handfuls(30, odd, 6, 10));
  expect(new Set(drawn.map(String)).size).toBe(10);
  for (const group of drawn) {
    expect(group).toHaveLength(6);
    expect(apart(group)).toEqual([]);
  }
});

test('a group is reduced to the fewest members that show it', async () => {
  const shows = async (part: readonly number[]) => part.includes(3) && part.includes(17);

  expect(
    await reduced(
      Array.from({ length: 20 }, (_, at) => at),
      shows,
    ),
  ).toEqual([3, 17]);
});

const errors = { users: 'basic', classes: 'problem' } as NonNullable<Variant['shapes']['errors']>;
const one = variant('gap.one!a', {
  fills: ['gap.one'],
  story: 'One.',
  shapes: { limitMaximum: 100 },
  overlay: [{ target: '$.a.b', update: { maximum: 100 } }],
  readings: { 'gap.one': 1 },
});
const other = (draft: Partial<Parameters<typeof variant>[1]>) =>
  variant('gap.two!b', { fills: ['gap.two'], story: 'Two.', ...draft });

test('variants that fill one gap, or say different things of one place, do not go together', () => {
  expect(conflict(one, other({}))).toBe(undefined);
  expect(conflict(one, other({ fills: ['gap.one'] }))).toBe('both fill gap.one');
  expect(conflict(one, other({ shapes: { limitMaximum: 5 } }))).toBe('they choose limitMaximum differently');
  expect(conflict(one, other({ shapes: { limitMaximum: 100 } }))).toBe(undefined);
  expect(conflict(one, other({ readings: { 'gap.one': 2 } }))).toBe('the profile reads gap.one differently');
  const overlay = [{ target: '$.a.b', update: { maximum: 5 } }];
  expect(conflict(one, other({ overlay }))).toMatch(/^their overlays say/);
  expect(conflict(one, other({ omits: ['$.a'] }))).toMatch(/^one overlay lacks \$\.a/);
});

test('a combination has the choices of both, and the later one answers first', async () => {
  const said =
    (word: string): Variant['wrap'] =>
    (service) =>
    async (request) =>
      new Response(`${word} ${await (await service(request)).text()}`);
  const both = combined([
    { ...one, shapes: { ...one.shapes, errors }, wrap: said('one') },
    { ...other({ shapes: { malformedId: 404 } }), wrap: said('two') },
  ]);
  const answer = await both.wrap(async () => new Response('service'))(new Request('http://reference.test/'));

  expect(both.fills).toEqual(['gap.one', 'gap.two']);
  expect(both.shapes).toEqual({ limitMaximum: 100, errors, malformedId: 404 });
  expect(await answer.text()).toBe('two one service');
});

test('what is said not to go together is a variant', () => {
  expect(faultsOf(readIncompatible(), variants)).toEqual([]);
});

inLightClasses('nothing accuses a handful of freedoms together', async () => {
  inLightClasses.setTimeout(120_000);
  const [group = []] = handfuls(variants.length, goTogether, 6, 1);

  expect(group).toHaveLength(6);
  expect(
    await accusationsOf(
      group.flatMap((at) => variants[at] ?? []),
      1,
    ),
  ).toEqual([]);
});

const together: readonly {
  readonly name: string;
  readonly ids: readonly string[];
  readonly changes: readonly string[];
}[] = [
  {
    name: 'a target that shows assignments late, and refuses to repeat one, is accused of nothing',
    ids: ['membership.assign-twice!refused', 'membership.visibility-delay!soon'],
    changes: ['addClassStudents', 'removeClassStudents'],
  },
  {
    name: 'a target that lets the key disable nobody, and refuses to enable who is enabled, is accused of nothing',
    ids: ['enable-user.repeated!refused', 'authentication.key-permissions!not-every-operation'],
    changes: ['enableUser', 'disableUser'],
  },
  {
    name: 'a target that writes ids in capitals, and refuses to take away a test that is not there, is accused of nothing',
    ids: ['membership.assign-twice!refused', 'conventions.uuid-case!upper'],
    changes: ['addCohortTests', 'removeCohortTests'],
  },
  {
    name: 'a target whose users show objects for their classes, those of this year alone, is accused of nothing',
    ids: ['user.membership-item-form!objects', 'user.membership-years!current'],
    changes: ['addStudentClasses', 'removeStudentClasses'],
  },
  {
    name: 'a target that knows identifiers alone of some, and takes names alone, is accused of nothing',
    ids: ['accounts.bodies!names-alone', 'user.required-fields!identifiers-alone'],
    changes: ['updateUserName', 'updateUserPrimaryEmail', 'updateStudentDetails', 'setUserExternalId'],
  },
  {
    name: 'a target that takes no password twice, and wants its media type, is accused of nothing',
    ids: ['update-user-password.body!never-again', 'errors.missing-body-status!media-type'],
    changes: ['updateUserPassword'],
  },
  {
    name: 'a target that takes bare bodies, and asks last who may send them, is accused of nothing',
    ids: ['accounts.bodies!bare', 'authentication.permission-order!last'],
    changes: ['createStudent', 'createTeacher'],
  },
  {
    name: 'a target with statuses of its own, and no match for others, is accused of nothing',
    ids: ['session.status-literals!lower-case', 'list-sessions.status-unknown!no-match'],
    changes: ['listSessions', 'searchSessions'],
  },
  {
    name: 'a target between two years whose users show the groups of the current one is accused of nothing',
    ids: ['academic-years.no-current!between-years', 'user.membership-years!current'],
    changes: ['addClassStudents', 'addStudentCohorts', 'listUsers', 'searchUsers'],
  },
  {
    name: 'a target that writes ids in capitals, and refuses a list for which there is nothing to do, is accused of nothing',
    ids: ['conventions.uuid-case!upper', 'named-only.error-statuses!nothing-to-do'],
    changes: ['addStudentClasses', 'removeStudentClasses'],
  },
  {
    name: 'a target on which the new are disabled until they have a password, and nobody disabled is assigned, is accused of nothing',
    ids: ['users.enabled-field!waiting-for-a-password', 'membership.disabled-users!refused'],
    changes: ['addClassStudents', 'removeClassTeachers', 'addCohortStudents'],
  },
  {
    name: 'so is one that passes over who is disabled, and knows of whoever is new a moment later',
    ids: [
      'users.enabled-field!waiting-for-a-password',
      'membership.disabled-users!passed-over',
      'creation.visibility-delay!soon',
    ],
    changes: ['addCohortStudents'],
  },
];

for (const { name, ids, changes } of together)
  inLightClasses(name, async () => {
    const both = combined(variants.filter(({ id }) => ids.includes(id)));
    const run = trial({ variant: both, seed: 1 });
    const rows = plan(catalogue, run.contract).filter(({ op }) => changes.includes(op.id));

    expect(both.fills.length).toBeGreaterThanOrEqual(ids.length);
    expect(accusations(await judgeAll(run, rows))).toEqual([]);
  });
