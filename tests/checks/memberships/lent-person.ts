import { type Check, checks } from '../../../harness/judging/check.ts';
import { judgeMembershipOfLent } from '../../target/lent/membership.ts';
import { unlessLent } from '../../target/lent/people.ts';
import { changeOf } from '../../target/members/membership.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

const law = {
  access: 'write',
  cost: 'high',
  needs: (op) => [prerequisiteOf(changeOf(op).membership.group.kind)],
  sends:
    'an assignment to a class or cohort of the run, and the removal; reads of lent people, of their sessions in every list, and of whom role and username find, before and after',
  accepts: 'all of them as they were but for the one membership, and `updatedAt`',
  run: judgeMembershipOfLent,
} as const satisfies Parameters<typeof checks>[1];

/** Who is lent has what no creation gives: what an assignment cuts off from it is seen on such people alone. */
export const lentPersonChecks: readonly Check[] = [
  ...checks(
    [
      'add-class-students.keeps-the-rest/lent-person',
      'remove-class-students.keeps-the-rest/lent-person',
      'add-cohort-students.keeps-the-rest/lent-person',
      'remove-cohort-students.keeps-the-rest/lent-person',
    ],
    { ...law, unless: unlessLent('student') },
  ),

  ...checks(
    ['add-class-teachers.keeps-the-rest/lent-person', 'remove-class-teachers.keeps-the-rest/lent-person'],
    { ...law, unless: unlessLent('teacher') },
  ),
];
