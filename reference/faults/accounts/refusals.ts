import { answer, type Break, type Fault, faults } from '../kit/fault.ts';
import { isLongAsUuid, isUuid } from '../kit/ids.ts';
import { cut } from '../kit/near-ids.ts';
import { userIdIn } from './user.ts';

/** Faults of changes of an account under an id that is none. */
export const refusals: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.user-id': 'addStudentClasses',
      'remove-student-classes.user-id': 'removeStudentClasses',
      'add-student-cohorts.user-id': 'addStudentCohorts',
      'add-teacher-classes.user-id': 'addTeacherClasses',
      'remove-teacher-classes.user-id': 'removeTeacherClasses',
      'update-student-details.user-id': 'updateStudentDetails',
      'update-user-name.user-id': 'updateUserName',
      'update-user-password.user-id': 'updateUserPassword',
      'update-user-primary-email.user-id': 'updateUserPrimaryEmail',
      'set-user-external-id.user-id': 'setUserExternalId',
      'enable-user.user-id': 'enableUser',
      'disable-user.user-id': 'disableUser',
    },
    {
      story: 'An id that is no UUID matches no row, and an update of no row is a success.',
      with: doneFor((id) => !isUuid(id)),
    },
  ),
  ...faults(
    {
      'add-student-classes.user-id!length-only': 'addStudentClasses',
      'remove-student-classes.user-id!length-only': 'removeStudentClasses',
      'add-student-cohorts.user-id!length-only': 'addStudentCohorts',
      'add-teacher-classes.user-id!length-only': 'addTeacherClasses',
      'remove-teacher-classes.user-id!length-only': 'removeTeacherClasses',
      'update-student-details.user-id!length-only': 'updateStudentDetails',
      'update-user-name.user-id!length-only': 'updateUserName',
      'update-user-password.user-id!length-only': 'updateUserPassword',
      'update-user-primary-email.user-id!length-only': 'updateUserPrimaryEmail',
      'set-user-external-id.user-id!length-only': 'setUserExternalId',
      'enable-user.user-id!length-only': 'enableUser',
      'disable-user.user-id!length-only': 'disableUser',
    },
    {
      story: 'Whether a text is an id is told from its length, and an update of no row is a success.',
      deep: true,
      with: doneFor(isLongAsUuid),
    },
  ),
  ...faults(
    {
      'add-student-classes.user-id!cut': 'addStudentClasses',
      'remove-student-classes.user-id!cut': 'removeStudentClasses',
      'add-student-cohorts.user-id!cut': 'addStudentCohorts',
      'add-teacher-classes.user-id!cut': 'addTeacherClasses',
      'remove-teacher-classes.user-id!cut': 'removeTeacherClasses',
      'update-student-details.user-id!cut': 'updateStudentDetails',
      'update-user-name.user-id!cut': 'updateUserName',
      'update-user-password.user-id!cut': 'updateUserPassword',
      'update-user-primary-email.user-id!cut': 'updateUserPrimaryEmail',
      'set-user-external-id.user-id!cut': 'setUserExternalId',
      'enable-user.user-id!cut': 'enableUser',
      'disable-user.user-id!cut': 'disableUser',
    },
    {
      story:
        'The pattern of an id has no end, and the driver cuts what it binds to the length of the column.',
      deep: true,
      with: cut,
    },
  ),
];

/** Answers every request with 204 if `holds` is true of the id in its path. */
function doneFor(holds: (id: string) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    return holds(userIdIn(request)) ? answer(response, undefined, { status: 204 }) : response;
  };
}
