import type { Fault } from '../kit/fault.ts';
import { conflictFaults } from './conflicts.ts';
import { creationFaults, refusalFaults } from './create.ts';
import { getFaults } from './get.ts';
import { groups } from './group.ts';
import { listFaults } from './list.ts';
import { readBackFaults } from './read-back.ts';
import { searchFaults } from './search.ts';
import { yearFaults } from './year.ts';
import { yearFilterFaults } from './year-filter.ts';

/** Faults of classes and cohorts: their lists, single reads, and creation. */
export const groupFaults: readonly Fault[] = groups.flatMap((group) => [
  ...listFaults(group),
  ...searchFaults(group),
  ...yearFilterFaults(group),
  ...getFaults(group),
  ...creationFaults(group),
  ...conflictFaults(group),
  ...yearFaults(group),
  ...refusalFaults(group),
  ...readBackFaults(group),
]);
