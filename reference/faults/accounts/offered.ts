import { answer, type Break, type Fault, faults } from '../kit/fault.ts';

/** Faults of operations that are not there, or are only said to be. */
export const offered: readonly Fault[] = [
  ...faults(
    {
      'create-student.exists': 'createStudent',
      'create-teacher.exists': 'createTeacher',
      'add-student-classes.exists': 'addStudentClasses',
      'remove-student-classes.exists': 'removeStudentClasses',
      'add-student-cohorts.exists': 'addStudentCohorts',
      'add-teacher-classes.exists': 'addTeacherClasses',
      'remove-teacher-classes.exists': 'removeTeacherClasses',
      'update-student-details.exists': 'updateStudentDetails',
      'update-user-name.exists': 'updateUserName',
      'update-user-password.exists': 'updateUserPassword',
      'update-user-primary-email.exists': 'updateUserPrimaryEmail',
      'set-user-external-id.exists': 'setUserExternalId',
      'enable-user.exists': 'enableUser',
      'disable-user.exists': 'disableUser',
    },
    {
      story: 'The operation is in the plan of the next release.',
      with: async (request, service) => notOffered(await service(request), 404),
    },
  ),
  ...faults(
    {
      'create-student.exists!method': 'createStudent',
      'create-teacher.exists!method': 'createTeacher',
      'add-student-classes.exists!method': 'addStudentClasses',
      'remove-student-classes.exists!method': 'removeStudentClasses',
      'add-student-cohorts.exists!method': 'addStudentCohorts',
      'add-teacher-classes.exists!method': 'addTeacherClasses',
      'remove-teacher-classes.exists!method': 'removeTeacherClasses',
      'update-student-details.exists!method': 'updateStudentDetails',
      'update-user-name.exists!method': 'updateUserName',
      'update-user-password.exists!method': 'updateUserPassword',
      'update-user-primary-email.exists!method': 'updateUserPrimaryEmail',
      'set-user-external-id.exists!method': 'setUserExternalId',
      'enable-user.exists!method': 'enableUser',
      'disable-user.exists!method': 'disableUser',
    },
    {
      story: 'The route is registered with another method, and looked up after the key.',
      deep: true,
      with: behindTheKey(405),
    },
  ),
  ...faults(
    {
      'add-student-classes.exists/own-user': 'addStudentClasses',
      'remove-student-classes.exists/own-user': 'removeStudentClasses',
      'add-student-cohorts.exists/own-user': 'addStudentCohorts',
      'add-teacher-classes.exists/own-user': 'addTeacherClasses',
      'remove-teacher-classes.exists/own-user': 'removeTeacherClasses',
      'update-student-details.exists/own-user': 'updateStudentDetails',
      'update-user-name.exists/own-user': 'updateUserName',
      'update-user-password.exists/own-user': 'updateUserPassword',
      'update-user-primary-email.exists/own-user': 'updateUserPrimaryEmail',
      'set-user-external-id.exists/own-user': 'setUserExternalId',
      'enable-user.exists/own-user': 'enableUser',
      'disable-user.exists/own-user': 'disableUser',
    },
    {
      story: 'The gateway checks the key before it finds that it has no such route.',
      with: behindTheKey(404),
    },
  ),
];

/** Answers every request with a valid key as if the operation did not exist. */
function behindTheKey(status: 404 | 405): Break {
  return async (request, service) => {
    const response = await service(request);
    return response.status === 401 || response.status === 403 ? response : notOffered(response, status);
  };
}

function notOffered(response: Response, status: 404 | 405): Response {
  return answer(response, { status, message: 'No such operation.' }, { status });
}
