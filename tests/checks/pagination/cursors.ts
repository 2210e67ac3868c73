import fc from 'fast-check';
import { filterNames } from '../../../generators/session-filters.ts';
import type { Sort } from '../../../generators/sort.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onGenerated } from '../../target/generated.ts';
import { narrowings } from '../../target/pages/filtered.ts';
import { ask, atRest, idsOf } from '../../target/pages/reader.ts';
import { few, isQuick } from '../../target/pages/samples.ts';
import { walk, widthOf } from '../../target/pages/walk.ts';
import { takesFilter, takesSort } from '../../target/sessions/ask.ts';
import { sortsOf } from '../../target/sorts.ts';

const withFilters = ['listClasses', 'listCohorts', 'listUsers', 'searchUsers', 'listSessions'];
/** The lists of one kind of session, and the session search: what they take besides pages, only a profile tells. */
const told = ['listCompletedSessions', 'listInProgressSessions', 'searchSessions'];
const usualSorts: Readonly<Record<string, Sort>> = {
  listUsers: { field: 'createdAt', direction: 'desc' },
  searchUsers: { field: 'createdAt', direction: 'desc' },
};
const withSort = ['listUsers', 'searchUsers', 'listSessions'];

/** What a cursor holds, and how a search body carries it. */
export const cursors: readonly Check[] = [
  // A page reached by a cursor obeys the filters of the page that the cursor came from.
  check('pagination.cursor-keeps-filters', {
    access: 'read',
    on: (op) =>
      withFilters.includes(op.id) ||
      (told.includes(op.id) && op.paginated && filterNames.some((name) => takesFilter(op, name))),
    sends: 'walks by cursor under one filter and under several, the filters sent again with each cursor',
    accepts: 'on each page what one large page shows under the same filters, and the same total',
    async run(context) {
      const named = await narrowings(context);
      // The last ones are those with several filters at once; where requests are scarce they stand for all.
      const names = Object.keys(named);
      for (const filters of isQuick(context) ? names.slice(-1) : names) {
        await onGenerated(
          context,
          fc.record({ limit: fc.constantFrom(1, 2, few), filters: fc.constant(filters) }),
          async ({ limit }) => agree(context, limit, named[filters] ?? {}, `the filters ${filters}`),
          Math.ceil(context.runs / 12),
        );
      }
    },
  }),

  // A page reached by a cursor continues the order of the page that the cursor came from.
  check('pagination.cursor-keeps-sort', {
    access: 'read',
    on: (op) => withSort.includes(op.id) || (told.includes(op.id) && op.paginated && takesSort(op)),
    sends: 'walks by cursor in an order that is asked for, sent again with each cursor',
    accepts: 'the results of one large page in the same order',
    async run(context) {
      const { op } = context;
      const stated = usualSorts[op.id] ?? { field: 'startDate', direction: 'asc' };
      const named = sortsOf(op).filter(
        ({ field, direction }) => field !== stated.field || direction !== stated.direction,
      );
      const asked = named.length > 0 ? fc.constantFrom(...named) : fc.constant(stated);
      await onGenerated(
        context,
        fc.record({ limit: fc.constantFrom(2, few, 7), sort: asked }),
        async ({ limit, sort }) => agree(context, limit, { sort }, 'the order asked for'),
        Math.ceil(context.runs / 4),
      );
    },
  }),

  // A `cursor` of `null` in a search body counts as no cursor.
  check('pagination.cursor-null', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'a search without `cursor` (accepted), then the same with a `cursor` of `null`',
    accepts: 'the same page',
    run: (context) =>
      atRest(context, { limit: few }, async (read) => {
        const without = await read({ limit: few });
        const answer = await ask(context, { limit: few, cursor: null });
        context.must(answer).be.accepted();
        const withNull = await read({ limit: few, cursor: null });
        context.must.hold(idsOf(context, withNull).join() === idsOf(context, without).join(), {
          expected: 'the first page',
          actual: 'another page',
          in: [without.answer, answer],
        });
      }),
  }),

  // On the user search, limit, offset and cursor are properties of the request body.
  check('pagination.search-body', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'searches with limit, offset and cursor in the body',
    accepts: 'the pages that they ask for',
    run: (context) =>
      atRest(context, { limit: 2 * few }, async (read) => {
        const { must, need } = context;
        const large = await read({ limit: 2 * few });
        const ids = idsOf(context, large);
        need(ids.length > few, `more than ${few} users`);
        const byOffset = await read({ limit: few, offset: few });
        const first = await read({ limit: few });
        const byCursor = await read({ limit: few, cursor: need(first.page.nextCursor, 'a `nextCursor`') });
        for (const [way, found] of Object.entries({ offset: byOffset, cursor: byCursor })) {
          const { page, answer } = found;
          const same = page.items.length <= few && idsOf(context, found)[0] === ids[few];
          must.hold(same, {
            expected: `the ${way} in the body to lead to the result that ${few} others precede`,
            actual: `${page.items.length} results that begin elsewhere`,
            in: [large.answer, answer],
          });
        }
      }),
  }),
];

/** Judges that a walk by cursor and one large page show the same results when both carry the same parameters. */
async function agree(context: Context, limit: number, params: Params, what: string): Promise<void> {
  const { must, need } = context;
  const wide = { ...params, limit: widthOf(limit) };
  await atRest(context, wide, async (read) => {
    const whole = await read(wide);
    // Few results are walked through in pages that leave a second one to walk to.
    const most = whole.page.items.length - 1;
    need(most > 0, `two results under ${what}`);
    const walked = await walk(context, read, { limit: Math.min(limit, most) }, params);
    need(walked.pages.length > 1, `a second page under ${what}`);
    const expected = idsOf(context, whole);
    const ids = idsOf(context, ...walked.pages);
    const strays = ids.filter((id) => !expected.includes(id)).length;
    const answers = [whole, ...walked.pages].map(({ answer }) => answer);
    must.hold(ids.join() === expected.slice(0, ids.length).join(), {
      expected: `${ids.length} results along the walk as on one page, under ${what}`,
      actual: strays > 0 ? `${strays} results that don't belong there` : 'another order, or results again',
      in: answers,
    });
    const totals = new Set([whole, ...walked.pages].map(({ page }) => page.total));
    must.hold(totals.size === 1, {
      expected: `one \`total\` on all pages under ${what}`,
      actual: `${totals.size} different ones`,
      in: answers,
    });
  });
}
