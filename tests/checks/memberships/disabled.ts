import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { staysInGroups } from '../../target/accounts/groups-kept.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { fromStandard } from '../../target/effort.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf, membershipNeeds } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';
import { mustBe } from '../../target/members/state.ts';

const needs = (op: Operation) => [...membershipNeeds(op), 'disable-user.request', 'enable-user.request'];

/** Who is disabled is left out by many queries, also by those that change something. */
export const disabledChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.effect/disabled',
      'add-class-teachers.effect/disabled',
      'add-cohort-students.effect/disabled',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      unless: fromStandard,
      sends: 'disabling, the assignment of a list with the disabled user among others, and enabling',
      accepts:
        'the others assigned, whatever becomes of the disabled one; or a refusal, and none of the others assigned',
      run: judgeAmongOthers,
    },
  ),

  ...checks(
    [
      'remove-class-students.effect/disabled',
      'remove-class-teachers.effect/disabled',
      'remove-cohort-students.effect/disabled',
    ],
    {
      access: 'write',
      cost: 'high',
      needs,
      unless: fromStandard,
      sends:
        'an assignment, disabling, the removal of a list with the disabled user among others, and enabling',
      accepts:
        'all of them gone once the removal was accepted; or a refusal, and the others still there where the profile reads `disable-user.memberships` as `kept`',
      run: judgeAmongOthers,
    },
  ),
];

/** The position of the disabled user, who is named between two others. */
const disabled = 0;

async function judgeAmongOthers(context: Context): Promise<void> {
  const { does } = changeOf(context.op);
  const pool = await poolWithAccount(context);
  const everybody = [...pool.members.keys()];
  const others = everybody.filter((who) => who !== disabled);
  await arrange(context, pool, does === 'assign' ? [] : [everybody]);
  const [first = 0, ...rest] = others;
  const answer = await whileDisabled(context, pool, () =>
    change(context, pool, does, [first, disabled, ...rest]),
  );
  if (answer.status < 300 && does === 'remove') return mustBe(context, pool, [], answer);
  if (answer.status >= 300) context.must(answer).be.refused();
  // Whoever left with the disabling is none to remove: whether the others of such a list are removed is open.
  if (answer.status >= 300 && does === 'remove' && !staysInGroups(context))
    return context.observe('membership.remove-absent', String(answer.status));
  const areThere = does === 'assign' ? answer.status < 300 : true;
  await mustBeOfOthers(context, pool, areThere ? others : [], answer);
}

/** The account that may be disabled, and two others. */
async function poolWithAccount(context: Context): Promise<Pool> {
  const { membership } = changeOf(context.op);
  const { groups, members } = await poolOf(context, membership);
  const account = await accountId(context, membership.member === 'teacher' ? 'teacher' : 'student');
  const others = members.filter((id) => id !== account).slice(0, 2);
  return { membership, groups: groups.slice(0, 1), members: [account, ...others] };
}

/** What is answered while the account is disabled. */
async function whileDisabled(
  context: Context,
  { members: [id = ''] }: Pool,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
  const sent = await send().finally(() => requestIfFilled(context, 'enableUser', id));
  context.need.accepted(answer);
  return sent;
}

/** Claims which of the others are there. Of the disabled user nothing is said. */
async function mustBeOfOthers(
  context: Context,
  pool: Pool,
  expected: readonly number[],
  answer: Answer,
): Promise<void> {
  const withoutDisabled: Pool = { ...pool, members: pool.members.slice(1) };
  await mustBe(context, withoutDisabled, [expected.map((who) => who - 1)], answer);
}
