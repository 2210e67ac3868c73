import type { Check } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { inOneYear } from '../../target/groups/as-known.ts';
import { classGroup, cohortGroup, type Group } from '../../target/groups/group.ts';
import { asAnsweredChecks } from './as-answered.ts';
import { atOnceChecks, oneWinnerChecks } from './at-once.ts';
import { cohortTestChecks } from './cohort-tests.ts';
import { createChecks } from './create.ts';
import { createRefusedChecks } from './create-refused.ts';
import { currentYearChecks } from './current-year.ts';
import { getChecks } from './get.ts';
import { heldToReadsChecks } from './held-to-reads.ts';
import { inARowChecks } from './in-a-row.ts';
import { keptChecks } from './kept.ts';
import { listChecks } from './list.ts';
import { nearIdChecks } from './near-ids.ts';
import { nearNameChecks } from './near-names.ts';
import { newIdChecks } from './new-ids.ts';
import { nothingLeftChecks } from './nothing-left.ts';
import { otherNameChecks } from './other-names.ts';
import { ownNameChecks } from './own-names.ts';
import { countedChecks, readBackChecks } from './read-back.ts';
import { searchChecks } from './search.ts';
import { yearFilterChecks } from './year-filter.ts';

const groups: readonly Check[] = [
  ...listChecks,
  ...searchChecks,
  ...otherNameChecks,
  ...nearNameChecks,
  ...yearFilterChecks,
  ...currentYearChecks,
  ...asAnsweredChecks,
  ...ownNameChecks,
  // What is created without a year is of the current one, and what is a conflict may depend on the year.
  ...inOneYear([
    ...createChecks,
    ...createRefusedChecks,
    ...newIdChecks,
    ...readBackChecks,
    ...keptChecks,
    ...inARowChecks,
    ...countedChecks,
    ...nothingLeftChecks,
  ]),
  ...oneWinnerChecks,
  ...atOnceChecks,
  ...getChecks,
  ...nearIdChecks,
  ...heldToReadsChecks,
  ...cohortTestChecks,
];

/** Chapter Classes: the list, its filters, creation and single classes. */
export const classes = about(classGroup);

/** Chapter Cohorts and tests: the same for cohorts, and the tests that cohorts have. */
export const cohorts = about(cohortGroup);

function about({ list, create, get }: Group): readonly Check[] {
  return checksOn([list, create, get], groups);
}
