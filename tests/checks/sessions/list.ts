import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { combined } from './combine.ts';
import { dateFilters } from './date-filters.ts';
import { valueFilters } from './value-filters.ts';

/** The list of sessions and its filters. */
export const list: readonly Check[] = [
  check('list-sessions.success', { run: succeeds }),
  check('list-sessions.all-optional', {
    cost: 'high',
    run: succeeds,
  }),
  ...dateFilters,
  ...valueFilters,
  ...combined,
];

async function succeeds(context: Context): Promise<void> {
  context.must(await minimal(context, context.op)).have.status(200);
}
