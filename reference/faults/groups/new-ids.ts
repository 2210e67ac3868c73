import { type Fault, faults } from '../kit/fault.ts';
import { idOfAnother } from '../kit/taken-id.ts';
import { byGroup } from './group.ts';

/** Faults of the identifier that a new class or cohort gets. */
export const newIds: readonly Fault[] = [
  ...faults(
    { 'class.id-unique/new': 'createClass', 'cohort.id-unique/new': 'createCohort' },
    {
      story: 'The answer reads the row back by its year, and shows the first one of the year.',
      with: byGroup((group) => idOfAnother(group, ([first]) => first)),
    },
  ),
  ...faults(
    { 'class.id-unique/new!in-capitals': 'createClass', 'cohort.id-unique/new!in-capitals': 'createCohort' },
    {
      story: 'Ids come from a pool that was filled by an older release, in capitals; some are in use.',
      deep: true,
      with: byGroup((group) => idOfAnother(group, (ids) => ids.at(-1)?.toUpperCase())),
    },
  ),
];
