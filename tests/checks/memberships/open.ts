import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type MembershipState, type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';

/**
 * What the interface leaves open: assigning a member twice, removing one who is not there, naming an unknown one. Any
 * answer is noted; that no other member is moved is judged.
 */
export const openChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.effect/twice',
      'add-class-teachers.effect/twice',
      'add-cohort-students.effect/twice',
      'add-cohort-tests.effect/twice',
    ],
    {
      access: 'write',
      needs,
      sends: 'the same assignment of two members twice',
      accepts: 'any answer to the second one',
      async run(context) {
        const pool = await poolIn(context, [[0, 1]]);
        const answer = await change(context, pool, 'assign', [0, 1]);
        context.observe('membership.assign-twice', String(answer.status));
        await mustBe(context, pool, [[0, 1]]);
      },
    },
  ),

  ...checks(
    [
      'remove-class-students.keeps-others/absent',
      'remove-class-teachers.keeps-others/absent',
      'remove-cohort-students.keeps-others/absent',
      'remove-cohort-tests.keeps-others/absent',
    ],
    {
      access: 'write',
      needs,
      sends: 'the removal of one member from a group that has only another, then of several',
      accepts: 'any answer',
      async run(context) {
        const pool = await poolIn(context, [[0]]);
        const others = [...pool.members.keys()].slice(1);
        for (const absent of [others.slice(0, 1), others]) {
          const answer = await change(context, pool, 'remove', absent);
          context.observe('membership.remove-absent', String(answer.status));
          await mustBe(context, pool, [[0]]);
        }
      },
    },
  ),

  ...checks(
    [
      'add-class-students.keeps-others/unknown',
      'remove-class-students.keeps-others/unknown',
      'add-class-teachers.keeps-others/unknown',
      'remove-class-teachers.keeps-others/unknown',
      'add-cohort-students.keeps-others/unknown',
      'remove-cohort-students.keeps-others/unknown',
      'add-cohort-tests.keeps-others/unknown',
      'remove-cohort-tests.keeps-others/unknown',
    ],
    {
      access: 'write',
      needs,
      sends: 'a change of one invented id in a group that has two members, then of two such ids',
      accepts: 'any answer',
      async run(context) {
        const pool = await poolIn(context, [[0, 1]]);
        const members = [context.unknownId('member'), context.unknownId('another member')];
        const unknown = { ...pool, members };
        for (const who of [[0], [0, 1]]) {
          const answer = await change(context, unknown, changeOf(context.op).does, who);
          context.observe('membership.unknown-ids', String(answer.status));
          await mustBe(context, pool, [[0, 1]]);
        }
      },
    },
  ),
];

/** The groups and the members of the run, in this state. */
async function poolIn(context: Context, state: MembershipState): Promise<Pool> {
  const pool = await poolOf(context, changeOf(context.op).membership);
  await arrange(context, pool, state);
  return pool;
}
