import fc from 'fast-check';
import { choiceOf } from '../../../generators/id-lists.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { idsAt, type MembershipState, poolOf } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';
import { sendChange } from '../../target/send-change.ts';

/** What assigning and removing change, and what they leave as it was. */
export const effectChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.effect',
      'add-class-teachers.effect',
      'add-cohort-students.effect',
      'add-cohort-tests.effect',
    ],
    {
      access: 'write',
      needs,
      run: (context) => onLists(context, ({ listed }) => ({ before: [], after: [listed] })),
    },
  ),

  ...checks(
    [
      'remove-class-students.effect',
      'remove-class-teachers.effect',
      'remove-cohort-students.effect',
      'remove-cohort-tests.effect',
    ],
    {
      access: 'write',
      needs,
      run: (context) => onLists(context, ({ all, others }) => ({ before: [all], after: [others] })),
    },
  ),

  ...checks(
    [
      'add-class-students.keeps-others',
      'add-class-teachers.keeps-others',
      'add-cohort-students.keeps-others',
      'add-cohort-tests.keeps-others',
    ],
    {
      access: 'write',
      needs,
      run: (context) => onLists(context, ({ all, others }) => ({ before: [others, all], after: [all, all] })),
    },
  ),

  ...checks(
    [
      'remove-class-students.keeps-others',
      'remove-class-teachers.keeps-others',
      'remove-cohort-students.keeps-others',
      'remove-cohort-tests.keeps-others',
    ],
    {
      access: 'write',
      needs,
      run: (context) => onLists(context, ({ all, others }) => ({ before: [all, all], after: [others, all] })),
    },
  ),
];

/** Positions of the members that a list names, of those that it does not name, and of all of them; each ascending. */
interface List {
  readonly listed: readonly number[];
  readonly others: readonly number[];
  readonly all: readonly number[];
}

/** The states before and after a change of the members that a list names. */
type Law = (list: List) => { readonly before: MembershipState; readonly after: MembershipState };

/** Judges a law for generated lists, and for the longest one. */
async function onLists(context: Context, law: Law): Promise<void> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOf(context, membership);
  const all = [...pool.members.keys()];
  let isRefused = false;
  // A list of each length: what is done in bulk from a few ids on fails there alone.
  for (const length of context.effort === 'quick' ? [1, 2] : all.slice(1))
    await context.forAll(
      fc.record({ list: choiceOf(all.length, length, length) }),
      holds,
      context.byEffort({ quick: 1, standard: 1, deep: 10 }),
    );
  await context.forAll(fc.record({ list: fc.constant(all) }), holds, 1);

  async function holds({ list }: { list: readonly number[] }): Promise<void> {
    const listed = all.filter((at) => list.includes(at));
    const others = all.filter((at) => !list.includes(at));
    const { before, after } = law({ listed, others, all });
    await arrange(context, pool, before);
    await refuseOnce(others);
    context.need.accepted(await change(context, pool, does, list));
    await mustBe(context, pool, after);
  }

  /** Names the others in a change of a group that does not exist: what is kept of it joins the change that follows. */
  async function refuseOnce(others: readonly number[]): Promise<void> {
    if (isRefused || others.length === 0) return;
    isRefused = true;
    const { onGroup, group, ids } = membership;
    await sendChange(context, onGroup[does], {
      [group.id]: context.unknownId('a group'),
      [ids]: idsAt(pool.members, others),
    });
  }
}
