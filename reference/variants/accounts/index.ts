import type { Variant } from '../kit/variant.ts';
import { alike } from './alike.ts';
import { behaviours } from './behaviours.ts';
import { passwords } from './passwords.ts';
import { shapes } from './shapes.ts';

/** Single accounts, as other reasonable teams build them. */
export const accounts: readonly Variant[] = [...shapes, ...behaviours, ...alike, ...passwords];
