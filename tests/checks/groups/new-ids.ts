import { type Check, checks } from '../../../harness/judging/check.ts';
import { newId } from '../../target/new-id.ts';

/** A new class or cohort has an identifier that nothing had before. */
export const newIdChecks: readonly Check[] = checks(
  { createClass: 'class.id-unique/new', createCohort: 'cohort.id-unique/new' },
  newId,
);
