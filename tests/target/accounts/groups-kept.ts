import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { fromStandard } from '../effort.ts';

/** The gap that a profile fills when it says whether who is disabled stays in all classes and cohorts. */
export const groupsOfDisabled = 'disable-user.memberships';

/** Whether who is disabled has to stay in all classes and cohorts: where the profile says so. */
export function staysInGroups({ reading }: Pick<Context, 'reading'>): boolean {
  return reading(groupsOfDisabled) === 'kept';
}

/** Leaves a check out where disabling takes people out of their groups, for enabling does not bring them back. */
export function unlessDisablingTakesOut(unless: Check['unless'] = fromStandard): Check['unless'] {
  return (op, settings) =>
    settings.readings[groupsOfDisabled] === 'left'
      ? 'the profile says that who is disabled leaves all classes and cohorts'
      : unless(op, settings);
}
