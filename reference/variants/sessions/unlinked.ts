import type { Json } from '../../faults/kit/fault.ts';
import { eachItem } from '../../faults/kit/pages.ts';
import { asking } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** A user who never was. */
const nobody = '5e1f0000-0000-4000-8000-00000000dead';

/** Learners whose sessions are no longer theirs: one in sixteen. */
const isUnlinked = (userId: unknown) => typeof userId === 'string' && userId.startsWith('a');

const linked = (userId: unknown) => (isUnlinked(userId) ? nobody : userId);

/** What another team may do with the sessions of those who have left. */
export const unlinked: readonly Variant[] = [
  variant('session.user-presence!made-anonymous', {
    fills: ['session.user-presence'],
    story:
      'Where learners ask to be forgotten, their sessions stay and say no longer whose they are: the learner is null, and no filter finds them by one.',
    on: ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'],
    with: (request, service) =>
      asking('userId', linked)(request, (asked) => eachItem(forget)(asked, service)),
  }),
];

/** The learner may have another name than `user`. */
function forget(session: Json): void {
  for (const [name, value] of Object.entries(session))
    if (isUnlinked(((value ?? {}) as Json)['userId'])) session[name] = null;
}
