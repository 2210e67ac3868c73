import type { Check } from '../../harness/check.ts';
import { createChecks } from './groups/create.ts';
import { getChecks } from './groups/get.ts';
import { classGroup } from './groups/group.ts';
import { listChecks } from './groups/list.ts';
import { oneWinnerChecks } from './groups/one-winner.ts';
import { readBackChecks } from './groups/read-back.ts';
import { searchChecks } from './groups/search.ts';
import { yearFilterChecks } from './groups/year-filter.ts';
import { effectChecks } from './members/effect.ts';
import { longListChecks } from './members/long-lists.ts';
import { classMemberships } from './members/membership.ts';
import { openChecks } from './members/open.ts';
import { sequenceChecks } from './members/sequence.ts';
import { statusChecks } from './members/status.ts';

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
