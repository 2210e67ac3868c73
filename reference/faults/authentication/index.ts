import type { Fault } from '../kit/fault.ts';
import { elsewhere } from './elsewhere.ts';
import { keyless } from './keyless.ts';
import { keys } from './keys.ts';

/** Faults of chapter Authentication. */
export const authentication: readonly Fault[] = [...keys, ...keyless, ...elsewhere];
