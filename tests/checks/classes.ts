import type { Check } from '../../harness/judging/check.ts';
import { classGroup } from '../target/groups/group.ts';
import { classMemberships } from '../target/members/membership.ts';
import { createChecks } from './groups/create.ts';
import { getChecks } from './groups/get.ts';
import { listChecks } from './groups/list.ts';
import { oneWinnerChecks } from './groups/one-winner.ts';
import { readBackChecks } from './groups/read-back.ts';
import { searchChecks } from './groups/search.ts';
import { yearFilterChecks } from './groups/year-filter.ts';
import { effectChecks } from './memberships/effect.ts';
import { longListChecks } from './memberships/long-lists.ts';
import { openChecks } from './memberships/open.ts';
import { sequenceChecks } from './memberships/sequence.ts';
import { statusChecks } from './memberships/status.ts';

/** Chapter Classes: the list, its filters, single classes, creation, and who is in a class. */
export const classes = [
  ...listChecks(classGroup),
  ...searchChecks(classGroup),
  ...yearFilterChecks(classGroup),
  ...createChecks(classGroup),
  ...readBackChecks(classGroup),
  ...oneWinnerChecks(classGroup),
  ...getChecks(classGroup),
  ...classMemberships.flatMap(statusChecks),
  ...classMemberships.flatMap(effectChecks),
  ...classMemberships.flatMap(longListChecks),
  ...classMemberships.flatMap(openChecks),
  ...sequenceChecks(classMemberships),
] satisfies readonly Check[];
