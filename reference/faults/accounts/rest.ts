import { type Fault, faults } from '../kit/fault.ts';
import { also, isBeside, isNamed, leaving, renaming } from '../kit/side-effects.ts';
import { emptyingExternalId } from './afterwards.ts';

/** Faults of changes that reach further than what they name. */
export const rest: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.keeps-the-rest': 'addStudentClasses',
      'remove-student-classes.keeps-the-rest': 'removeStudentClasses',
      'add-student-cohorts.keeps-the-rest': 'addStudentCohorts',
      'add-teacher-classes.keeps-the-rest': 'addTeacherClasses',
      'remove-teacher-classes.keeps-the-rest': 'removeTeacherClasses',
    },
    {
      story: 'Whoever is moved is written anew from the roster, whose names are old.',
      with: also(isNamed, renaming),
    },
  ),
  ...faults(
    {
      'add-student-classes.keeps-the-rest!cohorts': 'addStudentClasses',
      'remove-student-classes.keeps-the-rest!cohorts': 'removeStudentClasses',
    },
    {
      story: 'The memberships of a user are saved as one document, in which cohorts are left out.',
      deep: true,
      with: also(isNamed, leaving('cohortIds')),
    },
  ),
  ...faults(
    { 'add-student-cohorts.keeps-the-rest!classes': 'addStudentCohorts' },
    {
      story: 'The memberships of a user are saved as one document, in which classes are left out.',
      deep: true,
      with: also(isNamed, leaving('classIds')),
    },
  ),
  ...faults(
    {
      'add-teacher-classes.keeps-the-rest!neighbours': 'addTeacherClasses',
      'remove-teacher-classes.keeps-the-rest!neighbours': 'removeTeacherClasses',
    },
    {
      story: 'All who are in the class already are read, numbered and saved with a stale name.',
      deep: true,
      with: also(isBeside, renaming),
    },
  ),
  ...faults(
    {
      'update-user-password.keeps-the-rest': 'updateUserPassword',
      'enable-user.keeps-the-rest': 'enableUser',
      'disable-user.keeps-the-rest': 'disableUser',
    },
    {
      story: 'The account is taken over from the sign-in service, which knows no external identifiers.',
      with: emptyingExternalId(),
    },
  ),
  ...faults(
    {
      'update-user-password.keeps-the-rest!everybody': 'updateUserPassword',
      'enable-user.keeps-the-rest!everybody': 'enableUser',
      'disable-user.keeps-the-rest!everybody': 'disableUser',
    },
    {
      story: 'The sign-in service is synchronised afterwards, and its names win for all but the account.',
      deep: true,
      with: also((user, named) => !isNamed(user, named), renaming),
    },
  ),
];
