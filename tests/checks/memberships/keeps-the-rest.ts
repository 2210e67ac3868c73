import { type Check, checks } from '../../../harness/judging/check.ts';
import { judgeKeepsRest } from '../../target/members/keeps-the-rest.ts';
import { memberships } from '../../target/members/membership.ts';

/** The users of both kinds, classes and cohorts that are looked at. */
const needs = () => [...new Set(memberships.flatMap((membership) => membership.needs))];

/** An assignment or a removal is about one membership, and changes nothing else. */
export const keepsTheRestChecks: readonly Check[] = checks(
  [
    'add-class-students.keeps-the-rest',
    'remove-class-students.keeps-the-rest',
    'add-class-teachers.keeps-the-rest',
    'remove-class-teachers.keeps-the-rest',
    'add-cohort-students.keeps-the-rest',
    'remove-cohort-students.keeps-the-rest',
    'add-cohort-tests.keeps-the-rest',
    'remove-cohort-tests.keeps-the-rest',
  ],
  {
    access: 'write',
    cost: 'high',
    needs,
    accepts: 'all of them as they were but for the one membership, and `updatedAt`',
    run: judgeKeepsRest,
  },
);
