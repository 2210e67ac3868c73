import type { Fault } from '../kit/fault.ts';
import { bodies } from './bodies.ts';
import { cors } from './cors.ts';
import { dates } from './dates.ts';
import { emptied } from './emptied.ts';
import { everyAnswer } from './every-answer.ts';
import { nilId } from './nil-id.ts';
import { otherSuccess } from './other-success.ts';
import { requestTexts } from './request-texts.ts';
import { underFilters } from './under-filters.ts';
import { wrappers } from './wrappers.ts';

/** Faults of chapter Conventions. */
export const conventions: readonly Fault[] = [
  ...bodies,
  ...dates,
  ...cors,
  ...everyAnswer,
  ...emptied,
  ...wrappers,
  ...requestTexts,
  ...underFilters,
  ...otherSuccess,
  ...nilId,
];
