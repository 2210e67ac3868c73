import type { Fault } from '../kit/fault.ts';
import { answers } from './answers.ts';
import { changing } from './changing.ts';
import { creations } from './creations.ts';
import { fullName } from './full-name.ts';
import { kept } from './kept.ts';
import { memberships } from './memberships.ts';
import { moving } from './moving.ts';
import { nothingElse } from './nothing-else.ts';
import { offered } from './offered.ts';
import { refusals } from './refusals.ts';
import { rest } from './rest.ts';
import { severalChanges } from './several-changes.ts';
import { states } from './states.ts';
import { twoRoutes } from './two-routes.ts';

/** Faults of single accounts: how they are created, changed, and enabled or disabled. */
export const accounts: readonly Fault[] = [
  ...offered,
  ...refusals,
  ...answers,
  ...creations,
  ...kept,
  ...changing,
  ...fullName,
  ...moving,
  ...nothingElse,
  ...rest,
  ...memberships,
  ...twoRoutes,
  ...states,
  ...severalChanges,
];
