import type { Operation } from '../../../spec/contract.ts';

/** What is said of the groups of a user, where there are any. */
const ofGroups = ['user.class-ids', 'user.class-ids-once', 'user.cohort-ids', 'user.cohort-ids-once'];

/** What a user in an answer that only a profile shows may lack: the interface promises no field there. */
const notPromised = [
  ...ofGroups,
  'user.upn',
  'user.external-id',
  'user.emails',
  'user.gender',
  'user.date-of-birth',
];

/**
 * The clauses of fields that the answers of an operation never have, or not for what this run created: something new has
 * no members and is in no group, and accounts are created without a pupil number.
 */
const absent: Readonly<Record<string, readonly string[]>> = {
  createCohort: [
    'cohort.tests',
    'cohort-test.test-id',
    'cohort-test.test-version-id',
    'cohort-test.name',
    'cohort-test.subject',
    'cohort-test.activation-status',
  ],
  createStudent: [...ofGroups, 'user.upn'],
  createTeacher: [...ofGroups, 'user.upn'],
  updateStudentDetails: ['user.upn'],
  updateUserName: ['user.upn'],
  updateUserPassword: ['user.upn'],
  updateUserPrimaryEmail: ['user.upn'],
  listInProgressSessions: ['session.end-date', 'result.calculated-date', 'result.level', 'result.duration'],
};

/** Whether the answers of an operation may all lack the field that a clause is about. */
export function mayBeAbsent(op: Operation, clause: string): boolean {
  return (isUnshown(op) ? notPromised : (absent[op.id] ?? [])).includes(clause);
}

/** A clause that every answer with a body shows: that of the answer as a whole, or that of a user in it. */
export function alwaysPresent(op: Operation): string {
  return isUnshown(op) ? 'user.user-id' : (op.answerClause ?? '');
}

/** Whether only a profile can say that the answer to a change holds the user. */
function isUnshown({ writes, answerGap }: Operation): boolean {
  return writes && answerGap !== undefined;
}
