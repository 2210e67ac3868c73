// All deployments by their names.
import type { Manner } from './manner-parts.ts';
import { one } from './manners-1.ts';
import { two } from './manners-2.ts';
import { three } from './manners-3.ts';

export const manners: Readonly<Record<string, Manner>> = { ...one, ...two, ...three };
