import { type Check, check } from '../../../harness/judging/check.ts';
import { text } from '../../target/body.ts';
import { acrossPages } from '../../target/pages/sorted-walk.ts';
import { searchNeeds, takesSort, unlessTaken } from '../../target/sessions/ask.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { judgeOrder } from './order.ts';

const words = ['list-sessions.sort-fields', 'list-sessions.sort-directions'];

const homes = [
  ['listSessions', 'list-sessions.sort-order/across-pages', ['session.item-shape']],
  ['searchSessions', 'search-sessions.sort/across-pages', searchNeeds],
] as const;

/** Each order of sessions from page to page (chapter Sessions). */
export const sortedPages: readonly Check[] = homes.map(([operation, id, shown]) =>
  // Whatever sessions are sorted by, those of one moment neither get lost between two pages nor come twice.
  check(id, {
    access: 'read',
    on: [operation],
    needs: [...shown, ...words],
    unless: (op, settings) =>
      unlessTaken()?.(op, settings) ?? (takesSort(op) ? undefined : 'the profile shows no sort in the body'),
    sends:
      'pages in each order that the target names, by offset and by cursor, that end between sessions of one moment',
    accepts: 'the sessions of one large page in that order, none twice and none left out',
    async run(context) {
      for (const sort of sortsNamed(context))
        await acrossPages(
          context,
          {
            sort,
            keyOf: (session) => momentOf(session[sort.field]),
            judgeOrder: (sessions, answers) => judgeOrder(context, sessions, sort, answers),
          },
          Math.ceil(context.runs / 12),
        );
    },
  }),
);

function momentOf(value: unknown): number | undefined {
  const moment = Date.parse(text(value) ?? '');
  return Number.isNaN(moment) ? undefined : moment;
}
