import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { type Page, text } from '../../target/body.ts';
import { largestPage } from '../../target/pages/largest.ts';
import { idsOf, onStablePages, type Reader, totalOf } from '../../target/pages/reader.ts';
import { defaultSort } from '../../target/sessions/order.ts';

/** Lists that take no order: whoever takes one is asked for pages between items that are alike by other checks. */
const withoutOrder: readonly string[] = ['listCompletedSessions', 'listInProgressSessions'];

/** A cursor that holds the start of the last session, and no more, passes over others that began at the same moment. */
export const sameMoment: readonly Check[] = [
  check('pagination.next-leads-on/same-moment', {
    on: ({ id }) => withoutOrder.includes(id),
    sends: 'a page that ends between sessions that began at one moment, and the page behind its `nextCursor`',
    accepts: 'each of these sessions once, in whatever order',
    async run(context) {
      context.need((await totalOf(context)) > 2, 'a third result');
      const { limit } = await largestPage(context);
      await onStablePages(context, { limit }, (read) => judgeBetween(context, read, limit));
    },
  }),
];

async function judgeBetween(context: Context, read: Reader, largest: number): Promise<void> {
  const whole = await read({ limit: largest });
  const { at, size } = context.need(shortestIn(whole.page), 'two sessions that began at the same moment');
  const limit = Math.ceil(size / 2);
  const first = await read({ limit, offset: at });
  const cursor = context.need(first.page.nextCursor, 'a `nextCursor` before the end of the list');
  const second = await read({ limit, cursor });
  const shown = [...idsOf(context, first), ...idsOf(context, second)];
  const expected = idsOf(context, whole).slice(at, at + size);
  const isOnce = expected.every((id) => shown.filter((one) => one === id).length === 1);
  context.must.hold(isOnce, {
    expected: `each of ${size} sessions that began at the same moment once, on two pages of ${limit} from offset ${at} on`,
    actual: 'one of them twice, or not at all',
    in: [whole.answer, first.answer, second.answer],
  });
}

/** The fewest sessions in a row that began at the same moment; the last ones of a page may go on behind it, if anything does. */
function shortestIn({ items, total }: Page): { readonly at: number; readonly size: number } | undefined {
  const moments = items.map((item) => text(item[defaultSort.field]));
  const runs = moments.flatMap((moment, at) =>
    moment === undefined || moment === moments[at - 1] ? [] : [{ at, size: lengthOf(moments.slice(at)) }],
  );
  return runs
    .filter(({ at, size }) => size > 1 && (at + size < moments.length || total === moments.length))
    .toSorted((one, other) => one.size - other.size)[0];
}

/** How many begin with the same value as the first. */
function lengthOf(values: readonly unknown[]): number {
  const end = values.findIndex((value) => value !== values[0]);
  return end === -1 ? values.length : end;
}
