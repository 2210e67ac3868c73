import { manners as people } from './people/index.ts';
import type { Manner } from './people/manners-1.ts';
import { manners as protocol } from './protocol/index.ts';

/** Conforming services that were written blind: each in one way otherwise, and within the interface, as its writer holds. */
export const manners: readonly Manner[] = [...people, ...protocol];
