import { type Check, check } from '../../../harness/judging/check.ts';
import { newId } from '../../target/new-id.ts';

/** A new class or cohort has an identifier that nothing had before. */
export const newIdChecks: readonly Check[] = [
  check('class.id-unique/new', { ...newId, on: ['createClass'] }),
  check('cohort.id-unique/new', { ...newId, on: ['createCohort'] }),
];
