import type { UnshownAnswer } from '../choices.ts';
import { type Call, type Operation, sends } from '../http/operation.ts';
import type { Reply } from '../http/reply.ts';
import { knownUser, pathId } from '../rules/known.ts';
import { changeMembership, idList, type Membership, unbounded, unknownMember } from '../rules/members.ts';
import type { GroupRow, Role } from '../store/rows.ts';
import type { Table } from '../store/table.ts';
import { answerUnshown } from './unshown.ts';

/** Classes and cohorts of a student or teacher, from the side of the user. */
export const memberships: readonly Operation[] = [
  membershipOf('addStudentClasses', 'POST /students/{id}/classes', 'student', 'classes', 'add'),
  membershipOf('removeStudentClasses', 'DELETE /students/{id}/classes', 'student', 'classes', 'remove'),
  membershipOf('addStudentCohorts', 'POST /students/{id}/cohorts', 'student', 'cohorts', 'add'),
  membershipOf('addTeacherClasses', 'POST /teachers/{id}/classes', 'teacher', 'classes', 'add'),
  membershipOf('removeTeacherClasses', 'DELETE /teachers/{id}/classes', 'teacher', 'classes', 'remove'),
];

function membershipOf(
  operation: UnshownAnswer,
  route: `${'POST' | 'DELETE'} /${string}`,
  role: Role,
  groups: 'classes' | 'cohorts',
  action: 'add' | 'remove',
): Operation {
  return sends(operation, route, 'accounts', (call) => changeGroups(call, operation, role, groups, action));
}

/** Puts the user into all groups of the list or takes the user out of them: all, or none. */
function changeGroups(
  call: Call,
  operation: UnshownAnswer,
  role: Role,
  groups: 'classes' | 'cohorts',
  action: 'add' | 'remove',
): Reply {
  const { store, shapes, id, body } = call;
  pathId(id, role, shapes);
  const ids = idList(body, shapes.idLists[groups], unbounded);
  const user = knownUser(store, id, shapes, role);
  const table: Pick<Table<GroupRow>, 'get'> = store[groups];
  if (ids.some((groupId) => !table.get(groupId))) {
    throw unknownMember(groups === 'classes' ? 'class' : 'cohort', shapes);
  }
  const membership: Membership = groups === 'classes' ? 'classIds' : 'cohortIds';
  const change = action === 'add' ? { add: ids } : { remove: ids };
  return answerUnshown(call, operation, changeMembership(store, user, membership, change));
}
