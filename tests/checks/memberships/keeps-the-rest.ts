import { type Check, checks } from '../../../harness/judging/check.ts';
import { judgeKeepsRest } from '../../target/members/keeps-the-rest.ts';
import { memberships } from '../../target/members/membership.ts';

/** The users of both kinds, classes and cohorts that are looked at. */
const needs = () => [...new Set(memberships.flatMap((membership) => membership.needs))];

/** An assignment or a removal is about one membership, and changes nothing else. */
export const keepsTheRestChecks: readonly Check[] = checks(
  {
    addClassStudents: 'add-class-students.keeps-the-rest',
    removeClassStudents: 'remove-class-students.keeps-the-rest',
    addClassTeachers: 'add-class-teachers.keeps-the-rest',
    removeClassTeachers: 'remove-class-teachers.keeps-the-rest',
    addCohortStudents: 'add-cohort-students.keeps-the-rest',
    removeCohortStudents: 'remove-cohort-students.keeps-the-rest',
    addCohortTests: 'add-cohort-tests.keeps-the-rest',
    removeCohortTests: 'remove-cohort-tests.keeps-the-rest',
  },
  {
    access: 'write',
    cost: 'high',
    needs,
    sends: 'a change of one member, and reads of users, classes and cohorts before and after',
    accepts: 'all of them as they were but for the one membership, and `updatedAt`',
    run: judgeKeepsRest,
  },
);
