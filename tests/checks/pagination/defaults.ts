import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { onStablePages, type Read, showSame, totalOf } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';

/** What is left out of a request, and what then holds. */
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
