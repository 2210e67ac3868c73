import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf, pageOf, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { minimal } from '../../target/minimal.ts';
import { ask, idsOf, onStablePages } from '../../target/pages/reader.ts';
import { sample } from '../../target/sessions/facts.ts';

/** So many ids that an address with them, and with a cursor that holds them once more, is still no long one. */
const most = 16;

/** The search is for more values than the list takes. */
const mostInBody = 40;

/** What stands in front of a service may refuse longer addresses. */
const longestAddress = 2000;

/** A cursor that has to hold, or to stand beside, many values of a filter (Pagination; Limits). */
export const manyValues: readonly Check[] = [
  check('pagination.cursor-keeps-filters/many-values', {
    on: ['listUsers', 'searchUsers', 'listSessions'],
    needs: ({ id }) => (id === 'listSessions' ? ['session.item-shape'] : []),
    unless: fromStandard,
    sends: `the first page of what ${most} ids find, or ${mostInBody} in a search (accepted), then the page behind its \`nextCursor\``,
    accepts: `414 or 431, and any refusal of an address of more than ${longestAddress} characters`,
    async run(context) {
      const userIds = await manyIds(context);
      const isSearch = context.op.id === 'searchUsers';
      const filters: Params = { ...(isSearch ? { search: { userIds } } : { userId: userIds }), limit: 1 };
      await onStablePages(context, filters, async (read) => {
        const { need, must } = context;
        const first = await read(filters);
        const cursor = need(first.page.nextCursor, 'a second page of what several ids find');
        const answer = await ask(context, { ...filters, cursor });
        const isLong = answer.sent.path.length > longestAddress;
        need(
          !isTooLong(answer) && (!isLong || answer.status === 200),
          'an address of this length to be accepted',
        );
        must(answer).be.accepted();
        const second = { ...first, answer, page: pageOf(context, answer) };
        const [one] = idsOf(context, second);
        must.hold(
          one !== undefined && one !== idsOf(context, first)[0] && first.page.total === second.page.total,
          {
            expected: 'the second of the results that the first page counts',
            actual: `${second.page.items.length} results of ${second.page.total ?? 'an unknown number'}`,
            in: [first.answer, answer],
          },
        );
      });
    },
  }),
];

function isTooLong({ status }: Answer): boolean {
  return status === 414 || status === 431;
}

/** Many ids: those of users whom the list shows, at least two, and of nobody. */
async function manyIds(context: Context): Promise<readonly string[]> {
  const { op } = context;
  const count = op.id === 'searchUsers' ? mostInBody : most;
  const shown = op.id.endsWith('Users')
    ? itemsOf(context, await minimal(context, op)).map((user) => text(user['userId']))
    : (await sample(context)).map(({ userId }) => userId);
  const known = [...new Set(shown.flatMap((id) => id ?? []))].slice(0, count);
  const nobody = Array.from({ length: count - known.length }, (_, at) => context.unknownId(`nobody ${at}`));
  return [...known, ...nobody];
}
