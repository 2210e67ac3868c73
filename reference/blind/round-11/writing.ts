import type { BlindFault } from '../kit.ts';
import { groups } from './write-groups.ts';
import { people } from './write-people.ts';
import { plain } from './write-plain.ts';
import { tangledAccounts } from './write-tangled-accounts.ts';
import { tangledGroups } from './write-tangled-groups.ts';
import { tangledMembers } from './write-tangled-members.ts';

/** The writing half. */
export const writing: readonly BlindFault[] = [
  ...plain,
  ...groups,
  ...people,
  ...tangledGroups,
  ...tangledMembers,
  ...tangledAccounts,
];
