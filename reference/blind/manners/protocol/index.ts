import type { Manner } from './manners-0.ts';
import { orderManners } from './manners-1.ts';
import { protocolManners } from './manners-2.ts';
import { filterManners } from './manners-3.ts';
import { dataManners } from './manners-4.ts';

export const manners: readonly Manner[] = [
  ...orderManners,
  ...protocolManners,
  ...filterManners,
  ...dataManners,
];
