// What a deployment is.

import type { Change } from './settings.ts';

// `profile`: how much its owner says; `say`: which settings of the profile, where the owner is in a hurry.
export interface Deployment {
  id: string;
  team: string;
  profile: 'full' | 'sparse' | 'name';
  say?: string[];
  change: Change;
}
