import type { Check } from '../../../harness/judging/check.ts';
import { whileSessionsStay } from '../../target/sessions/while-sessions-stay.ts';
import { accepted } from './accepted.ts';
import { dayBorders } from './day-borders.ts';
import { far, likeDates, noMatch } from './far.ts';
import { forms } from './forms.ts';
import { onASecond } from './on-a-second.ts';
import { operators } from './operators.ts';
import { partition } from './partition.ts';
import { mixed, ranges } from './ranges.ts';
import { refused } from './refused.ts';

/** Chapter Date filtering. */
export const dateFiltering: readonly Check[] = whileSessionsStay([
  ...operators,
  ...ranges,
  ...partition,
  ...accepted,
  ...far,
  ...likeDates,
  ...mixed,
  ...noMatch,
  ...refused,
  ...forms,
  ...onASecond,
  ...dayBorders,
]);
