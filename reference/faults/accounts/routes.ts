import { accountChanges, type OperationId } from '../kit/routes.ts';

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
  ...accountChanges,
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
