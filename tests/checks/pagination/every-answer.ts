import type { Check, Context } from '../../../harness/judging/check.ts';
import { askAgain } from '../../target/lists/ask-again.ts';
import { lawOf } from '../../target/lists/claims.ts';
import { onKnown } from '../../target/lists/known.ts';
import { lookAtSeen } from '../../target/lists/seen-pages.ts';
import type { Subject } from '../../target/lists/subject.ts';
import { describedBy, onSubject } from '../../target/lists/subject-of.ts';
import { pageCheck } from '../../target/pages/page-check.ts';

/**
 * Whatever a row of the run asked a list for, the answer is what the items themselves say. What looks wrong is asked for
 * again, and accused where it still is.
 */
export const everyAnswer: readonly Check[] = [
  pageCheck('pagination.ways-agree/every-answer', {
    needs: describedBy,
    afterAll: true,
    sends:
      'nothing of its own: it looks at each page that any check of the run received, and asks again for one that looks wrong',
    accepts:
      'on each page the items that fit, in their order and at their places, with their fields; totals, limits, offsets and cursors that say so',
    run: (context) => onSubject(context, judgeSeen),
  }),
];

/** So many questions whose answers look wrong are asked again: on a target that changes many do. */
const mostAgain = 3;

async function judgeSeen(context: Context, subject: Subject): Promise<void> {
  await onKnown(context, async (known) => {
    const { judged, suspects } = lookAtSeen(context, subject, known);
    context.need(judged > 0, 'a page whose request has one meaning');
    for (const pages of suspects.slice(0, mostAgain)) await askAgain(lawOf(context, subject, known), pages);
  });
}
