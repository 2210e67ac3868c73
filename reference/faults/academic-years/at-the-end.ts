import { afterWrites, readAgain } from '../kit/after-writes.ts';
import { type Fault, fault } from '../kit/fault.ts';

/** Faults of the list of years that only show once something has been written. */
export const yearsAtTheEnd: readonly Fault[] = [
  fault('get-academic-year.same-as-list/at-the-end', {
    on: ['getAcademicYear'],
    touches: ['createClass', 'listAcademicYears'],
    story: 'A creation takes the year of the class with `pop()` from the years that are kept in memory.',
    with: afterWrites(['createClass'], (page, written) => {
      if (written.length > 0) page.data = page.data.slice(0, -1);
    }),
  }),
  fault('get-academic-year.same-as-list/at-the-end!label', {
    on: ['getAcademicYear'],
    touches: ['createCohort', 'listAcademicYears'],
    story:
      'The number of its cohorts is added to the name of the first year in the list, once it has several.',
    deep: true,
    with: afterWrites(['createCohort'], ({ data: [first] }, written) => {
      if (first && written.length > 1) first['name'] = `${first['name']} (${written.length})`;
    }),
  }),
  fault('get-academic-year.same-as-list/at-the-end!popped', {
    on: ['getAcademicYear'],
    touches: ['listAcademicYears'],
    story: 'The newest year is taken with `pop()` for a heading, from the list that is kept.',
    deep: true,
    with: readAgain((page) => {
      page.data = page.data.slice(0, -1);
    }),
  }),
];
