import { lastRequest, locked, sharedWhere } from '../kit/at-once.ts';
import { type Fault, faults } from '../kit/fault.ts';

/** Faults of requests at the same time. */
export const atOnce: readonly Fault[] = [
  ...faults(
    { 'get-class.body/at-once': 'getClass', 'get-cohort.body/at-once': 'getCohort' },
    {
      story: 'The id that is asked for stands in a field of the handler, which all requests share.',
      with: lastRequest,
    },
  ),
  ...faults(
    { 'get-class.body/at-once!crowd': 'getClass', 'get-cohort.body/at-once!crowd': 'getCohort' },
    {
      deep: true,
      story: 'Under load, a request joins one for the same route that is under way.',
      with: sharedWhere(12),
    },
  ),
  ...faults(
    { 'create-class.success/at-once': 'createClass', 'create-cohort.success/at-once': 'createCohort' },
    { story: 'While one is being created, there is one already.', with: locked },
  ),
  ...faults(
    {
      'create-class.success/at-once!shared': 'createClass',
      'create-cohort.success/at-once!shared': 'createCohort',
    },
    {
      deep: true,
      story: 'A creation that comes while another is under way is taken for the same, sent again.',
      with: sharedWhere(1),
    },
  ),
];
