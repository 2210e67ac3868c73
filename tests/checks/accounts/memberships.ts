import { type Shares, shares } from '../../../generators/shares.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { arrange } from '../../target/members/arrange.ts';
import { changeOnUser } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { groupCount, poolOfUser } from '../../target/members/pool.ts';
import { describeState, eventualState, groupsIn, inGroups, mustBe } from '../../target/members/state.ts';

const effects = checks(
  [
    'add-student-classes.effect',
    'remove-student-classes.effect',
    'add-student-cohorts.effect',
    'add-teacher-classes.effect',
    'remove-teacher-classes.effect',
  ],
  {
    access: 'write',
    needs,
    async run(context) {
      for (const length of ['one', 'several'] as const) {
        const runs = context.share('quarter');
        await context.forAll(shares(groupCount, length), (dealt) => mustTakeEffect(context, dealt), runs);
      }
    },
  },
);

const effectsAtOnce = checks(
  [
    'add-student-classes.effect/at-once',
    'add-student-cohorts.effect/at-once',
    'add-teacher-classes.effect/at-once',
  ],
  {
    access: 'write',
    needs,
    sends: 'assignments of one user to three classes or cohorts, all at once, then a read',
    accepts: 'all groups whose assignment was accepted; one that overlaps may be refused',
    async run(context) {
      const { membership } = changeOf(context.op);
      const pool = await poolOfUser(context, membership);
      await arrange(context, pool, []);
      const groups = [...pool.groups.keys()];
      const answers = await inParallel(groups.map((at) => () => changeOnUser(context, pool, 'assign', [at])));
      const accepted = groups.filter((at) => (answers[at]?.status ?? 0) < 300);
      context.need(accepted.length > 1, 'two overlapping assignments to be accepted');
      const seen = groupsIn(await eventualState(context, pool, inGroups(pool, accepted)));
      const lost = accepted.filter((at) => !seen.includes(at));
      context.must.hold(lost.length === 0, {
        expected: `every ${membership.group.kind} whose assignment was accepted`,
        actual: `${describeState(pool, inGroups(pool, lost))} lost`,
        in: answers,
      });
    },
  },
);

/** Classes and cohorts of one user, assigned and removed by the operations on the user. */
export const membershipChecks: readonly Check[] = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
].flatMap((op) => checksOn([op], [...effects, ...effectsAtOnce]));

async function mustTakeEffect(context: Context, { has, list }: Shares): Promise<void> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOfUser(context, membership);
  // Before a removal, the user is in each group that the list names: the user is never removed from a group without
  // being in it.
  const both = [...has, ...list];
  const [before, after] = does === 'assign' ? [has, both] : [both, has];
  await arrange(context, pool, inGroups(pool, before));
  const answer = await changeOnUser(context, pool, does, list);
  context.must(answer).be.accepted();
  await mustBe(context, pool, inGroups(pool, after), answer);
}
