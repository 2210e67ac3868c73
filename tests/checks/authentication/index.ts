import type { Check } from '../../../harness/judging/check.ts';
import { keylessChanges } from './changes.ts';
import { elsewhere } from './elsewhere.ts';
import { keys } from './keys.ts';
import { permissions } from './permissions.ts';

/** Chapter Authentication. */
export const authentication = [
  ...keys,
  ...keylessChanges,
  ...elsewhere,
  ...permissions,
] satisfies readonly Check[];
