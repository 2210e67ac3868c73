// All planted bugs.

import { accountBugs } from './bugs-accounts.ts';
import { creationBugs } from './bugs-creations.ts';
import { groupBugs } from './bugs-groups.ts';
import { memberBugs } from './bugs-members.ts';
import { pagingBugs } from './bugs-paging.ts';
import { sessionBugs } from './bugs-sessions.ts';
import { userBugs } from './bugs-users.ts';
import { wireBugs } from './bugs-wire.ts';
import type { Bug } from './hooks.ts';

export type { Bug } from './hooks.ts';
export const bugs: readonly Bug[] = [
  ...pagingBugs,
  ...userBugs,
  ...sessionBugs,
  ...groupBugs,
  ...wireBugs,
  ...creationBugs,
  ...memberBugs,
  ...accountBugs,
];
