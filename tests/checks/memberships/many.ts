import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';

/** The bound of the neighbours, which these operations do not have. */
const many = 100;

/** Lists of a hundred where no bound is stated. */
export const manyChecks: readonly Check[] = checks(
  [
    'remove-class-students.user-ids-many',
    'add-cohort-students.user-ids-many',
    'remove-cohort-students.user-ids-many',
    'add-cohort-tests.test-ids-many',
    'remove-cohort-tests.test-ids-many',
  ],
  {
    access: 'write',
    needs,
    sends:
      'a list that names one member twice (accepted), then lists that name the members 25 and 100 times in all',
    accepts:
      'the longer lists wherever the shorter one is accepted: what names somebody twice may be refused',
    async run(context) {
      const twice = await sendTimes(context, 2);
      context.observe('the same member twice in one list', twice < 300 ? 'accepted' : 'refused');
      context.need(twice < 300, `a list that names a member twice to be accepted, got ${twice}`);
      for (const times of [many / 4, many]) {
        const status = await sendTimes(context, times);
        context.must.hold(status < 300, {
          expected: `a list of ${times} to be accepted, for no bound is stated`,
          actual: `status ${status}`,
        });
      }
    },
  },
);

/** Sends a change that makes a difference, as a list of so many entries. Gives the status. */
async function sendTimes(context: Context, times: number): Promise<number> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOf(context, membership);
  const all = [...pool.members.keys()];
  await arrange(context, pool, does === 'assign' ? [] : [all]);
  const who = times === 2 ? [0, 0] : Array.from({ length: times }, (_, nth) => all[nth % all.length] ?? 0);
  return (await change(context, pool, does, who)).status;
}
