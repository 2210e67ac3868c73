import { type Check, check } from '../../../harness/check.ts';
import { resourceOf } from '../body.ts';
import { groupIds, holdsId } from '../group-ids.ts';
import { having } from '../kinds.ts';
import { ownId } from '../own.ts';
import { answering, making } from './account.ts';
import { fromGroup, groupsOfOne, settledPositions } from './groups-of-one.ts';
import { ordinary, request } from './request.ts';
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
          needs: [making('student'), having(of.group)],
          sends: `a valid change of a student that the run made and put into a ${of.group}`,
          accepts: `\`${of.field}\` in the answer, with the id of that ${of.group}`,
          async run(scene) {
            const userId = await subjectOf(scene, 'student');
            const groupId = await ownId(scene, of.group, 'roster 1');
            await fromGroup(scene, of, 'assign', groupId, userId);
            const there = await settledPositions(scene, of, userId, [groupId], [0]);
            scene.need(there.length === 1, `a student of ours in a ${of.group}`);
            const answer = await request(scene, account, userId, await ordinary(scene, account));
            const user = resourceOf(scene, answer, 'user');
            const ids = scene.need(groupIds(user, of.field), `\`${of.field}\` to be a list of identifiers`);
            scene.must.hold(holdsId(ids, groupId), {
              expected: `\`${of.field}\` with the ${of.group} that the student is in`,
              actual: user[of.field] === undefined ? `no \`${of.field}\`` : `${ids.length} others`,
              in: answer,
            });
          },
        }),
      ),
  ),
);
