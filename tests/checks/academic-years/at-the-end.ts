import { type Check, check } from '../../../harness/judging/check.ts';
import { judgeEntries } from '../../target/at-the-end/entries.ts';
import { fromStandard } from '../../target/effort.ts';

/** The academic years once everything has been asked for and written: the interface changes none. */
export const yearsAtTheEnd: readonly Check[] = [
  check('get-academic-year.same-as-list/at-the-end', {
    afterWrites: true,
    unless: fromStandard,
    sends:
      'the list of years after all other rows, a read by the id of each that is otherwise in it, and of the current one where one is missing',
    accepts: 'a list as it was when the run first read it, or as these reads show it now',
    run: (context) =>
      judgeEntries(context, {
        list: 'listAcademicYears',
        get: 'getAcademicYear',
        id: 'academicYearId',
        wrapper: 'academicYear',
        fields: ['name', 'startDate', 'endDate'],
        // Which year is current says the target itself; any other may be put away.
        witness: () => ['getCurrentAcademicYear', {}],
      }),
  }),
];
