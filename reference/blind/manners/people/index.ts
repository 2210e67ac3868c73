import type { Manner } from './manners-1.ts';
import { accountManners } from './manners-3.ts';
import { memberManners } from './manners-4.ts';
import { groupManners } from './manners-5.ts';
import { timeManners } from './manners-6.ts';
import { dataManners } from './manners-7.ts';

/** Thirty manners about people and groups over time. */
export const manners: readonly Manner[] = [
  ...accountManners,
  ...memberManners,
  ...groupManners,
  ...timeManners,
  ...dataManners,
];
