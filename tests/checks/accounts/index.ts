import type { Check } from '../../../harness/judging/check.ts';
import { answerChecks } from './answers.ts';
import { carriedChecks } from './carried.ts';
import { changeChecks } from './changing.ts';
import { creationChecks } from './creations.ts';
import { fullNameChecks } from './full-name.ts';
import { sequenceChecks } from './in-sequence.ts';
import { membershipChecks } from './memberships.ts';
import { offered } from './offered.ts';
import { overlapChecks } from './overlap.ts';
import { refusalChecks } from './refusals.ts';
import { routeChecks } from './routes-in-sequence.ts';
import { userStates } from './states.ts';

/** Chapter Users, as far as it is about single accounts. */
export const accounts: readonly Check[] = [
  ...offered,
  ...creationChecks,
  ...answerChecks,
  ...refusalChecks,
  ...changeChecks,
  ...fullNameChecks,
  ...membershipChecks,
  ...carriedChecks,
  ...sequenceChecks,
  ...routeChecks,
  ...overlapChecks,
];

/** Chapter States and transitions, as far as it is about users. */
export { userStates };
