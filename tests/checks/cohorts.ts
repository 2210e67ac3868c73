import type { Check } from '../../harness/judging/check.ts';
import { cohortGroup } from '../target/groups/group.ts';
import { cohortMemberships } from '../target/members/membership.ts';
import { cohortTestChecks } from './groups/cohort-tests.ts';
import { createChecks } from './groups/create.ts';
import { getChecks } from './groups/get.ts';
import { listChecks } from './groups/list.ts';
import { oneWinnerChecks } from './groups/one-winner.ts';
import { readBackChecks } from './groups/read-back.ts';
import { searchChecks } from './groups/search.ts';
import { yearFilterChecks } from './groups/year-filter.ts';
import { effectChecks } from './memberships/effect.ts';
import { openChecks } from './memberships/open.ts';
import { sequenceChecks } from './memberships/sequence.ts';
import { statusChecks } from './memberships/status.ts';

/** Chapter Cohorts and tests: the same for cohorts, and the tests that stand in them. */
export const cohorts = [
  ...listChecks(cohortGroup),
  ...searchChecks(cohortGroup),
  ...yearFilterChecks(cohortGroup),
  ...createChecks(cohortGroup),
  ...readBackChecks(cohortGroup),
  ...oneWinnerChecks(cohortGroup),
  ...getChecks(cohortGroup),
  ...cohortTestChecks,
  ...cohortMemberships.flatMap(statusChecks),
  ...cohortMemberships.flatMap(effectChecks),
  ...cohortMemberships.flatMap(openChecks),
  ...sequenceChecks(cohortMemberships),
] satisfies readonly Check[];
