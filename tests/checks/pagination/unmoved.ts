import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idIn } from '../../target/body.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { ask, freshly, onStablePages, type Reader } from '../../target/pages/reader.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';

/** How many items from the end of a long page are asked for anew. */
const few = 5;

/** The length of a long page: the default, which every target accepts. */
const most = 100;

/** What a page shows depends neither on its length nor on the requests before it. */
export const unmoved: readonly Check[] = [
  check('pagination.total-counts/after-a-refusal', {
    on: isFiltered,
    sends:
      'a list without filters, then one with filters and a `limit` that is no number, then the first again',
    accepts: 'any answer to the second; the same `total` before and after it',
    async run(context) {
      const filters = together(await filtersWithResults(context));
      const law = (read: Reader) => judgeAfterRefusal(context, filters, read);
      await onStablePages(context, { limit: 2 }, law, freshly(context));
    },
  }),

  pageCheck('pagination.ways-agree/same-items', {
    sends: `a page of 100, then its last ${few} items on a page of their own`,
    accepts: 'the same items with the same fields and values, lists in any order',
    run: (context) =>
      onStablePages(context, { limit: most, offset: 0 }, (read) => judgeSameItems(context, read)),
  }),
];

/** All filters at once, the last one's value where two have the same name. */
function together(filters: Readonly<Record<string, Params>>): Params {
  return Object.assign({}, ...Object.values(filters)) as Params;
}

async function judgeAfterRefusal(context: Context, filters: Params, read: Reader): Promise<void> {
  const before = await read({ limit: 1 });
  const refused = await ask(context, { ...filters, limit: 'ten' });
  const after = await read({ limit: 1 });
  context.must.hold(before.page.total === after.page.total, {
    expected: `a \`total\` of ${before.page.total}, as before the request with filters`,
    actual: `${after.page.total}`,
    in: [before.answer, refused, after.answer],
  });
}

async function judgeSameItems(context: Context, read: Reader): Promise<void> {
  const long = await read({ limit: most, offset: 0 });
  const field = context.need(long.identifier, `a field that tells the items of ${context.op.id} apart`);
  const place = long.page.items.length - few;
  context.need(place > 0, `more than ${few} items`);
  const short = await read({ limit: few, offset: place });
  const onLong = new Map(long.page.items.map((item) => [idIn(item, field), item]));
  const shown = itemFields(context, context.op.id);
  const names = short.page.items.flatMap((item) => {
    const id = idIn(item, field);
    const same = id === undefined || context.world.isMade(id) ? undefined : onLong.get(id);
    return same ? fieldsThatDiffer(context, item, same, shown) : [];
  });
  context.must.hold(names.length === 0, {
    expected: `the items at the end of a page of ${long.page.items.length} as a page of ${few} shows them`,
    actual: `differences in ${inTicks(new Set(names))}`,
    in: [long.answer, short.answer],
  });
}
