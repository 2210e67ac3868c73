import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { atRest, idsOf, type Read, totalOf } from '../../target/pages/reader.ts';
import { few } from '../../target/pages/samples.ts';

/** What is left out of a request, and what then holds. */
export const defaults: readonly Check[] = [
  // Without a limit the page is cut at 100 items and reports that number.
  check('pagination.default-limit', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'a request without `limit`',
    accepts: 'a page of 100 items, or of all where there are fewer, that reports a limit of 100',
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

  // Without an offset or a cursor the page starts at the first result and reports offset 0.
  check('pagination.default-offset', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'a request without `offset`, then the same with offset 0',
    accepts: 'offset 0 in the answer, and the same results',
    run: (context) =>
      fromTheStart(context, ({ must }, { page, answer }) =>
        must.equal(page.offset, 0, '`pagination.offset` without an offset in the request', answer),
      ),
  }),

  // A request without `limit`, or without `offset`, is accepted.
  ...(['limit', 'offset'] as const).map((name) =>
    check(`pagination.${name}-optional`, {
      access: 'read',
      on: (op) => op.paginated,
      sends: `a request without \`${name}\``,
      accepts: 'a page',
      run: async (context) => context.must(await minimal(context, context.op)).be.accepted(),
    }),
  ),

  // A request without `cursor` is accepted and begins at the start of the results.
  check('pagination.cursor-optional', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'a request without `cursor`, then the same with offset 0',
    accepts: 'a page with the same results',
    run: (context) => fromTheStart(context),
  }),
];

async function fromTheStart(
  context: Context,
  law: (context: Context, without: Read) => void = () => undefined,
): Promise<void> {
  await totalOf(context);
  await atRest(context, { limit: few }, async (read) => {
    const without = await read({ limit: few });
    law(context, without);
    const atZero = await read({ limit: few, offset: 0 });
    const same = idsOf(context, without).join() === idsOf(context, atZero).join();
    context.must.hold(same, {
      expected: 'the results that stand at offset 0',
      actual: 'other results, or another order',
      in: [without.answer, atZero.answer],
    });
  });
}
