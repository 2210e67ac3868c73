import type { Fault } from '../kit/fault.ts';
import { afterWrites } from './after-writes.ts';
import { anyCombination } from './any-combination.ts';
import { atOnce } from './at-once.ts';
import { atTheEnd } from './at-the-end.ts';
import { cursorDates } from './cursor-dates.ts';
import { cursorKeeps } from './cursor-keeps.ts';
import { defaults } from './defaults.ts';
import { ends } from './ends.ts';
import { everyAnswer } from './every-answer.ts';
import { fractions } from './fractions.ts';
import { inVain } from './in-vain.ts';
import { largePage } from './large-page.ts';
import { leftOut } from './left-out.ts';
import { neighbours } from './neighbours.ts';
import { pages } from './pages.ts';
import { parameters } from './parameters.ts';
import { sameMoment } from './same-moment.ts';
import { unmoved } from './unmoved.ts';
import { walks } from './walk.ts';

/** Faults of chapter Pagination. */
export const pagination: readonly Fault[] = [
  ...defaults,
  ...parameters,
  ...pages,
  ...largePage,
  ...neighbours,
  ...ends,
  ...leftOut,
  ...walks,
  ...cursorKeeps,
  ...cursorDates,
  ...unmoved,
  ...inVain,
  ...anyCombination,
  ...everyAnswer,
  ...atTheEnd,
  ...fractions,
  ...sameMoment,
  ...atOnce,
  ...afterWrites,
];
