import { type Check, check } from '../../../harness/judging/check.ts';
import { newId } from '../../target/new-id.ts';

/** A new account has an identifier that nobody had before. */
export const newIdChecks: readonly Check[] = [
  check('user.id-unique/new', { ...newId, on: ['createStudent', 'createTeacher'] }),
];
