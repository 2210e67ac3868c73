import type { Meanings } from '../../../generators/body.ts';
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
  type Setting,
} from '../../../generators/mixed-steps.ts';
import { wordOf } from '../../../generators/words.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Play } from '../../../harness/judging/sequence.ts';
import { accountOf, accounts, needsAccount } from '../../target/accounts/account.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import { type Change, withRequired } from '../../target/accounts/change.ts';
import { staysInGroups } from '../../target/accounts/groups-kept.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import {
  adopt,
  type Person,
  personShown,
  wrongInAnswer,
  wrongInPeople,
} from '../../target/accounts/people.ts';
import { isFilled, request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { type Choice, choicesOf } from '../../target/accounts/two-values.ts';
import { object } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { movesOf } from '../../target/members/alike.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change, changeOnUser } from '../../target/members/change.ts';
import {
  changeBy,
  classStudents,
  classTeachers,
  cohortStudents,
  memberships,
} from '../../target/members/membership.ts';
import type { Pool } from '../../target/members/pool.ts';
import { createdFixture, fixtureId } from '../../target/reuse/fixture.ts';
import { readUsers, unchangedUsers } from '../../target/users/read.ts';

/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = 60;

/** Every kind of write on the same few people: what one of them leaves behind, another one may stumble over. */
export const amongAllChecks: readonly Check[] = checks(
  ['update-user-name.effect/among-all', 'remove-student-classes.keeps-the-rest/among-all'],
  {
    access: 'write',
    cost: 'high',
    unless: fromStandard,
    needs: (op) => [
      ...new Set([
        ...memberships.flatMap((membership) => membership.needs),
        ...needsAccount(op),
        'update-user-name.body',
      ]),
    ],
    sends:
      'sequences of changes of two students and two teachers: names, addresses, identifiers, details, passwords, disabling, enabling, assignments to two classes and two cohorts and removals from them; a read of all four after each',
    accepts:
      'in each of them what was done to them and no more, `updatedAt` aside; a value that another one has may be refused, and so may a change of who is disabled; nobody is disabled unless the profile reads `disable-user.memberships` as `kept`',
    run: judgeAmongAll,
  },
);

/** What a sequence works with. */
interface World {
  readonly people: readonly Person[];
  /** What can be set for each of the people. */
  readonly choices: readonly (readonly Choice[])[];
  readonly pools: readonly Pool[];
  /** For each pool its members as positions among the people. */
  readonly members: readonly (readonly number[])[];
}

async function judgeAmongAll(context: Context): Promise<void> {
  const world = await worldOf(context);
  let begun = 0;
  let judged = 0;
  let isSettled = false;
  try {
    const choice = choiceOf(context, world);
    const steps: Play<MixedState, MixedStep> = {
      start: everybodyIn,
      async begin() {
        begun += 1;
        await beginAgain(context, world, isSettled ? 'seen' : begun);
        isSettled = false;
      },
      async act(step, after) {
        const answer = await play(context, world, step, after);
        await judge(context, world, step, answer);
        judged += 1;
      },
    };
    // Each of the two rows plays what it is about, for both come to the same target.
    const fixed = changeBy(context.op.id) === undefined ? everythingSet : outAndBack;
    await context.inSequence(fixed(choice), steps, 1);
    // It ends where it began, and each of its steps was seen.
    isSettled = true;
    const runs = context.byEffort({ quick: 1, standard: 1, deep: 12 });
    await context.inSequence(mixedSequences(choice, longest), steps, runs);
  } finally {
    await enableAll(context, world);
  }
  context.need(judged > 0, 'a sequence with a step: another seed, or more effort');
}

async function worldOf(context: Context): Promise<World> {
  const ids = [
    await accountId(context, 'student'),
    await fixtureId(context, 'student', 'member 1'),
    await accountId(context, 'teacher'),
    await fixtureId(context, 'teacher', 'member 1'),
  ];
  // Whoever is lent alone is too few, and why no others can be had is told.
  for (const [at, kind] of (['student', 'teacher'] as const).entries())
    if (ids[2 * at] === ids[2 * at + 1]) await createdFixture(context, kind, 'member 1');
  context.need(new Set(ids).size === ids.length, 'two students and two teachers');
  const users = await unchangedUsers(context, ids);
  const names = ['student 1', 'student 2', 'teacher 1', 'teacher 2'];
  const people = ids.map((id, at) =>
    personShown(
      context,
      id,
      names[at] ?? '',
      context.need(users[at], 'each of our users in the list of users'),
    ),
  );
  const all = choicesOf(context);
  const ofTeachers = all.filter(({ change: { op } }) => accountOf(op).op !== 'updateStudentDetails');
  const members = [
    [0, 1],
    [2, 3],
    [0, 1],
  ];
  const pools: Pool[] = [];
  for (const [at, membership] of [classStudents, classTeachers, cohortStudents].entries()) {
    const { kind } = membership.group;
    const groups = [await fixtureId(context, kind, 'roster 1'), await fixtureId(context, kind, 'roster 2')];
    context.need(groups[0] !== groups[1], `two ${membership.group.many}`);
    pools.push({ membership, groups, members: (members[at] ?? []).map((who) => ids[who] ?? '') });
  }
  return { people, choices: [all, all, ofTeachers, ofTeachers], pools, members };
}

function choiceOf(context: Context, { people, choices, pools, members }: World): MixedChoice {
  return {
    people: people.map(({ called }, at) => ({
      called,
      settings: (choices[at] ?? []).map((choice) => choice.change.what),
    })),
    // Who comes back may be in no group any more.
    switches: staysInGroups(context) && ['disableUser', 'enableUser'].every((op) => isFilled(context, op)),
    passwords: isFilled(context, 'updateUserPassword'),
    memberships: pools.map(({ membership, groups }, at) => ({
      people: members[at] ?? [],
      groups: groups.map((_, group) => `${membership.group.kind} ${group + 1}`),
      onUser: movesOf(context, pools.slice(at, at + 1))[membership.many] ?? [],
    })),
  };
}

/** Everybody enabled and in each group; a fresh name is the barrier before a read where not all was seen. */
async function beginAgain(context: Context, world: World, begun: number | 'seen'): Promise<void> {
  await enableAll(context, world);
  const everywhere = [0, 1];
  for (const pool of world.pools) await arrange(context, pool, [everywhere, everywhere]);
  const ids = world.people.map(({ id }) => id);
  if (begun !== 'seen') {
    const word = wordOf(context.world.unknownId(`${context.op.id} among all ${begun}`));
    await awaitEarlierChanges(context, ids, word);
  }
  adopt(context, world.people, await unchangedUsers(context, ids));
}

async function enableAll(context: Context, { people }: World): Promise<void> {
  // Where no profile says how, whom another row has disabled stays so.
  if (!isFilled(context, 'enableUser')) return;
  for (const person of people.filter(({ isDisabled }) => isDisabled)) {
    await request(context, 'enableUser', person.id, {});
    person.isDisabled = false;
  }
}

async function play(context: Context, world: World, step: MixedStep, after: MixedState): Promise<Answer> {
  if (step.does === 'set') return set(context, world, step);
  if (step.does === 'move') return move(context, world, step, after);
  // A password may have been used before.
  if (step.does !== 'switch') return send(context, 'updateUserPassword', personAt(world, step.who));
  const disabled = world.people.find(({ isDisabled }) => isDisabled);
  const person = disabled ?? personAt(world, after.disabled ?? step.who);
  const answer = await send(context, disabled ? 'enableUser' : 'disableUser', person);
  // A key may not disable everybody.
  if (disabled) context.need.accepted(answer);
  if (answer.status < 300) person.isDisabled = !disabled;
  return answer;
}

async function send(context: Context, op: string, { id }: Person): Promise<Answer> {
  return request(context, op, id, await validChange(context, op));
}

/** Sets a value, which another person may have already. */
async function set(context: Context, world: World, { who, what, value }: Setting): Promise<Answer> {
  const person = personAt(world, who);
  const choice = world.choices[who]?.[what];
  if (!choice) throw new Error(`there is nothing ${what} to set`);
  const { op } = choice.change;
  const meanings: Meanings = choice.values[value] ?? {};
  // Whoever lacks what the body requires gets it with the change.
  const usual = await validChange(context, 'updateStudentDetails');
  const sent = await withRequired(context, op, meanings, async () => ({ ...usual, ...person.shown }));
  const more = Object.keys(sent).filter((name) => !(name in meanings || name in person.shown));
  const answer = await request(context, op, person.id, sent);
  if (answer.status >= 300) context.must(answer).be.refused();
  else {
    person.set.push({ change: choice.change, meanings });
    if (more.length > 0) person.set.push({ change: alsoSet(op, more), meanings: {} });
  }
  return answer;
}

/** Fields that were set beside what a change is about. */
function alsoSet(op: string, moves: readonly string[]): Change {
  return { op, what: moves.join(' and '), byKind: async () => [], shows: () => true, moves };
}

async function move(context: Context, world: World, step: Moving, after: MixedState): Promise<Answer> {
  const { membership, side, who, groups } = step;
  // It is known by what it has led to.
  const does = directionOf(after, step) === 'remove' ? 'assign' : 'remove';
  const pool = world.pools[membership];
  if (!pool) throw new Error(`there is no membership ${membership}`);
  const at = who.map((one) => world.members[membership]?.indexOf(one) ?? -1);
  const [group = 0] = groups;
  const answer =
    side === 'onGroup'
      ? await change(context, pool, does, at, group)
      : await changeOnUser(context, { ...pool, members: [pool.members[at[0] ?? 0] ?? ''] }, does, groups);
  context.need.accepted(answer);
  const field = pool.membership.group.membership;
  const ids = groups.map((one) => (pool.groups[one] ?? '').toLowerCase());
  for (const person of who.map((one) => personAt(world, one))) {
    const others = person.groups[field].filter((id) => !ids.includes(id));
    person.groups = { ...person.groups, [field]: does === 'assign' ? [...others, ...ids].sort() : others };
  }
  return answer;
}

async function judge(context: Context, world: World, step: MixedStep, answer: Answer): Promise<void> {
  const { people } = world;
  const isShown =
    answer.status < 300 && accounts.some((one) => one.op === answer.sent.operation && one.answers);
  const answered = isShown ? object(object(answer.json)?.['user']) : undefined;
  const ids = people.map(({ id }) => id);
  const groups = world.pools.flatMap((pool) => pool.groups);
  const at = typeof step.who === 'number' ? step.who : -1;
  const wrong = (users: Awaited<ReturnType<typeof readUsers>>) => [
    ...wrongInPeople(context, people, users),
    ...(at < 0 ? [] : wrongInAnswer(personAt(world, at), answered, users[at], groups)),
  ];
  const seen = await eventually(
    context,
    () => readUsers(context, ids),
    (users) => wrong(users).length === 0,
  );
  context.must.hold(wrong(seen).length === 0, {
    expected: 'in each of four people what was done to them, and all else as it was',
    actual: `not so: ${wrong(seen).join(', ')}`,
    in: answer,
  });
  adopt(context, people, seen);
}

function personAt({ people }: World, at: number): Person {
  const person = people[at];
  if (!person) throw new Error(`there is no person ${at}`);
  return person;
}
