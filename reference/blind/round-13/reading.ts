import type { BlindFault } from '../kit.ts';
import { conventions } from './read-conventions.ts';
import { groups } from './read-groups.ts';
import { pages } from './read-pages.ts';
import { people } from './read-people.ts';
import { sessions } from './read-sessions.ts';

/** The reading half. */
export const reading: readonly BlindFault[] = [...conventions, ...pages, ...people, ...groups, ...sessions];
