import { type Check, check } from '../../../harness/check.ts';
import { resourceOf } from '../body.ts';
import { groupIds, holdsId } from '../group-ids.ts';
import { prerequisiteOf } from '../kinds.ts';
import { fixtureId } from '../own.ts';
import { answering, making } from './account.ts';
import { eventualPositions, fromGroup, groupsOfOne } from './groups-of-one.ts';
import { request, validChange } from './request.ts';
import { subjectOf } from './subject.ts';

/** The two fields that user responses were given (Versioning 6), and where a membership comes from. */
const fields = [
  { clause: 'class-ids', op: 'addStudentClasses' },
  { clause: 'cohort-ids', op: 'addStudentCohorts' },
] as const;

/** `classIds` and `cohortIds` in the answers to changes of an account. */
export const carriedChecks: readonly Check[] = answering.flatMap((account) =>
  fields.flatMap(({ clause, op }) =>
    groupsOfOne
      .filter((of) => of.account.op === op)
      .map((of) =>
        // The answer about a user who is in a class (in a cohort) says in which.
        check(`${account.clauses}.${clause}`, {
          access: 'write',
          on: [account.op],
          needs: [making('student'), prerequisiteOf(of.group)],
          sends: `a valid change of a student that the run made and put into a ${of.group}`,
          accepts: `\`${of.field}\` in the answer, with the id of that ${of.group}`,
          async run(context) {
            const userId = await subjectOf(context, 'student');
            const groupId = await fixtureId(context, of.group, 'roster 1');
            await fromGroup(context, of, 'assign', groupId, userId);
            const there = await eventualPositions(context, of, userId, [groupId], [0]);
            context.need(there.length === 1, `a student of ours in a ${of.group}`);
            const answer = await request(context, account, userId, await validChange(context, account));
            const user = resourceOf(context, answer, 'user');
            const ids = context.need(groupIds(user, of.field), `\`${of.field}\` to be a list of identifiers`);
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
