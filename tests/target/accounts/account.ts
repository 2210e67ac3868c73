import type { Prerequisite } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { prerequisiteOf } from '../reuse/resources.ts';

/** One operation on an account that exists. */
export interface Account {
  readonly op: string;
  /** What keeps its request open until a profile fills it. */
  readonly gap: string;
  /** Whose account it changes. An operation on any user is tried with a student. */
  readonly kind: 'student' | 'teacher';
  /** Whether the interface shows the answer, which is 200 with the user. */
  readonly answers: boolean;
}

/** The twelve operations on an account that exists (chapter Endpoints, operations that are only named). */
export const accounts: readonly Account[] = [
  { op: 'addStudentClasses', gap: 'add-student-classes.request', kind: 'student', answers: false },
  { op: 'removeStudentClasses', gap: 'remove-student-classes.request', kind: 'student', answers: false },
  { op: 'addStudentCohorts', gap: 'add-student-cohorts.request', kind: 'student', answers: false },
  { op: 'updateStudentDetails', gap: 'update-student-details.body', kind: 'student', answers: true },
  { op: 'addTeacherClasses', gap: 'add-teacher-classes.request', kind: 'teacher', answers: false },
  { op: 'removeTeacherClasses', gap: 'remove-teacher-classes.request', kind: 'teacher', answers: false },
  { op: 'updateUserName', gap: 'update-user-name.body', kind: 'student', answers: true },
  { op: 'updateUserPassword', gap: 'update-user-password.body', kind: 'student', answers: true },
  { op: 'updateUserPrimaryEmail', gap: 'update-user-primary-email.body', kind: 'student', answers: true },
  { op: 'setUserExternalId', gap: 'set-user-external-id.request', kind: 'student', answers: false },
  { op: 'enableUser', gap: 'enable-user.request', kind: 'student', answers: false },
  { op: 'disableUser', gap: 'disable-user.request', kind: 'student', answers: false },
];

/** What the table says of an operation. @throws Error for an id that is not one of the twelve */
export function accountOf(op: string): Account {
  const account = accounts.find((one) => one.op === op);
  if (!account) throw new Error(`${op} is no operation on an account that exists`);
  return account;
}

/** What has to be filled, or lent, before there is an account that an operation can change. */
export function needsAccount(op: Operation): readonly Prerequisite[] {
  return [prerequisiteOf(accountOf(op.id).kind)];
}
