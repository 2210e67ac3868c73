import { type Check, check } from '../../../harness/judging/check.ts';
import { judgeWholeAtOnce } from '../../target/whole-at-once.ts';

/** Requests for the list of years at the same time. */
export const atOnce: readonly Check[] = [
  check('list-academic-years.body/at-once', {
    sends: 'the list of years three times at once',
    accepts: 'in each answer all years that were there before and still are',
    run: (context) => judgeWholeAtOnce(context, 'academicYearId'),
  }),
];
