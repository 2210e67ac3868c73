import { refusal } from '../kit/breaks.ts';
import { type Fault, faults, faultsFrom } from '../kit/fault.ts';
import { inAnotherYear, inAnotherYearOnceRead } from '../kit/other-year.ts';

/** Faults of changes in classes and cohorts of other academic years. */
export const otherYear: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.success/in-another-year!scoped': 'addClassStudents',
      'remove-class-students.success/in-another-year!scoped': 'removeClassStudents',
      'add-class-teachers.success/in-another-year!scoped': 'addClassTeachers',
      'remove-class-teachers.success/in-another-year!scoped': 'removeClassTeachers',
      'add-cohort-students.success/in-another-year!scoped': 'addCohortStudents',
      'remove-cohort-students.success/in-another-year!scoped': 'removeCohortStudents',
      'add-cohort-tests.success/in-another-year!scoped': 'addCohortTests',
      'remove-cohort-tests.success/in-another-year!scoped': 'removeCohortTests',
    },
    {
      story: 'A default scope of the model adds the current year to every look-up but that of the read.',
      with: inAnotherYear(notFound),
    },
  ),
  ...faultsFrom(
    {
      'add-class-students.success/in-another-year!once-read': ['addClassStudents', 'getClass'],
      'remove-class-students.success/in-another-year!once-read': ['removeClassStudents', 'getClass'],
      'add-class-teachers.success/in-another-year!once-read': ['addClassTeachers', 'getClass'],
      'remove-class-teachers.success/in-another-year!once-read': ['removeClassTeachers', 'getClass'],
      'add-cohort-students.success/in-another-year!once-read': ['addCohortStudents', 'getCohort'],
      'remove-cohort-students.success/in-another-year!once-read': ['removeCohortStudents', 'getCohort'],
      'add-cohort-tests.success/in-another-year!once-read': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.success/in-another-year!once-read': ['removeCohortTests', 'getCohort'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [op, get],
      story: 'What was read is looked up in the cache, where the key of a change has the current year in it.',
      deep: true,
      with: inAnotherYearOnceRead(notFound),
    }),
  ),
  ...faults(
    {
      'add-class-students.effect/in-another-year': 'addClassStudents',
      'remove-class-students.effect/in-another-year': 'removeClassStudents',
      'add-class-teachers.effect/in-another-year': 'addClassTeachers',
      'remove-class-teachers.effect/in-another-year': 'removeClassTeachers',
      'add-cohort-students.effect/in-another-year': 'addCohortStudents',
      'remove-cohort-students.effect/in-another-year': 'removeCohortStudents',
      'add-cohort-tests.effect/in-another-year': 'addCohortTests',
      'remove-cohort-tests.effect/in-another-year': 'removeCohortTests',
    },
    {
      story:
        'The job that writes rosters leaves those of closed years alone, and the handler has answered by then.',
      with: inAnotherYear(done),
    },
  ),
  ...faultsFrom(
    {
      'add-class-students.effect/in-another-year!once-read': ['addClassStudents', 'getClass'],
      'remove-class-students.effect/in-another-year!once-read': ['removeClassStudents', 'getClass'],
      'add-class-teachers.effect/in-another-year!once-read': ['addClassTeachers', 'getClass'],
      'remove-class-teachers.effect/in-another-year!once-read': ['removeClassTeachers', 'getClass'],
      'add-cohort-students.effect/in-another-year!once-read': ['addCohortStudents', 'getCohort'],
      'remove-cohort-students.effect/in-another-year!once-read': ['removeCohortStudents', 'getCohort'],
      'add-cohort-tests.effect/in-another-year!once-read': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.effect/in-another-year!once-read': ['removeCohortTests', 'getCohort'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [op, get],
      story:
        'What was read is an archived copy where the year is not the current one, and the copy is changed.',
      deep: true,
      with: inAnotherYearOnceRead(done),
    }),
  ),
];

function notFound(): Response {
  return refusal(404, 'It does not exist.');
}

function done(): Response {
  return new Response(null, { status: 204 });
}
