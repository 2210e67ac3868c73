import type { Sort } from '../../../generators/sort.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { datesNeeds } from '../../target/dates/dated-sessions.ts';
import { judgeOrder, momentIn } from '../../target/order.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { acrossPages, widest } from '../../target/pages/sorted-walk.ts';
import { fieldsThatDiffer } from '../../target/same-fields.ts';
import { askSessions, takesSort, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, factsIn, freshSample, sample } from '../../target/sessions/facts.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { sortsNamed } from '../../target/sorts.ts';

/** Each order of sessions from page to page. */
export const sortedPages: readonly Check[] = checks(
  ['list-sessions.sort-order/across-pages', 'search-sessions.sort/across-pages'],
  {
    needs: (op) => [...datesNeeds(op), 'list-sessions.sort-fields', 'list-sessions.sort-directions'],
    unless: (op, settings) =>
      unlessTaken()?.(op, settings) ?? (takesSort(op) ? undefined : 'the profile shows no sort in the body'),
    cost: 'high',
    sends: 'pages by offset and by cursor that end between sessions of one moment',
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
        await judgeSameFields(context, sort);
      }
    },
  },
);

/**
 * Judges that sessions under a sort have the fields that they have without it: an open one has no end to be sorted by, and
 * gets none. The page is the large one of the walks.
 */
function judgeSameFields(context: Context, sort: Sort): Promise<void> {
  return onStableReads(
    context,
    async () => (await freshSample(context)).map(({ item }) => item),
    async (used) => {
      const plain = used === context ? await freshSample(context) : await sample(context);
      const answer = await askSessions(used, { sort, limit: widest });
      const { items } = pageOf(context, answer);
      const sorted = factsIn(context, context.op, items, await identifierOf(context));
      const differing = differingFields(plain, sorted);
      context.must.hold(differing.length === 0, {
        expected: `sessions with the same fields under the sort by \`${sort.field}\`, ${sort.direction}, and without it`,
        actual: `differences in ${new Set(differing).size} fields`,
        in: answer,
      });
    },
  );
}

/** The names of the fields in which sessions that are in both readings differ. */
function differingFields(plain: readonly Facts[], sorted: readonly Facts[]): readonly string[] {
  const known = new Map(plain.map(({ id, item }) => [id, item]));
  return sorted.flatMap(({ id, item }) => {
    const same = id === undefined ? undefined : known.get(id);
    if (same === undefined) return [];
    return fieldsThatDiffer(item, same, [...new Set([...Object.keys(item), ...Object.keys(same)])]);
  });
}
