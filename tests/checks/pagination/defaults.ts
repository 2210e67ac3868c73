import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import {
  ask,
  idsOf,
  onStablePages,
  type Read,
  type Reader,
  showSame,
  totalOf,
} from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';
import { widthOf } from '../../target/pages/walk.ts';

/** The defaults of parameters that a request leaves out. */
export const defaults: readonly Check[] = [
  pageCheck('pagination.default-limit', {
    async run(context) {
      const { op, must } = context;
      const answer = await minimal(context, op);
      const { items, limit, total = 0 } = pageOf(context, answer);
      must.equal(limit, 100, '`pagination.limit` without a limit in the request', answer);
      const due = Math.min(100, total);
      must.hold(items.length === due, {
        expected: `${due} of ${total} results without a limit in the request`,
        actual: `${items.length}`,
        in: answer,
      });
    },
  }),

  pageCheck('pagination.default-offset', {
    run: (context) =>
      fromTheStart(context, ({ page, answer }) =>
        context.must.equal(page.offset, 0, '`pagination.offset` without an offset in the request', answer),
      ),
  }),

  pageCheck('pagination.limit-optional', {
    run: acceptsMinimal,
  }),

  pageCheck('pagination.offset-optional', {
    run: acceptsMinimal,
  }),

  pageCheck('pagination.cursor-optional', {
    run: (context) => fromTheStart(context),
  }),

  pageCheck('pagination.limit-optional/with-offset', {
    sends: 'an offset, and no limit beside it',
    accepts: 'up to 100 results from that place on, and both numbers in the answer',
    run: (context) => onStablePages(context, window, (read) => offsetAlone(context, read)),
  }),

  pageCheck('pagination.limit-optional/with-cursor', {
    sends: 'the cursors of the first three pages, and no limit beside them',
    accepts: 'the page that the cursor leads to, as long as the earlier limit or the default says',
    run: (context) => onStablePages(context, window, (read) => cursorAlone(context, read)),
  }),
];

async function acceptsMinimal(context: Context): Promise<void> {
  context.must(await minimal(context, context.op)).be.accepted();
}

/** Judges a page without an offset: it shows what the page at offset 0 shows. */
async function fromTheStart(context: Context, law: (without: Read) => void = () => undefined): Promise<void> {
  await totalOf(context);
  await onStablePages(context, { limit: smallLimit }, async (read) => {
    const without = await read({ limit: smallLimit });
    law(without);
    const atZero = await read({ limit: smallLimit, offset: 0 });
    context.must.hold(showSame(context, without, atZero), {
      expected: 'the results that stand at offset 0',
      actual: 'other results, or another order',
      in: [without.answer, atZero.answer],
    });
  });
}

/** The page size that counts where a request names none. */
const byDefault = 100;
/** This one page shows all items that the laws look at. */
const window = { limit: widthOf(smallLimit), offset: 0 };

async function offsetAlone(context: Context, read: Reader): Promise<void> {
  const { must, need } = context;
  const total = await totalOf(context);
  const offset = need(Math.min(smallLimit, total - 1) || undefined, 'a second result');
  const whole = await read(window);
  const answer = await ask(context, { offset });
  must(answer).be.accepted();
  const here = { ...whole, answer, page: pageOf(context, answer) };
  must.equal(here.page.limit, byDefault, '`pagination.limit` beside an offset alone', answer);
  must.equal(here.page.offset, offset, '`pagination.offset` of a page without a limit', answer);
  const due = Math.min(byDefault, (here.page.total ?? total) - offset);
  must.equal(here.page.items.length, due, `the number of items from offset ${offset} on`, answer);
  judgeBeginning(context, whole, here, offset);
}

async function cursorAlone(context: Context, read: Reader): Promise<void> {
  const whole = await read(window);
  const first = await read({ limit: smallLimit });
  const second = await follow(context, read, first, 'nextCursor');
  await judgeWithoutLimit(context, whole, first.page.nextCursor, smallLimit);
  if (!second) return;
  await judgeWithoutLimit(context, whole, second.page.previousCursor, 0);
  await judgeWithoutLimit(context, whole, second.page.nextCursor, 2 * smallLimit);
}

/** The page behind a cursor, asked for with the limit of the page that the cursor stands on. */
async function follow(
  context: Context,
  read: Reader,
  { page }: Read,
  name: 'nextCursor' | 'previousCursor',
): Promise<Read | undefined> {
  const cursor = context.need(page[name], `a \`${name}\``);
  const answer = await read.answer({ limit: smallLimit, cursor });
  return answer.status < 300 ? read({ limit: smallLimit, cursor }) : undefined;
}

/** Judges the page behind a cursor that is sent by itself; `start` is the place where it begins. */
async function judgeWithoutLimit(
  context: Context,
  whole: Read,
  cursor: string | null | undefined,
  start: number,
): Promise<void> {
  if (typeof cursor !== 'string') return;
  const { must } = context;
  const answer = await ask(context, { cursor });
  must(answer).be.accepted();
  const here = { ...whole, answer, page: pageOf(context, answer) };
  const { limit = 0, total = 0, items } = here.page;
  must.hold(limit === smallLimit || limit === byDefault, {
    expected: `a \`limit\` of ${smallLimit}, as before, or the default of ${byDefault}`,
    actual: `${limit}`,
    in: answer,
  });
  must.equal(total, whole.page.total, '`total` on a page reached by a cursor alone', answer);
  judgeBeginning(context, whole, here, start);
  // How far a page goes on beyond the place that a client came back from is left open.
  if (start === 0) return;
  must.equal(
    items.length,
    Math.min(limit, total - start),
    `the number of items from place ${start} on`,
    answer,
  );
}

/** Judges that a page begins with what stands at this place of a large page. */
function judgeBeginning(context: Context, whole: Read, here: Read, start: number): void {
  const expected = idsOf(context, whole).slice(start);
  const ids = idsOf(context, here).slice(0, expected.length);
  context.must.hold(ids.length > 0 && ids.every((id, at) => id === expected[at]), {
    expected: `the results from place ${start} on`,
    actual: 'other results, or another order',
    in: [whole.answer, here.answer],
  });
}
