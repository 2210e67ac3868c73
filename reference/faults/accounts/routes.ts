import type { OperationId } from '../routes.ts';

/** The two operations that make an account. */
export const creations = ['createStudent', 'createTeacher'] as const satisfies readonly OperationId[];

/** The four changes that are answered with the user. */
export const answering = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
] as const satisfies readonly OperationId[];

/** The operations that change the classes or cohorts of one user. */
export const memberships = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
] as const satisfies readonly OperationId[];

/** The twelve operations on an account that exists. */
export const onAccounts: readonly OperationId[] = [
  ...memberships,
  ...answering,
  'setUserExternalId',
  'enableUser',
  'disableUser',
];

/** What the ids of the clauses of an operation begin with. */
export function clausesOf(op: OperationId): string {
  return op.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The id of the user in the path of a request. */
export function userIdIn(request: Request): string {
  return /\/(?:students|teachers|users)\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1] ?? '';
}
