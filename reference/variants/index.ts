import { errors } from './errors.ts';
import type { Variant } from './variant.ts';

/** Every variant there is, chapter by chapter. */
export const variants: readonly Variant[] = [...errors];
