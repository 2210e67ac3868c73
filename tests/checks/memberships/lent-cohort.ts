import { type Check, checks } from '../../../harness/judging/check.ts';
import { judgeTestsOfLent, unlessCohortLent } from '../../target/lent/cohort.ts';

/**
 * A lent cohort has what no creation gives: a history, and tests whose states are not the one in which an assignment
 * begins. What a list of tests that is written anew has lost is seen on such a cohort alone.
 */
export const lentCohortChecks: readonly Check[] = checks(
  ['add-cohort-tests.keeps-the-rest/lent-cohort', 'remove-cohort-tests.keeps-the-rest/lent-cohort'],
  {
    access: 'write',
    cost: 'high',
    unless: unlessCohortLent,
    sends:
      'an assignment of a test to a lent cohort without it, and the removal; reads of the cohort before and after',
    accepts: 'its name, description and year, and its other tests with the states that they had',
    run: judgeTestsOfLent,
  },
);
