import type { Check } from '../../../harness/judging/check.ts';
import { afterWrites } from './after-writes.ts';
import { anyCombination } from './any-combination.ts';
import { atOnce } from './at-once.ts';
import { back } from './back.ts';
import { cursors } from './cursors.ts';
import { defaults } from './defaults.ts';
import { ends } from './ends.ts';
import { everyAnswer } from './every-answer.ts';
import { fractions } from './fractions.ts';
import { largePage } from './large-page.ts';
import { manyValues } from './many-values.ts';
import { refusals } from './refusals.ts';
import { sameMoment } from './same-moment.ts';
import { size } from './size.ts';
import { steps } from './steps.ts';
import { twoWalks } from './two-walks.ts';
import { unmoved } from './unmoved.ts';
import { used } from './used.ts';
import { walk } from './walk.ts';

/** Chapter Pagination. */
export const pagination: readonly Check[] = [
  ...defaults,
  ...size,
  ...largePage,
  ...used,
  ...ends,
  ...walk,
  ...steps,
  ...back,
  ...cursors,
  ...twoWalks,
  ...manyValues,
  ...refusals,
  ...unmoved,
  ...anyCombination,
  ...everyAnswer,
  ...fractions,
  ...sameMoment,
  ...atOnce,
  ...afterWrites,
];
