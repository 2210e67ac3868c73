import type { Check } from '../../../harness/judging/check.ts';
import { whileSessionsStay } from '../../target/sessions/while-sessions-stay.ts';
import { alike } from './alike.ts';
import { byStatus } from './by-status.ts';
import { endDates } from './end-dates.ts';
import { everyPlace } from './every-place.ts';
import { kinds } from './kinds.ts';
import { list } from './list.ts';
import { longLists } from './long-lists.ts';
import { nearIds } from './near-ids.ts';
import { order } from './order.ts';
import { searchAsList } from './same-as-list.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { sortedPages } from './sorted-pages.ts';
import { study } from './study.ts';

export { resultLevels } from './levels.ts';

/** What is held to the sessions that were seen first. In which order an answer shows them, it says by itself. */
const overSample: readonly Check[] = [
  ...list,
  ...kinds,
  ...search,
  ...sortedPages,
  ...searchAsList,
  ...alike,
  ...endDates,
  ...everyPlace,
  ...longLists,
  ...nearIds,
  ...study,
];

/** Chapter Initial-assessment sessions, and the session part of States and transitions. */
export const sessions: readonly Check[] = [
  ...session,
  ...byStatus,
  ...order,
  ...whileSessionsStay(overSample),
];
