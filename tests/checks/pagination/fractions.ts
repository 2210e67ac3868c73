import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { type Json, text } from '../../target/body.ts';
import { largestPage } from '../../target/pages/largest.ts';
import { idsOf, onStablePages, type Reader, totalOf } from '../../target/pages/reader.ts';
import { defaultSort } from '../../target/sessions/order.ts';

/** The lists of sessions, which come in the order of their starts as far as the interface says. */
const ofSessions: readonly string[] = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'searchSessions',
];

/** The size of a page that holds sessions of several seconds. */
const size = 5;

/** A cursor that holds the start of a session in whole seconds leads to another place. */
export const fractions: readonly Check[] = [
  check('pagination.next-leads-on/fraction-of-a-second', {
    on: (op) => op.paginated && ofSessions.includes(op.id),
    sends: `a page of ${size} that ends with a session begun at a fraction of a second, where there is one, and the page behind its \`nextCursor\``,
    async run(context) {
      context.need((await totalOf(context)) > 1, 'a second result');
      const { limit } = await largestPage(context);
      await onStablePages(context, { limit }, (read) => judgeBorder(context, read, limit));
    },
  }),
];

async function judgeBorder(context: Context, read: Reader, largest: number): Promise<void> {
  const whole = await read({ limit: largest });
  const border = borderIn(whole.page.items);
  const limit = Math.min(size, border);
  const first = await read({ limit, offset: border - limit });
  const cursor = context.need(first.page.nextCursor, 'a `nextCursor` before the end of the list');
  const second = await read({ limit, cursor });
  const expected = idsOf(context, whole).slice(border, border + limit);
  const ids = idsOf(context, second).slice(0, expected.length);
  context.must.hold(ids.join() === expected.join(), {
    expected: `the ${expected.length} results that follow ${border} others, behind the \`nextCursor\` of the page before them`,
    actual: 'other results, or another order',
    in: [whole.answer, first.answer, second.answer],
  });
}

/** The place behind a session with the largest fraction of a second; of several the last one, with a whole page before it. */
function borderIn(items: readonly Json[]): number {
  let best = Math.min(size, items.length - 1);
  let most = 0;
  for (const [at, item] of items.slice(0, -1).entries()) {
    const fraction = fractionIn(text(item[defaultSort.field]) ?? '');
    if (fraction < most || fraction === 0 || at + 1 < Math.min(size, items.length - 1)) continue;
    best = at + 1;
    most = fraction;
  }
  return best;
}

/** The fraction of a second in a moment; 0 for none. */
function fractionIn(moment: string): number {
  return Number(/T\d{2}:\d{2}:\d{2}(\.\d+)/.exec(moment)?.[1] ?? 0);
}
