import { insteadOf, pretend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';

/** Faults of the answers to creations and changes: their status, and the user that they show. */
export const answers: readonly Fault[] = [
  ...faults(
    { 'create-student.success': 'createStudent', 'create-teacher.success': 'createTeacher' },
    {
      story: 'The framework answers 200 unless it is told otherwise.',
      with: insteadOf(201, 200),
    },
  ),
  ...faults(
    {
      'update-student-details.success': 'updateStudentDetails',
      'update-user-name.success': 'updateUserName',
      'update-user-password.success': 'updateUserPassword',
      'update-user-primary-email.success': 'updateUserPrimaryEmail',
    },
    {
      story: 'A change is answered as everywhere else, with 204.',
      with: pretend(200, 204),
    },
  ),
  ...faults(
    {
      'create-student.body/same-user': 'createStudent',
      'create-teacher.body/same-user': 'createTeacher',
      'update-student-details.body/same-user': 'updateStudentDetails',
      'update-user-name.body/same-user': 'updateUserName',
      'update-user-password.body/same-user': 'updateUserPassword',
      'update-user-primary-email.body/same-user': 'updateUserPrimaryEmail',
    },
    {
      story: 'The serialiser of the answer writes the username in capitals.',
      with: otherUser((user) => ({ ...user, username: `${String(user['username']).toUpperCase()}-X` })),
    },
  ),
  ...faults(
    {
      'create-student.body/same-user!created-now': 'createStudent',
      'create-teacher.body/same-user!created-now': 'createTeacher',
      'update-student-details.body/same-user!created-now': 'updateStudentDetails',
      'update-user-name.body/same-user!created-now': 'updateUserName',
      'update-user-password.body/same-user!created-now': 'updateUserPassword',
      'update-user-primary-email.body/same-user!created-now': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer is made from a fresh object, whose moment of creation is now.',
      deep: true,
      with: otherUser((user) => ({ ...user, createdAt: '2030-01-01T00:00:00.000Z' })),
    },
  ),
  ...faults(
    {
      'create-student.body/same-user!before-the-role': 'createStudent',
      'create-teacher.body/same-user!before-the-role': 'createTeacher',
    },
    {
      story: 'The answer is made of the row as it was inserted, and the row of the role comes after.',
      deep: true,
      with: otherUser((user) => ({ ...user, roles: [] })),
    },
  ),
  ...faults(
    {
      'update-student-details.body/same-user!another': 'updateStudentDetails',
      'update-user-name.body/same-user!another': 'updateUserName',
      'update-user-password.body/same-user!another': 'updateUserPassword',
      'update-user-primary-email.body/same-user!another': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer names the account of the caller.',
      deep: true,
      with: otherUser((user) => ({ ...user, userId: anotherId })),
    },
  ),
  ...faults(
    {
      'update-student-details.class-ids': 'updateStudentDetails',
      'update-user-name.class-ids': 'updateUserName',
      'update-user-password.class-ids': 'updateUserPassword',
      'update-user-primary-email.class-ids': 'updateUserPrimaryEmail',
    },
    {
      story: 'The memberships are joined in lists of users only.',
      with: otherUser(({ classIds: _, ...user }) => user),
    },
  ),
  ...faults(
    {
      'update-student-details.class-ids!as-created': 'updateStudentDetails',
      'update-user-name.class-ids!as-created': 'updateUserName',
      'update-user-password.class-ids!as-created': 'updateUserPassword',
      'update-user-primary-email.class-ids!as-created': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer is made from a fresh object, which is in nothing yet.',
      deep: true,
      with: otherUser((user) => ({ ...user, classIds: [] })),
    },
  ),
  ...faults(
    {
      'update-student-details.cohort-ids': 'updateStudentDetails',
      'update-user-name.cohort-ids': 'updateUserName',
      'update-user-password.cohort-ids': 'updateUserPassword',
      'update-user-primary-email.cohort-ids': 'updateUserPrimaryEmail',
    },
    {
      story: 'The memberships are joined in lists of users only.',
      with: otherUser(({ cohortIds: _, ...user }) => user),
    },
  ),
  ...faults(
    {
      'update-student-details.cohort-ids!as-created': 'updateStudentDetails',
      'update-user-name.cohort-ids!as-created': 'updateUserName',
      'update-user-password.cohort-ids!as-created': 'updateUserPassword',
      'update-user-primary-email.cohort-ids!as-created': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer is made from a fresh object, which is in nothing yet.',
      deep: true,
      with: otherUser((user) => ({ ...user, cohortIds: [] })),
    },
  ),
];

/** Changes the user of a successful answer. */
function otherUser(change: (user: Json) => Json): Break {
  return answerBody((body) => ({ ...body, user: change(body['user'] as Json) }));
}
