import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { itemsOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { type MembershipState, poolOf } from '../../target/members/pool.ts';
import { describeState, mustBe, sameState, stateOfUsers } from '../../target/members/state.ts';
import { mustEventually } from '../../target/must-eventually.ts';

/** The search has an index of its own in many services: a change that the list shows, it has to show as well. */
export const inSearchChecks: readonly Check[] = checks(
  [
    'add-class-students.effect/in-search',
    'remove-class-students.effect/in-search',
    'add-class-teachers.effect/in-search',
    'remove-class-teachers.effect/in-search',
    'add-cohort-students.effect/in-search',
    'remove-cohort-students.effect/in-search',
  ],
  {
    access: 'write',
    needs,
    unless: fromStandard,
    sends: 'a change of two members, then a search for them by id',
    accepts: 'the change in their groups, as the list shows it',
    run: judgeInSearch,
  },
);

async function judgeInSearch(context: Context): Promise<void> {
  const { does, membership } = changeOf(context.op);
  const { kind, membership: field } = membership.group;
  // Not every version shows the groups of a user in the search (Versioning 6).
  const isShown = context.contract.clauses.has(`search-users.${kind}-ids`);
  context.need(isShown, `\`${field}\` in the search, which a later version brought`);
  const pool = await poolOf(context, membership);
  const two: MembershipState = [[0, 1]];
  const [before, after] = does === 'assign' ? [[], two] : [two, []];
  await arrange(context, pool, before);
  const answer = await change(context, pool, does, [0, 1]);
  context.need.accepted(answer);
  await mustBe(context, pool, after, answer);
  const found = async () => {
    const shown = await context.send('searchUsers', { search: { userIds: pool.members.slice(0, 2) } });
    return stateOfUsers(context, { ...pool, members: pool.members.slice(0, 2) }, itemsOf(context, shown));
  };
  await mustEventually(context, found, (seen) => sameState(seen, after), {
    expected: `in the search, ${describeState(pool, after)}`,
    actual: (seen) => describeState(pool, seen),
    in: answer,
  });
}
