import type { Check } from '../../../harness/check.ts';
import { kinds } from './kinds.ts';
import { list } from './list.ts';
import { order } from './order.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { study } from './study.ts';

export { resultLevels } from './levels.ts';

/** Chapter Initial-assessment sessions, and the session part of States and transitions. */
export const sessions: readonly Check[] = [...session, ...list, ...order, ...kinds, ...search, ...study];
