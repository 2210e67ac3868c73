import { type Check, check } from '../../../harness/judging/check.ts';
import { judgeOrder, momentIn } from '../../target/order.ts';
import { acrossPages } from '../../target/pages/sorted-walk.ts';
import { searchNeeds, takesSort, unlessTaken } from '../../target/sessions/ask.ts';
import { sortsNamed } from '../../target/sorts.ts';

const places = [
  { id: 'list-sessions.sort-order/across-pages', needs: ['session.item-shape'] },
  { id: 'search-sessions.sort/across-pages', needs: searchNeeds },
] as const;

/** Each order of sessions from page to page. */
export const sortedPages: readonly Check[] = places.map(({ id, needs }) =>
  check(id, {
    needs: [...needs, 'list-sessions.sort-fields', 'list-sessions.sort-directions'],
    unless: (op, settings) =>
      unlessTaken()?.(op, settings) ?? (takesSort(op) ? undefined : 'the profile shows no sort in the body'),
    cost: 'high',
    sends: 'pages by offset and by cursor that end between sessions of one moment',
    async run(context) {
      for (const sort of sortsNamed(context))
        await acrossPages(
          context,
          {
            sort,
            keyOf: (session) => momentIn(session, sort.field),
            judgeOrder: (sessions, answers) => judgeOrder(context, sessions, sort, answers),
          },
          context.share('few'),
        );
    },
  }),
);
