import { type Check, check } from '../../../harness/judging/check.ts';
import { accounts } from '../../target/accounts/account.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { resourceOf } from '../../target/body.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { eventualPositions, fromGroup, groupsOfOne } from '../../target/members/of-user.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

/** The two fields that user responses were given (Versioning 6), and where a membership comes from. */
const fields = [
  { clause: 'class-ids', op: 'addStudentClasses' },
  { clause: 'cohort-ids', op: 'addStudentCohorts' },
] as const;

/** `classIds` and `cohortIds` in the answers to changes of an account. */
export const carriedChecks: readonly Check[] = accounts
  .filter(({ answers }) => answers)
  .flatMap((account) =>
    fields.flatMap(({ clause, op }) =>
      groupsOfOne
        .filter((of) => of.account.op === op)
        .map((of) =>
          // The answer about a user who is in a class (in a cohort) says in which.
          check(`${account.gap.split('.')[0]}.${clause}`, {
            access: 'write',
            on: [account.op],
            needs: [prerequisiteOf('student'), prerequisiteOf(of.group)],
            sends: `a valid change of a student that the run made and put into a ${of.group}`,
            accepts: `\`${of.field}\` in the answer, with the id of that ${of.group}`,
            async run(context) {
              const userId = await accountId(context, 'student');
              const groupId = await fixtureId(context, of.group, 'roster 1');
              await fromGroup(context, of, 'assign', groupId, userId);
              const there = await eventualPositions(context, of, userId, [groupId], [0]);
              context.need(there.length === 1, `a student of ours in a ${of.group}`);
              const answer = await request(
                context,
                account.op,
                userId,
                await validChange(context, account.op),
              );
              const user = resourceOf(context, answer, 'user');
              const ids = context.need(
                groupIds(user, of.field),
                `\`${of.field}\` to be a list of identifiers`,
              );
              context.must.hold(holdsId(ids, groupId), {
                expected: `\`${of.field}\` with the ${of.group} that the student is in`,
                actual: user[of.field] === undefined ? `no \`${of.field}\`` : `${ids.length} others`,
                in: answer,
              });
            },
          }),
        ),
    ),
  );
