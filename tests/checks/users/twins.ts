import { type TwinRequest, twinRequests } from '../../../generators/list-and-search.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { judgeSamePage, defaultSort as usualSort } from '../../target/users/order.ts';
import { inOurWords, paramsFor, wantedBy, wellKnown } from '../../target/users/samples.ts';

/** GET `/users` and POST `/users/search` are two doors to one list (chapter Users). */
export const twins: readonly Check[] = [
  // The same filters, page and sort give the same users in the same order.
  check('search-users.same-as-list-users', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'any filters, page and sort, as a query to the list and as a body to the search',
    accepts:
      'the same users in the same order, the same total, limit and offset, and cursors in the same places',
    async run(context) {
      const total = context.need(pageOf(context, await minimal(context, context.op)).total, 'a total');
      await context.forAll(
        twinRequests(wellKnown, total),
        (request) =>
          onStableData(
            () => measure(context, request),
            () => judgeTwins(context, inOurWords(context, request)),
          ),
        2 * context.runs - 4,
      );
    },
  }),
];

async function judgeTwins(context: Context, request: TwinRequest): Promise<void> {
  const [search, list] = [
    await ask(context, 'searchUsers', request),
    await ask(context, 'listUsers', request),
  ];
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
  const whole = first.items.length === first.total;
  judgeSamePage(context, { first: first.items, second: second.items, whole }, usualSort.field, [
    search,
    list,
  ]);
}

async function measure(context: Context, request: TwinRequest): Promise<unknown> {
  const { total, items } = pageOf(context, await ask(context, 'listUsers', request));
  return [total, items];
}

async function ask(context: Context, operation: string, request: TwinRequest) {
  const op = context.operation(operation);
  const { filters, sorted, ...page } = request;
  const wanted = await wantedBy(context, filters);
  const sort = sorted ? { sort: usualSort } : {};
  return context.send(op, { ...paramsFor({ op }, wanted), ...page, ...sort });
}
