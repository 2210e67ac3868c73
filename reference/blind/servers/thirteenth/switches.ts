import { httpBugs } from './bugs-http.ts';
import { memberBugs } from './bugs-members.ts';
import { pageBugs1 } from './bugs-pages-1.ts';
import { pageBugs2 } from './bugs-pages-2.ts';
import { readBugs1 } from './bugs-reads-1.ts';
import { readBugs2 } from './bugs-reads-2.ts';
import { userBugs1 } from './bugs-users-1.ts';
import { userBugs2 } from './bugs-users-2.ts';
import { writeBugs1 } from './bugs-writes-1.ts';
import { writeBugs2 } from './bugs-writes-2.ts';
import { writeBugs3 } from './bugs-writes-3.ts';
import { manners } from './manners.ts';
import type { Switch } from './types.ts';

export const bugs: readonly Switch[] = [
  ...userBugs1,
  ...userBugs2,
  ...pageBugs1,
  ...pageBugs2,
  ...readBugs1,
  ...readBugs2,
  ...httpBugs,
  ...writeBugs1,
  ...writeBugs2,
  ...writeBugs3,
  ...memberBugs,
];
export const switches: readonly Switch[] = [...bugs, ...manners];
