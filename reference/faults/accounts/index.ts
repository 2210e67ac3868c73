import type { Fault } from '../kit/fault.ts';
import { afterAnother } from './after-another.ts';
import { amongAll } from './among-all.ts';
import { answers } from './answers.ts';
import { atOnce } from './at-once.ts';
import { atTheEnd } from './at-the-end.ts';
import { beside } from './beside.ts';
import { changing } from './changing.ts';
import { creations } from './creations.ts';
import { crowd } from './crowd.ts';
import { everyFilter } from './every-filter.ts';
import { firstChanges } from './first-changes.ts';
import { fullName } from './full-name.ts';
import { groupsWhileDisabled } from './groups-while-disabled.ts';
import { inVain } from './in-vain.ts';
import { kept } from './kept.ts';
import { kindsInTurn } from './kinds-in-turn.ts';
import { lentPerson } from './lent-person.ts';
import { manyGroups } from './many-groups.ts';
import { memberships } from './memberships.ts';
import { moments } from './moments.ts';
import { moving } from './moving.ts';
import { nearDuplicates } from './near-duplicates.ts';
import { newIds } from './new-ids.ts';
import { nothingElse } from './nothing-else.ts';
import { offered } from './offered.ts';
import { otherYear } from './other-year.ts';
import { partial } from './partial.ts';
import { refusals } from './refusals.ts';
import { refusedBefore } from './refused-before.ts';
import { refusedWhole } from './refused-whole.ts';
import { reopened } from './reopened.ts';
import { rest } from './rest.ts';
import { severalChanges } from './several-changes.ts';
import { states } from './states.ts';
import { together } from './together.ts';
import { twoAlike } from './two-alike.ts';
import { twoInTurn } from './two-in-turn.ts';
import { twoRoutes } from './two-routes.ts';
import { wholeAccount } from './whole-account.ts';

/** Faults of single accounts: how they are created, changed, and enabled or disabled. */
export const accounts: readonly Fault[] = [
  ...offered,
  ...refusals,
  ...answers,
  ...creations,
  ...newIds,
  ...afterAnother,
  ...kept,
  ...crowd,
  ...changing,
  ...fullName,
  ...everyFilter,
  ...moving,
  ...moments,
  ...firstChanges,
  ...nothingElse,
  ...rest,
  ...groupsWhileDisabled,
  ...manyGroups,
  ...otherYear,
  ...partial,
  ...refusedBefore,
  ...refusedWhole,
  ...reopened,
  ...nearDuplicates,
  ...together,
  ...twoAlike,
  ...twoInTurn,
  ...wholeAccount,
  ...kindsInTurn,
  ...memberships,
  ...twoRoutes,
  ...states,
  ...severalChanges,
  ...beside,
  ...atOnce,
  ...inVain,
  ...amongAll,
  ...lentPerson,
  ...atTheEnd,
];
