import type { Check } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { classGroup, cohortGroup, type Group } from '../../target/groups/group.ts';
import { asAnsweredChecks } from './as-answered.ts';
import { atOnceChecks } from './at-once.ts';
import { cohortTestChecks } from './cohort-tests.ts';
import { countedChecks } from './counted.ts';
import { createChecks } from './create.ts';
import { createRefusedChecks } from './create-refused.ts';
import { currentBesideSearchChecks } from './current-beside-search.ts';
import { getChecks } from './get.ts';
import { keptChecks } from './kept.ts';
import { listChecks } from './list.ts';
import { nothingLeftChecks } from './nothing-left.ts';
import { oneWinnerChecks } from './one-winner.ts';
import { otherNameChecks } from './other-names.ts';
import { readBackChecks } from './read-back.ts';
import { searchChecks } from './search.ts';
import { yearFilterChecks } from './year-filter.ts';

const groups: readonly Check[] = [
  ...listChecks,
  ...searchChecks,
  ...otherNameChecks,
  ...yearFilterChecks,
  ...currentBesideSearchChecks,
  ...asAnsweredChecks,
  ...createChecks,
  ...createRefusedChecks,
  ...readBackChecks,
  ...keptChecks,
  ...countedChecks,
  ...nothingLeftChecks,
  ...oneWinnerChecks,
  ...atOnceChecks,
  ...getChecks,
  ...cohortTestChecks,
];

/** Chapter Classes: the list, its filters, creation and single classes. */
export const classes = about(classGroup);

/** Chapter Cohorts and tests: the same for cohorts, and the tests that cohorts have. */
export const cohorts = about(cohortGroup);

function about({ list, create, get }: Group): readonly Check[] {
  return checksOn([list, create, get], groups);
}
