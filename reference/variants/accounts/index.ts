import type { Variant } from '../kit/variant.ts';
import { manners } from './manners.ts';
import { shapes } from './shapes.ts';

/** Single accounts, as other reasonable teams build them. */
export const accounts: readonly Variant[] = [...shapes, ...manners];
