import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { changeOnUser } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type Pool, poolOfUser } from '../../target/members/pool.ts';
import { groupsIn, inGroups, mustBe, stateNow } from '../../target/members/state.ts';

/** Lists of classes and cohorts of one user, of which there is nothing to do for some, or for all, or which are empty. */
export const partialChecks: readonly Check[] = [
  ...checks(
    [
      'add-student-classes.effect/some-there',
      'remove-student-classes.effect/some-absent',
      'add-student-cohorts.effect/some-there',
      'add-teacher-classes.effect/some-there',
      'remove-teacher-classes.effect/some-absent',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends: 'lists of all three groups where there is nothing to do for the first, then for the last',
      accepts:
        'the effect on all where a list is accepted; a refusal that leaves the user where nothing was to do',
      async run(context) {
        const { does } = changeOf(context.op);
        const pool = await poolOfUser(context, changeOf(context.op).membership);
        const all = [...pool.groups.keys()];
        for (const idle of [all.slice(0, 1), all.slice(-1)]) {
          const before = does === 'assign' ? idle : all.filter((at) => !idle.includes(at));
          await arrange(context, pool, inGroups(pool, before));
          const answer = await changeOnUser(context, pool, does, all);
          context.observe(
            'a list with a group for which there is nothing to do',
            answer.status < 300 ? 'accepted' : 'refused',
          );
          if (answer.status < 300)
            await mustBe(context, pool, inGroups(pool, does === 'assign' ? all : []), answer);
          else await mustKeep(context, pool, does === 'assign' ? idle : []);
        }
      },
    },
  ),

  ...checks(['remove-student-classes.effect/absent', 'remove-teacher-classes.effect/absent'], {
    access: 'write',
    cost: 'high',
    needs,
    sends: 'removals of one class that the user is not in, and of two',
    accepts: 'any answer, and the user in the one class as before',
    async run(context) {
      const pool = await poolOfUser(context, changeOf(context.op).membership);
      const [own = 0, ...others] = pool.groups.keys();
      await arrange(context, pool, inGroups(pool, [own]));
      for (const absent of [others.slice(0, 1), others]) {
        const answer = await changeOnUser(context, pool, 'remove', absent);
        await mustBe(context, pool, inGroups(pool, [own]), answer);
      }
    },
  }),

  ...checks(
    [
      'add-student-classes.effect/none',
      'remove-student-classes.effect/none',
      'add-student-cohorts.effect/none',
      'add-teacher-classes.effect/none',
      'remove-teacher-classes.effect/none',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends: 'a list without an id for a user who is in two groups',
      accepts: 'any answer, and the user in both',
      async run(context) {
        const pool = await poolOfUser(context, changeOf(context.op).membership);
        await arrange(context, pool, inGroups(pool, [0, 1]));
        const answer = await changeOnUser(context, pool, changeOf(context.op).does, []);
        await mustBe(context, pool, inGroups(pool, [0, 1]), answer);
      },
    },
  ),

  ...checks(
    [
      'add-student-classes.effect/unknown',
      'remove-student-classes.effect/unknown',
      'add-student-cohorts.effect/unknown',
      'add-teacher-classes.effect/unknown',
      'remove-teacher-classes.effect/unknown',
    ],
    {
      access: 'write',
      unless: fromStandard,
      needs,
      sends: 'a list of an id that names nothing, for a user who is in two groups',
      accepts: 'any answer but a status in the five hundreds, and the user in both',
      run: judgeUnknown,
    },
  ),
];

/** No sentence says that an id which names nothing is refused; the groups that there are stay as they were. */
async function judgeUnknown(context: Context): Promise<void> {
  const { does, membership } = changeOf(context.op);
  const pool = await poolOfUser(context, membership);
  await arrange(context, pool, inGroups(pool, [0, 1]));
  const unknown = context.unknownId(`a ${membership.group.kind} that is none`);
  const answer = await changeOnUser(context, { ...pool, groups: [unknown] }, does, [0]);
  context.must.hold(answer.status < 500, {
    expected: 'a status below 500',
    actual: `status ${answer.status}`,
    in: answer,
  });
  await mustBe(context, pool, inGroups(pool, [0, 1]), answer);
}

/** Wherever the user was before a refusal, the user is after it. */
async function mustKeep(context: Context, pool: Pool, there: readonly number[]): Promise<void> {
  const seen = groupsIn(await stateNow(context, pool));
  context.must.every(there, (at) => seen.includes(at), 'groups of the user before the refusal');
}
