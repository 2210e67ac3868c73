import type { Check } from '../../../harness/judging/check.ts';
import { keys } from './keys.ts';

/** Chapter Authentication. */
export const authentication = [...keys] satisfies readonly Check[];
