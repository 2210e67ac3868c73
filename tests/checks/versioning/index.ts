import type { Check } from '../../../harness/judging/check.ts';
import { versions } from './versions.ts';

/** Chapter Versioning. */
export const versioning = [...versions] satisfies readonly Check[];
