import { type Fault, faults } from '../kit/fault.ts';
import { also, isBeside, isNamed, leaving, renaming } from '../kit/side-effects.ts';

/** Faults of assignments and removals that reach further than the one membership. */
export const rest: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.keeps-the-rest': 'addClassStudents',
      'remove-class-students.keeps-the-rest': 'removeClassStudents',
      'add-class-teachers.keeps-the-rest': 'addClassTeachers',
      'remove-class-teachers.keeps-the-rest': 'removeClassTeachers',
      'add-cohort-students.keeps-the-rest': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest': 'removeCohortStudents',
    },
    {
      story: 'Whoever is moved is written anew from the roster, whose names are old.',
      with: also(isNamed, renaming),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest!cohorts': 'addClassStudents',
      'remove-class-students.keeps-the-rest!cohorts': 'removeClassStudents',
    },
    {
      story: 'Cohorts belong to a class, and whoever moves leaves them.',
      deep: true,
      with: also(isNamed, leaving('cohortIds')),
    },
  ),
  ...faults(
    {
      'add-cohort-students.keeps-the-rest!classes': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest!classes': 'removeCohortStudents',
    },
    {
      story: 'Classes and cohorts stand in one table of memberships, which is cleared for the user.',
      deep: true,
      with: also(isNamed, leaving('classIds')),
    },
  ),
  ...faults(
    {
      'add-cohort-tests.keeps-the-rest': 'addCohortTests',
      'remove-cohort-tests.keeps-the-rest': 'removeCohortTests',
    },
    {
      story: 'A cohort is written anew with its tests, and its students are not copied.',
      with: also(isBeside, leaving('cohortIds')),
    },
  ),
  ...faults(
    {
      'add-class-students.keeps-the-rest!neighbours': 'addClassStudents',
      'remove-class-students.keeps-the-rest!neighbours': 'removeClassStudents',
      'add-class-teachers.keeps-the-rest!neighbours': 'addClassTeachers',
      'remove-class-teachers.keeps-the-rest!neighbours': 'removeClassTeachers',
      'add-cohort-students.keeps-the-rest!neighbours': 'addCohortStudents',
      'remove-cohort-students.keeps-the-rest!neighbours': 'removeCohortStudents',
      'add-cohort-tests.keeps-the-rest!neighbours': 'addCohortTests',
      'remove-cohort-tests.keeps-the-rest!neighbours': 'removeCohortTests',
    },
    {
      story: 'All who are there already are read, numbered and saved with a stale name.',
      deep: true,
      with: also(isBeside, renaming),
    },
  ),
];
