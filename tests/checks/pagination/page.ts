import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { idsOf, type Read, type Reader } from '../../target/pages/reader.ts';
import { few, inside, onPages, type SampledPage } from '../../target/pages/samples.ts';
import { widthOf } from '../../target/pages/walk.ts';

/** What a page says of itself, and which results it shows. */
export const page: readonly Check[] = [
  // `limit` in the response repeats the limit of the request.
  check('pagination.limit-echo', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'pages of several sizes at the start, inside and at the end of the list',
    accepts: '`pagination.limit` as it was sent',
    run: onPages(inside, ({ must }, { page, answer, limit }) =>
      must.equal(page.limit, limit, '`pagination.limit`', answer),
    ),
  }),

  // `offset` in the response repeats the offset of the request.
  check('pagination.offset-echo', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'pages of several sizes at the start, inside and at the end of the list',
    accepts: '`pagination.offset` as it was sent',
    run: onPages(
      inside,
      ({ must }, { page, answer, offset }) => must.equal(page.offset, offset, '`pagination.offset`', answer),
      2,
    ),
  }),

  // Offset counts from zero: the page at offset n starts with the result that n others precede.
  check('pagination.offset-zero-based', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'a page at an offset, and one that begins with the first result or a few places earlier',
    accepts: 'the same results at the same places',
    run: onPages(['first', 'inner', 'last and full'], zeroBased),
  }),
];

async function zeroBased(context: Context, { limit, offset, read, ...here }: SampledPage): Promise<void> {
  if (offset === 0) return fromZero(context, read);
  // Further in, a page that begins a few places earlier shows what stands there.
  const back = Math.min(offset, 3);
  const earlier = await read({ limit: Math.min(100, limit + back), offset: offset - back });
  judgeStart(context, offset, here, earlier, back);
}

/** At the start, a page without an offset shows what stands at each place. */
async function fromZero(context: Context, read: Reader): Promise<void> {
  const whole = await read({ limit: widthOf(few) });
  const second = context.need(Math.min(few, whole.page.items.length - 1) || undefined, 'a second result');
  judgeStart(context, second, await read({ limit: few, offset: second }), whole, second);
}

function judgeStart(context: Context, offset: number, here: Read, earlier: Read, back: number): void {
  const ids = idsOf(context, here);
  const expected = idsOf(context, earlier)
    .slice(back)
    .slice(0, ids.length || 1);
  context.must.hold(expected.length > 0 && expected.every((id, at) => id === ids[at]), {
    expected: `the page at offset ${offset} to begin with the result that ${offset} others precede`,
    actual: 'other results, or another order, than on a page that begins earlier',
    in: [earlier.answer, here.answer],
  });
}
