// The planted faults, one entry each: what it is said to break, and how it is wired into the policy.

import type { Bug } from './bug-tools.ts';
import { READ_BUGS } from './bugs-read.ts';
import { WRITE_BUGS } from './bugs-write.ts';

export const BUGS: readonly Bug[] = [...READ_BUGS(), ...WRITE_BUGS()];
