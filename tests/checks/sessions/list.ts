import { type Check, check } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { combined } from './combine.ts';
import { dateFilters } from './date-filters.ts';
import { valueFilters } from './value-filters.ts';

/** The list of sessions and its filters. */
export const list: readonly Check[] = [
  // The list of sessions is answered with 200, and needs no query parameter.
  ...(['success', 'all-optional'] as const).map((aspect) =>
    check(`list-sessions.${aspect}`, {
      access: 'read',
      on: ['listSessions'],
      sends: 'a request without any parameter',
      accepts: '200',
      run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
    }),
  ),

  ...dateFilters,
  ...valueFilters,
  ...combined,
];
