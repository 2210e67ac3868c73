import { type UserQuery, userQueries } from '../../../generators/list-and-search.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal } from '../../target/minimal.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';
import { criteria, paramsFor } from '../../target/users/criteria.ts';
import { defaultSort, judgeSamePage } from '../../target/users/order.ts';
import { mostFindable } from '../../target/users/samples.ts';

/** POST `/users/search` finds what GET `/users` lists. */
export const sameAsList: readonly Check[] = [
  check('search-users.same-as-list-users', {
    cost: 'high',
    accepts:
      'the same users in the same order, the same total, limit and offset, and cursors in the same places',
    async run(context) {
      const window = async (request: UserQuery) => {
        const page = pageOf(context, await ask(context, 'listUsers', request));
        return measured(context, page);
      };
      const judge = (request: UserQuery) =>
        onStableData(
          context,
          () => window(request),
          () => judgeSameAsList(context, request),
        );
      // A search for nothing in particular that finds nobody is judged as well, where the list shows somebody. A quick run
      // compares the largest pages of both in any case.
      if (context.effort !== 'quick') await judge({ filters: {} });
      const total = context.need(pageOf(context, await minimal(context, context.op)).total, 'a total');
      // First any filters, then many: a search may forget the third one.
      for (const least of context.effort === 'quick' ? [0] : [0, 3])
        await onGenerated(
          context,
          userQueries(mostFindable, total, least),
          judge,
          context.byEffort({ quick: 3, standard: 6, deep: 58 }),
          `${least} filters at least`,
        );
    },
  }),
];

async function judgeSameAsList(context: Context, request: UserQuery): Promise<void> {
  const search = await ask(context, 'searchUsers', request);
  const list = await ask(context, 'listUsers', request);
  context.need(list.status === 200, 'the list to accept the request');
  context.must(search).have.status(200);
  const [first, second] = [pageOf(context, search), pageOf(context, list)];
  for (const field of ['total', 'limit', 'offset'] as const) {
    context.must.equal(first[field], second[field], `\`pagination.${field}\` of the search`, search);
  }
  // Which cursors a page past the end has is left open.
  const cursors = first.items.length > 0 ? (['previousCursor', 'nextCursor'] as const) : [];
  for (const field of cursors) {
    context.must.equal(first[field] === null, second[field] === null, `that \`${field}\` is null`, search);
  }
  const pages = { first: first.items, second: second.items, whole: first.items.length === first.total };
  judgeSamePage(context, pages, defaultSort.field, [search, list]);
}

async function ask(context: Context, operation: string, request: UserQuery): Promise<Answer> {
  const op = context.operation(operation);
  const { filters, sorted, ...page } = request;
  const asked = await criteria(context, filters);
  const sort = sorted ? { sort: defaultSort } : {};
  return context.send(op, { ...paramsFor(op, asked), ...page, ...sort });
}
