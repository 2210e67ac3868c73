import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { relate } from '../../target/members/relate.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { readUser } from '../../target/users/read.ts';

const groups = [
  ['class-ids', 'classIds', 'class', 'classId', 'addClassStudents'],
  ['cohort-ids', 'cohortIds', 'cohort', 'cohortId', 'addCohortStudents'],
] as const;

const places = [
  ['listUsers', 'list-users'],
  ['searchUsers', 'search-users'],
] as const;

/** In which classes and cohorts a user is said to be (chapter Versioning, 6). */
export const memberships: readonly Check[] = places.flatMap(([operation, clause]) =>
  groups.map(([aspect, field, kind, idName, assign]) =>
    // Whoever is in a class or cohort carries its identifier.
    check(`${clause}.${aspect}`, {
      access: 'write',
      on: [operation],
      needs: [prerequisiteOf('student'), prerequisiteOf(kind)],
      sends: `an assignment of a student of this run to a ${kind} of this run, then a read of the student`,
      accepts: `a user whose \`${field}\` hold the identifier of the ${kind}`,
      async run(context) {
        const [userId, groupId] = [
          await fixtureId(context, 'student', 'account'),
          await fixtureId(context, kind),
        ];
        // Earlier rows and runs may have left it assigned, and doing so twice may be refused.
        const related = { group: kind, groupId, member: 'student', memberId: userId } as const;
        await relate(context, related, false);
        const assigned = await context.send(assign, { [idName]: groupId, userIds: [userId] });
        context.need(assigned.status < 300, `the assignment to be accepted, got ${assigned.status}`);

        const seen = await eventually(
          context,
          () => readUser(context, userId, context.op),
          (user) => holdsId(groupIds(user, field), groupId),
        );
        judgeCarried(context, seen, field, groupId);
      },
    }),
  ),
);

function judgeCarried(context: Context, user: Json, field: string, id: string): void {
  const ids = context.need(groupIds(user, field), `\`${field}\` to be a list of identifiers`);
  context.must.hold(holdsId(ids, id), {
    expected: `\`${field}\` with the identifier that was assigned`,
    actual: field in user ? `${ids.length} others` : `no \`${field}\``,
  });
}
