import { deal } from '../../../generators/id-lists.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe, stateNow } from '../../target/members/state.ts';

/** Assignments at the same time. */
export const concurrentChecks: readonly Check[] = checks(
  [
    'add-class-students.concurrent',
    'add-class-teachers.concurrent',
    'add-cohort-students.concurrent',
    'add-cohort-tests.concurrent',
  ],
  {
    access: 'write',
    needs,
    sends:
      'the members of the run dealt into several lists, all assigned to one group at once, and the first to another',
    async run(context) {
      const pool = await poolOf(context, changeOf(context.op).membership);
      await context.forAll(
        deal(pool.members.length, 4).map((lists) => ({ lists })),
        ({ lists }) => mustAllTakeEffect(context, pool, lists),
        context.byEffort({ quick: 2, standard: 4, deep: 20 }),
      );
    },
  },
);

type Lists = readonly (readonly number[])[];

async function mustAllTakeEffect(context: Context, pool: Pool, lists: Lists): Promise<void> {
  await arrange(context, pool, []);
  const statuses: number[] = [];
  const assign = async (who: readonly number[], group?: number) => {
    const { status } = await change(context, pool, 'assign', who, group);
    statuses.push(status);
  };
  const first = (lists[0] ?? []).toSorted((one, other) => one - other);
  await inParallel([
    ...lists.map((who) => () => assign(who)),
    () => assign(first, 1),
    () => observeMeanwhile(context, pool, lists),
  ]);
  context.need(
    statuses.every((status) => status < 300),
    'assignments at the same time to be accepted',
  );
  await mustBe(context, pool, [[...pool.members.keys()], first]);
}

/** Notes whether a read during the assignments sees a part of one: nothing is promised about that. */
async function observeMeanwhile(context: Context, pool: Pool, lists: Lists): Promise<void> {
  const [there = []] = await stateNow(context, pool);
  const isPartlyThere = (who: readonly number[]) =>
    who.some((at) => there.includes(at)) && !who.every((at) => there.includes(at));
  context.observe(
    'reads during writes',
    lists.some(isPartlyThere) ? 'see a part of one' : 'see all of one or nothing',
  );
}
