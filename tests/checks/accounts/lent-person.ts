import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { accountOf } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { groupsOfDisabled, unlessDisablingTakesOut } from '../../target/accounts/groups-kept.ts';
import { judgeChangeOfLent } from '../../target/lent/change.ts';
import { judgeMembershipOfLent } from '../../target/lent/membership.ts';
import { unlessLent } from '../../target/lent/people.ts';
import { judgeSwitchOfLent } from '../../target/lent/switch.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';

const around =
  'reads of lent people, of their sessions in every list, and of whom role and username find, before and after';
const accepts = 'all of them as they were (`updatedAt` and what may follow from the change aside)';

/** Either row sends both operations. */
const inAndOut = (...ops: readonly string[]) => ops.map((op) => accountOf(op).gap);

/**
 * Changes of people whom the profile lends. No creation gives two roles, sessions, several addresses or a UPN that is
 * in the register, so that only such people show what a change cuts off.
 */
export const lentPersonChecks: readonly Check[] = [
  check('update-user-name.effect/lent-person', {
    access: 'write',
    cost: 'high',
    unless: unlessLent('student', 'teacher'),
    sends: `a new name, and the old one again; ${around}`,
    accepts,
    run: (context) => judgeChangeOfLent(context, changes.name, 'student', 'teacher'),
  }),

  check('update-user-primary-email.effect/lent-person', {
    access: 'write',
    cost: 'high',
    unless: unlessLent('student', 'teacher'),
    sends: `a new primary address, and the old one again; ${around}`,
    accepts: `${accepts}, and all addresses but one`,
    run: (context) => judgeChangeOfLent(context, changes.primaryEmail, 'student', 'teacher'),
  }),

  check('set-user-external-id.effect/lent-person', {
    access: 'write',
    cost: 'high',
    unless: unlessLent('student', 'teacher'),
    sends: `a new external identifier, and the old one again; ${around}`,
    accepts,
    run: (context) => judgeChangeOfLent(context, changes.externalId, 'student', 'teacher'),
  }),

  check('update-student-details.date-of-birth/lent-person', {
    access: 'write',
    cost: 'high',
    unless: unlessLent('student'),
    sends: `a new date of birth, and the old one again; ${around}`,
    accepts,
    run: (context) => judgeChangeOfLent(context, changes.dateOfBirth, 'student'),
  }),

  ...checks(['disable-user.keeps-the-rest/lent-person', 'enable-user.keeps-the-rest/lent-person'], {
    access: 'write',
    cost: 'high',
    unless: unlessDisablingTakesOut(unlessLent('student', 'teacher')),
    // Nobody who is lent is taken out of groups that nobody would bring back.
    needs: () => [...inAndOut('disableUser', 'enableUser'), 'users.enabled-field', groupsOfDisabled],
    sends: `disabling of those who are enabled, a read of them, and enabling; ${around}`,
    accepts: 'less of who is disabled, or nobody, and nothing else than before; once enabled all as it was',
    run: judgeSwitchOfLent,
  }),

  ...checks(
    ['add-student-classes.keeps-the-rest/lent-person', 'remove-student-classes.keeps-the-rest/lent-person'],
    {
      access: 'write',
      cost: 'high',
      unless: unlessLent('student'),
      needs: () => [prerequisiteOf('class'), ...inAndOut('addStudentClasses', 'removeStudentClasses')],
      sends: `an assignment to a class of the run, and the removal; ${around}`,
      accepts,
      run: judgeMembershipOfLent,
    },
  ),

  ...checks(
    ['add-teacher-classes.keeps-the-rest/lent-person', 'remove-teacher-classes.keeps-the-rest/lent-person'],
    {
      access: 'write',
      cost: 'high',
      unless: unlessLent('teacher'),
      needs: () => [prerequisiteOf('class'), ...inAndOut('addTeacherClasses', 'removeTeacherClasses')],
      sends: `an assignment to a class of the run, and the removal; ${around}`,
      accepts,
      run: judgeMembershipOfLent,
    },
  ),

  check('add-student-cohorts.keeps-the-rest/lent-person', {
    access: 'write',
    cost: 'high',
    unless: unlessLent('student'),
    needs: () => [prerequisiteOf('cohort'), ...inAndOut('addStudentCohorts')],
    sends: `an assignment to a cohort of the run, and the removal; ${around}`,
    accepts,
    run: judgeMembershipOfLent,
  }),
];
