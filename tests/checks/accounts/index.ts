import type { Check } from '../../../harness/judging/check.ts';
import { checksOn } from '../../../harness/judging/checks-on.ts';
import { whileYearStays } from '../../target/groups/while-year-stays.ts';
import { afterAnotherChecks } from './after-another.ts';
import { amongAllChecks } from './among-all.ts';
import { answerChecks } from './answers.ts';
import { atOnceChecks, matchingAnswerChecks } from './at-once.ts';
import { carriedChecks } from './carried.ts';
import { caseTwinChecks } from './case-twins.ts';
import { changeChecks, fullNameChecks } from './changes.ts';
import { creationChecks } from './creations.ts';
import { crowdChecks } from './crowd.ts';
import { everyFilterChecks } from './every-filter.ts';
import { firstChangeChecks } from './first-changes.ts';
import { groupsWhileDisabledChecks } from './groups-while-disabled.ts';
import { sequenceChecks } from './in-sequence.ts';
import { keepsTheRestChecks } from './keeps-the-rest.ts';
import { keptChecks } from './kept.ts';
import { kindsInTurnChecks } from './kinds-in-turn.ts';
import { lentPersonChecks } from './lent-person.ts';
import { manyGroupsChecks } from './many-groups.ts';
import { membershipChecks } from './memberships.ts';
import { momentChecks } from './moments.ts';
import { movingChecks } from './moving.ts';
import { nearDuplicateChecks } from './near-duplicates.ts';
import { newIdChecks } from './new-ids.ts';
import { offered } from './offered.ts';
import { otherYearChecks } from './other-year.ts';
import { partialChecks } from './partial.ts';
import { refusalChecks } from './refusals.ts';
import { refusedForEachChecks } from './refused-for-each.ts';
import { refusedMomentChecks } from './refused-moment.ts';
import { refusedWholeChecks } from './refused-whole.ts';
import { repeatedChecks } from './repeated.ts';
import { routeChecks } from './routes-in-sequence.ts';
import { signs } from './signs.ts';
import { stateStaysChecks } from './state-stays.ts';
import { stateChecks } from './states.ts';
import { togetherChecks } from './together.ts';
import { bothWithoutChecks, twoAlikeChecks } from './two-alike.ts';
import { twoInTurnChecks } from './two-in-turn.ts';
import { whileDisabledChecks } from './while-disabled.ts';

/** Chapter Users, as far as it is about single accounts. */
export const accounts: readonly Check[] = [
  ...offered,
  ...byOperation(['createStudent', 'createTeacher'], [...creationChecks, ...keptChecks, ...crowdChecks]),
  ...newIdChecks,
  ...afterAnotherChecks,
  ...byOperation(
    ['updateStudentDetails', 'updateUserName', 'updateUserPassword', 'updateUserPrimaryEmail'],
    [...answerChecks, ...matchingAnswerChecks],
  ),
  ...refusalChecks,
  ...changeChecks,
  ...fullNameChecks,
  ...everyFilterChecks,
  ...whileYearStays(membershipChecks),
  ...carriedChecks,
  ...movingChecks,
  ...momentChecks,
  ...refusedMomentChecks,
  ...firstChangeChecks,
  ...whileYearStays(keepsTheRestChecks),
  ...whileYearStays(manyGroupsChecks),
  ...whileYearStays(otherYearChecks),
  ...partialChecks,
  ...refusedWholeChecks,
  ...refusedForEachChecks,
  ...nearDuplicateChecks,
  ...togetherChecks,
  ...twoAlikeChecks,
  ...bothWithoutChecks,
  ...twoInTurnChecks,
  ...caseTwinChecks,
  ...repeatedChecks,
  ...signs,
  ...whileDisabledChecks,
  ...whileYearStays(groupsWhileDisabledChecks),
  ...kindsInTurnChecks,
  ...whileYearStays(sequenceChecks),
  ...whileYearStays(routeChecks),
  ...whileYearStays(amongAllChecks),
  ...whileYearStays(lentPersonChecks),
  ...atOnceChecks,
];

/** Chapter States and transitions, as far as it is about users. */
export const userStates: readonly Check[] = byOperation(
  ['enableUser', 'disableUser'],
  [...stateChecks, ...stateStaysChecks],
);

/** Checks that are written kind by kind, operation by operation. */
function byOperation(operations: readonly string[], checks: readonly Check[]): readonly Check[] {
  return operations.flatMap((op) => checksOn([op], checks));
}
