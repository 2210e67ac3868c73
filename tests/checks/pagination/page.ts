import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { idsOf, type Read, type Reader } from '../../target/pages/reader.ts';
import { onPages, type SampledPage, smallLimit, withItems } from '../../target/pages/samples.ts';
import { widthOf } from '../../target/pages/walk.ts';

/** What a page says of itself, and which results it shows. */
export const page: readonly Check[] = [
  pageCheck('pagination.limit-echo', {
    run: onPages(withItems, ({ must }, { page, answer, limit }) =>
      must.equal(page.limit, limit, '`pagination.limit`', answer),
    ),
  }),

  pageCheck('pagination.offset-echo', {
    run: onPages(
      withItems,
      ({ must }, { page, answer, offset }) => must.equal(page.offset, offset, '`pagination.offset`', answer),
      2,
    ),
  }),

  pageCheck('pagination.offset-zero-based', {
    run: onPages(['first', 'inner', 'last and full'], zeroBased),
  }),
];

async function zeroBased(context: Context, { limit, offset, read, ...here }: SampledPage): Promise<void> {
  if (offset === 0) return fromZero(context, read);
  const places = Math.min(offset, 3);
  const earlier = await read({ limit: Math.min(100, limit + places), offset: offset - places });
  judgeStart(context, offset, here, earlier, places);
}

/** At the start of the list, a page without an offset shows what stands at each place. */
async function fromZero(context: Context, read: Reader): Promise<void> {
  const whole = await read({ limit: widthOf(smallLimit) });
  const offset = context.need(
    Math.min(smallLimit, whole.page.items.length - 1) || undefined,
    'a second result',
  );
  judgeStart(context, offset, await read({ limit: smallLimit, offset }), whole, offset);
}

/** Judges what a page begins with, by a page that begins so many places earlier. */
function judgeStart(context: Context, offset: number, here: Read, earlier: Read, places: number): void {
  const ids = idsOf(context, here);
  const expected = idsOf(context, earlier).slice(places, places + (ids.length || 1));
  context.must.hold(expected.length > 0 && expected.every((id, at) => id === ids[at]), {
    expected: `the page at offset ${offset} to begin with the result that ${offset} others precede`,
    actual: 'other results, or another order, than on a page that begins earlier',
    in: [earlier.answer, here.answer],
  });
}
