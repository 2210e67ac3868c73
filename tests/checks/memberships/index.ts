import type { Check } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { classGroup, cohortGroup, type Group } from '../../target/groups/group.ts';
import { memberships } from '../../target/members/membership.ts';
import { anyCaseChecks } from './any-case.ts';
import { assignedTestChecks } from './assigned-tests.ts';
import { concurrentChecks } from './concurrent.ts';
import { disabledChecks } from './disabled.ts';
import { effectChecks } from './effect.ts';
import { inSearchChecks } from './in-search.ts';
import { keepsTheRestChecks } from './keeps-the-rest.ts';
import { lentCohortChecks } from './lent-cohort.ts';
import { lentPersonChecks } from './lent-person.ts';
import { longListChecks, manyChecks } from './long-lists.ts';
import { nobodyChecks } from './nobody.ts';
import { openChecks } from './open.ts';
import { otherKindChecks } from './other-kind.ts';
import { otherYearChecks } from './other-year.ts';
import { overAHundredChecks } from './over-a-hundred.ts';
import { partialChecks } from './partial.ts';
import { refusalChecks } from './refusals.ts';
import { sequenceChecks } from './sequence.ts';
import { statusChecks } from './status.ts';

/** Chapter Classes: who is in a class. */
export const classMemberships = membershipsOf(classGroup);

/** Chapter Cohorts and tests: who and what is in a cohort. */
export const cohortMemberships = membershipsOf(cohortGroup);

/** The checks on the members of one kind of group: some operation by operation, the others by kind of member. */
function membershipsOf(group: Group): readonly Check[] {
  const pairs = memberships
    .filter((membership) => membership.group === group)
    .map(({ onGroup }) => [onGroup.assign, onGroup.remove]);
  const byOperation = (checks: readonly Check[]) => pairs.flat().flatMap((op) => checksOn([op], checks));
  const byMember = (checks: readonly Check[]) => pairs.flatMap((pair) => checksOn(pair, checks));
  return [
    ...byOperation([...statusChecks, ...refusalChecks, ...otherKindChecks, ...otherYearChecks]),
    ...byMember([...effectChecks, ...disabledChecks, ...inSearchChecks, ...concurrentChecks]),
    ...byOperation([...manyChecks, ...partialChecks]),
    ...byOperation([...longListChecks, ...overAHundredChecks]),
    ...byOperation([...nobodyChecks, ...anyCaseChecks]),
    ...byMember([...openChecks, ...assignedTestChecks]),
    ...byMember([...keepsTheRestChecks, ...lentPersonChecks, ...lentCohortChecks]),
    ...byMember(sequenceChecks),
  ];
}
