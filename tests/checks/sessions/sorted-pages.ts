import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { type Json, type Page, pageOf } from '../../target/body.ts';
import { datesNeeds } from '../../target/dates/dated-sessions.ts';
import { judgeOrder, momentIn } from '../../target/order.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { acrossPages, widest } from '../../target/pages/sorted-walk.ts';
import { fieldsThatDiffer } from '../../target/same-fields.ts';
import { askSessions, takesSort, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, factsIn, freshSample, sample } from '../../target/sessions/facts.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { statedText } from '../../target/stated.ts';

/** The size of pages among sessions that lack the field of the sort. */
const without = 2;

/** Each order of sessions from page to page. */
export const sortedPages: readonly Check[] = checks(
  ['list-sessions.sort-order/across-pages', 'search-sessions.sort/across-pages'],
  {
    needs: (op) => [...datesNeeds(op), 'list-sessions.sort-fields', 'list-sessions.sort-directions'],
    unless: (op, settings) =>
      unlessTaken()?.(op, settings) ?? (takesSort(op) ? undefined : 'the profile shows no sort in the body'),
    cost: 'high',
    sends:
      'pages by offset and by cursor that end between sessions of one moment, and between those that lack the field of the sort',
    accepts: 'sessions in order, with the fields that they have without the sort',
    async run(context) {
      for (const sort of sortsNamed(context)) {
        await acrossPages(
          context,
          {
            sort,
            keyOf: (session) => momentIn(session, sort.field),
            judgeOrder: (sessions, answers) => judgeOrder(context, sessions, sort, answers),
          },
          context.share('few'),
        );
        await judgeLargePage(context, sort);
      }
    },
  },
);

/** Judges the large page of the walks, and the pages on which what lacks the field of the sort stands, if anything does. */
function judgeLargePage(context: Context, sort: Sort): Promise<void> {
  return onStableReads(
    context,
    async () => (await freshSample(context)).map(({ item }) => statedText(context, item)),
    async (used) => {
      const plain = used === context ? await freshSample(context) : await sample(context);
      const answer = await askSessions(used, { sort, limit: widest });
      const page = pageOf(context, answer);
      await judgeSameFields(context, { plain, sort, answer, items: page.items });
      if (plain.some(({ item }) => momentIn(item, sort.field) === undefined))
        await judgeWithout(context, used, sort, page);
    },
  );
}

/** A large page under a sort, and sessions without it. */
interface SortedPage {
  readonly plain: readonly Facts[];
  readonly sort: Sort;
  readonly answer: Answer;
  readonly items: readonly Json[];
}

/**
 * Judges that sessions under a sort have the fields that they have without it: an open one has no end to be sorted by, and
 * gets none.
 */
async function judgeSameFields(context: Context, { plain, sort, answer, items }: SortedPage): Promise<void> {
  const sorted = factsIn(context, context.op, items, await identifierOf(context));
  const differing = differingFields(context, plain, sorted);
  context.must.hold(differing.length === 0, {
    expected: `sessions with the same fields under the sort by \`${sort.field}\`, ${sort.direction}, and without it`,
    actual: `differences in ${new Set(differing).size} fields`,
    in: answer,
  });
}

/**
 * Judges that a cursor leads on among those that have nothing to be sorted by: they stand at the start or at the end,
 * where nothing else says so, and no comparison finds them.
 */
async function judgeWithout(
  context: Context,
  used: Context,
  sort: Sort,
  { items, total }: Page,
): Promise<void> {
  const all = context.need(total || undefined, 'a `total` of at least 1');
  const isAtStart = items.slice(0, 2 * without).every((item) => momentIn(item, sort.field) === undefined);
  const offset = isAtStart ? 0 : Math.max(0, all - 2 * without + 1);
  const asked = { sort, limit: without };
  const first = await askSessions(used, { ...asked, offset });
  const cursor = pageOf(context, first).nextCursor;
  const next = typeof cursor === 'string' ? [await askSessions(used, { ...asked, cursor })] : [];
  const shown = [first, ...next].flatMap((answer) => pageOf(context, answer).items);
  const due = Math.min(2 * without, all - offset);
  context.must.hold(shown.length === due, {
    expected: `${due} sessions on two pages from place ${offset} on, under the sort by \`${sort.field}\`, ${sort.direction}`,
    actual: `${shown.length} sessions`,
    in: [first, ...next],
  });
}

/** The names of the fields in which sessions that are in both readings differ. */
function differingFields(
  context: Context,
  plain: readonly Facts[],
  sorted: readonly Facts[],
): readonly string[] {
  const known = new Map(plain.map(({ id, item }) => [id, item]));
  return sorted.flatMap(({ id, item }) => {
    const same = id === undefined ? undefined : known.get(id);
    return same === undefined ? [] : fieldsThatDiffer(context, item, same);
  });
}
