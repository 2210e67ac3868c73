import { briefPlay } from '../../../generators/brief-play.ts';
import { certainPlays } from '../../../generators/certain-plays.ts';
import { only, type Play, plays } from '../../../generators/list-plays.ts';
import type { Dials } from '../../../generators/list-questions.ts';
import { pairPlays, sortedPlays } from '../../../generators/pair-plays.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { fromStandard } from '../../target/effort.ts';
import { lawOf } from '../../target/lists/claims.ts';
import { onKnown } from '../../target/lists/known.ts';
import { judgeLargest, playOut } from '../../target/lists/play.ts';
import type { Subject } from '../../target/lists/subject.ts';
import { describedBy, onSubject } from '../../target/lists/subject-of.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { sortsOf } from '../../target/sorts.ts';

/** Whatever is asked of a list, in whatever combination, the answer is what the items themselves say. */
export const anyCombination: readonly Check[] = [
  pageCheck('pagination.ways-agree/any-combination', {
    needs: describedBy,
    cost: 'high',
    sends:
      'filters, orders and pages of all lengths together: walks under several filters on and back, other requests between their pages',
    accepts:
      'on each page the items that fit, in their order and at their places, with their fields; totals, limits, offsets and cursors that say so',
    run: (context) => onSubject(context, judgePlays),
  }),

  // Pairs of users are asked for by checks of their own; the search of sessions is left out, so that reads keep to their budget.
  check('pagination.ways-agree/each-pair', {
    on: ({ id, paginated }) => paginated && !['listUsers', 'searchUsers', 'searchSessions'].includes(id),
    needs: describedBy,
    cost: 'high',
    unless: fromStandard,
    sends: 'each filter by itself, and each two of them together, with all that one page holds',
    accepts: 'on each page the items that fit, with totals that say so',
    run: (context) =>
      onSubject(context, async (_, subject) => {
        const play = pairPlays(subject.dials);
        context.need(play.questions.length > 0, 'a filter that the list takes');
        await context.forAll(only(play), (one) => judgePlay(context, subject, one), 1);
      }),
  }),

  check('pagination.ways-agree/each-sorted', {
    on: ['listUsers', 'searchUsers', 'listSessions', 'searchSessions'],
    needs: describedBy,
    cost: 'high',
    unless: (op, settings) => fromStandard(op, settings) ?? unlessOrders(op),
    sends:
      'each filter by itself under an order, in turn one of each direction, with all that one page holds',
    accepts: 'on each page the items that fit, in their order, with totals that say so',
    run: (context) =>
      onSubject(context, async (_, subject) => {
        const play = sortedPlays(subject.dials);
        // An older version of the interface has other orders than the newest.
        context.need(play.questions.length > 0, 'a filter, and an order that is not the usual one');
        await context.forAll(only(play), (one) => judgePlay(context, subject, one), 1);
      }),
  }),
];

function unlessOrders(op: Operation): string | undefined {
  return sortsOf(op).length > 1 ? undefined : 'the profile names no order but the usual one';
}

async function judgePlays(context: Context, subject: Subject): Promise<void> {
  await onKnown(context, (known) => judgeLargest(lawOf(context, subject, known)));
  const judge = (play: Play) => judgePlay(context, subject, play);
  for (const play of certainFor(context, subject.dials)) await context.forAll(only(play), judge, 1);
  if (context.effort === 'deep') await context.forAll(plays(subject.dials, longest), judge, chance);
}

/** How many plays chance makes, and how many requests each of them sends at most. */
const chance = 12;
const longest = 6;

/** The plays that no seed leaves out: those of a lesser effort are among those of a greater one. */
function certainFor({ effort }: Context, dials: Dials): readonly Play[] {
  const longer = certainPlays(dials);
  return [briefPlay(dials), ...longer.slice(0, { quick: 0, standard: 1, deep: longer.length }[effort])];
}

async function judgePlay(context: Context, subject: Subject, play: Play): Promise<void> {
  await onKnown(context, async (known) => {
    await playOut(lawOf(context, subject, known), play);
  });
}
