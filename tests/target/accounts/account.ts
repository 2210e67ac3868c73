import type { Prerequisite } from '../../../harness/judging/check.ts';
import { type Kind, prerequisiteOf } from '../reuse/resources.ts';

/** One operation on an account that exists: whose it is, and which gap keeps its request open. */
export interface Account {
  readonly op: string;
  /** What the ids of its clauses begin with. */
  readonly clauses: string;
  readonly gap: string;
  /** Whose account it changes; operations on users are tried with a student. */
  readonly kind: Extract<Kind, 'student' | 'teacher'>;
  /** Whether the interface shows the answer: 200 with the user. */
  readonly answers: boolean;
}

/** The two operations that make an account. */
export const creations = [
  { op: 'createStudent', clauses: 'create-student', kind: 'student', gap: 'create-student.body' },
  { op: 'createTeacher', clauses: 'create-teacher', kind: 'teacher', gap: 'create-teacher.body' },
] as const;

/** The twelve operations on an account that exists (chapter Endpoints, operations that are only named). */
export const accounts: readonly Account[] = [
  unshown('addStudentClasses'),
  unshown('removeStudentClasses'),
  unshown('addStudentCohorts'),
  shown('updateStudentDetails'),
  unshown('addTeacherClasses', 'teacher'),
  unshown('removeTeacherClasses', 'teacher'),
  shown('updateUserName'),
  shown('updateUserPassword'),
  shown('updateUserPrimaryEmail'),
  unshown('setUserExternalId'),
  unshown('enableUser'),
  unshown('disableUser'),
];

/** The operations whose answer is shown: 200 with the user. */
export const answering = accounts.filter(({ answers }) => answers);

/** The operation of that id. @throws Error for an id that is not one of the twelve */
export function accountOf(op: string): Account {
  const account = accounts.find((one) => one.op === op);
  if (!account) throw new Error(`${op} is no operation on an account that exists`);
  return account;
}

/** What has to be filled, or lent, before there is an account of this kind to change. */
export function making(kind: Account['kind']): Prerequisite {
  return prerequisiteOf(kind);
}

function shown(op: string): Account {
  const clauses = kebab(op);
  return { op, clauses, gap: `${clauses}.body`, kind: 'student', answers: true };
}

function unshown(op: string, kind: Account['kind'] = 'student'): Account {
  const clauses = kebab(op);
  return { op, clauses, gap: `${clauses}.request`, kind, answers: false };
}

function kebab(op: string): string {
  return op.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
