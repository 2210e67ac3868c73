// All bugs.

import { answerBugs } from './bugs-answers.ts';
import { authBugs } from './bugs-auth.ts';
import { classBugs } from './bugs-classes.ts';
import { cohortBugs } from './bugs-cohorts.ts';
import { creationBugs } from './bugs-creations.ts';
import { errorBugs } from './bugs-errors.ts';
import { groupBugs } from './bugs-groups.ts';
import { memberBugs } from './bugs-members.ts';
import { memberBugs2 } from './bugs-members2.ts';
import { pagingBugs } from './bugs-paging.ts';
import { sessionPagingBugs } from './bugs-paging2.ts';
import { searchPagingBugs } from './bugs-paging3.ts';
import { personBugs } from './bugs-people.ts';
import { searchBugs } from './bugs-search.ts';
import { sessionShapeBugs } from './bugs-session-shapes.ts';
import { dateBugs } from './bugs-sessions.ts';
import { sessionBugs } from './bugs-sessions2.ts';
import { updateBugs } from './bugs-updates.ts';
import { updateBugs2 } from './bugs-updates2.ts';
import { userShapeBugs } from './bugs-user-shapes.ts';
import { userBugs } from './bugs-users.ts';
import type { Def } from './switches.ts';

export const bugs: readonly Def[] = [
  ...pagingBugs,
  ...sessionPagingBugs,
  ...searchPagingBugs,
  ...dateBugs,
  ...sessionBugs,
  ...sessionShapeBugs,
  ...userBugs,
  ...searchBugs,
  ...userShapeBugs,
  ...groupBugs,
  ...classBugs,
  ...cohortBugs,
  ...authBugs,
  ...errorBugs,
  ...answerBugs,
  ...creationBugs,
  ...personBugs,
  ...memberBugs,
  ...memberBugs2,
  ...updateBugs,
  ...updateBugs2,
];
