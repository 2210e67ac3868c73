import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Json } from '../body.ts';
import { groupIds, holdsId } from '../group-ids.ts';
import { settled } from '../groups/settled.ts';
import { having } from '../kinds.ts';
import { ownId } from '../own.ts';
import { relate } from '../related.ts';
import { readUser } from './reading.ts';

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
      needs: [having('student'), having(kind)],
      sends: `an assignment of a student of this run to a ${kind} of this run, then a read of the student`,
      accepts: `a user whose \`${field}\` hold the identifier of the ${kind}`,
      async run(scene) {
        const [userId, groupId] = [await ownId(scene, 'student', 'account'), await ownId(scene, kind)];
        // Earlier rows and runs may have left it assigned, and doing so twice may be refused.
        const related = { group: kind, groupId, member: 'student', memberId: userId } as const;
        await relate(scene, related, false);
        const assigned = await scene.send(assign, { [idName]: groupId, userIds: [userId] });
        scene.need(assigned.status < 300, `the assignment to be accepted, got ${assigned.status}`);

        const seen = await settled(
          scene,
          () => readUser(scene, scene.op, userId),
          (user) => holdsId(groupIds(user, field), groupId),
        );
        judgeCarried(scene, seen, field, groupId);
      },
    }),
  ),
);

function judgeCarried(scene: Scene, user: Json, field: string, id: string): void {
  const ids = scene.need(groupIds(user, field), `\`${field}\` to be a list of identifiers`);
  scene.must.hold(holdsId(ids, id), {
    expected: `\`${field}\` with the identifier that was assigned`,
    actual: field in user ? `${ids.length} others` : `no \`${field}\``,
  });
}
