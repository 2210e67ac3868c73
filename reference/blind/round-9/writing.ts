import type { BlindFault } from '../kit.ts';
import { creatingClasses } from './writing-classes.ts';
import { cohortMembers, creatingCohorts } from './writing-cohorts.ts';
import { crossing } from './writing-crossing.ts';
import { classMembers } from './writing-members.ts';
import { students } from './writing-students.ts';
import { teachers } from './writing-teachers.ts';
import { users } from './writing-users.ts';

/** The half of the round that writes. */
export const writing: readonly BlindFault[] = [
  ...creatingClasses,
  ...creatingCohorts,
  ...cohortMembers,
  ...classMembers,
  ...students,
  ...teachers,
  ...users,
  ...crossing,
];
