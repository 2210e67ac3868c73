import { type SessionQuery, sessionQueries } from '../../../generators/list-and-search.ts';
import { type FilterName, listFilters, type SessionFilterSet } from '../../../generators/session-filters.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal } from '../../target/minimal.ts';
import { isSameSort, judgeSameStretch, type Placed } from '../../target/order.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, factsIn, sample } from '../../target/sessions/facts.ts';
import { paramsOf, showing, usableFilters } from '../../target/sessions/filters.ts';
import { judgeNoneMissing } from '../../target/sessions/found.ts';
import { defaultSort } from '../../target/sessions/order.ts';
import { sortsOf } from '../../target/sorts.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';

/** The list and the search of sessions find the same. */
export const searchAsList: readonly Check[] = [
  check('search-sessions.search/same-as-list', {
    needs: searchNeeds,
    unless: unlessTaken(),
    cost: 'high',
    accepts: 'the same total and the same sessions; with a sort, in the same order',
    run: sameAsList,
  }),
];

async function sameAsList(context: Context): Promise<void> {
  const list = context.operation('listSessions');
  const total = context.need(pageOf(context, await minimal(context, list)).total, 'a `total`');
  context.need(total > 0, 'a session in the list');
  await judgePlain(context, list);
  // Filters and orders a quick run tries at each list by itself.
  if (context.effort === 'quick') return;
  const all = await sample(context, list);
  const names = usableFilters(context, all);
  const sessions = showing(all, names);
  context.need(sessions.length > 0, 'a session that shows what it can be filtered by');
  const judge = (params: Params) =>
    onStableData(
      context,
      async () => measured(context, pageOf(context, await askSessions(context, params, list))),
      () => judgeSame(context, params),
    );
  await judge(asParams(context, { filters: threeOf(names) }, sessions));
  // First any filters, then many: a search may forget the third one.
  for (const least of [0, 3]) {
    await onGenerated(
      context,
      sessionQueries(sessions.length, total, names, least),
      (request) => judge(asParams(context, request, sessions)),
      context.share('quarter'),
    );
  }
}

/** Three filters that one session fits, so that no page of what they find is past the end. */
function threeOf(names: readonly FilterName[]): SessionFilterSet {
  const lists = listFilters.filter((name) => names.includes(name));
  return Object.fromEntries(lists.map((name) => [name, ['session 1']]));
}

function asParams(context: Context, request: SessionQuery, sessions: readonly Facts[]): Params {
  const { filters, sorted, ...page } = request;
  const isNamed = sortsOf(context.op).some((one) => isSameSort(one, defaultSort));
  const sort = sorted && isNamed ? { sort: defaultSort } : {};
  return { ...paramsOf(context, filters, sessions), ...page, ...sort };
}

/** Everything, by the answers that rows share, and where they differ by fresh ones. */
async function judgePlain(context: Context, list: Operation): Promise<void> {
  let ask = (op: Operation) => minimal(context, op);
  await onStableData(
    context,
    async () => measured(context, pageOf(context, await askSessions(context, {}, list))),
    async () => {
      const answers = { listed: await ask(list), found: await ask(context.op) };
      ask = (op) => askSessions(context, {}, op);
      await judgeAnswers(context, {}, answers);
    },
  );
}

async function judgeSame(context: Context, params: Params): Promise<void> {
  const listed = await askSessions(context, params, context.operation('listSessions'));
  context.need(listed.status === 200, 'listSessions to accept the request');
  await judgeAnswers(context, params, { listed, found: await askSessions(context, params) });
}

async function judgeAnswers(
  context: Context,
  params: Params,
  { listed, found }: { readonly listed: Answer; readonly found: Answer },
): Promise<void> {
  const { op, must, need } = context;
  const list = context.operation('listSessions');
  need(listed.status === 200, 'listSessions to accept the request');
  const due = await read(context, list, listed);
  // A page past the end may be refused.
  const offset = Number(params['offset'] ?? 0);
  if (offset > 0 && offset >= (due.total ?? 0) && found.status >= 400) return;
  must(found).be.accepted();
  const shown = await read(context, op, found);
  must.equal(shown.total, due.total, '`pagination.total` of the search', found);
  const answers = [listed, found];
  if ([due, shown].every(({ facts, total }) => facts.length === total))
    return judgeNoneMissing(context, due.facts, shown.facts, 'sessions that the list has', answers);
  // Without a limit, how many sessions a page has is for the search to say; without a sort, in which order.
  if (params['limit'] === undefined) return;
  must.equal(shown.facts.length, due.facts.length, 'the number of sessions on the page', found);
  if (params['sort'] === undefined) return;
  const [first, second] = [placed(due.facts), placed(shown.facts)];
  judgeSameStretch(context, { first, second, whole: false }, defaultSort.field, answers);
}

async function read(context: Context, op: Operation, answer: Answer) {
  const { items, total } = pageOf(context, answer);
  return { facts: factsIn(context, op, items, await identifierOf(context, op)), total };
}

function placed(sessions: readonly Facts[]): readonly Placed[] {
  return sessions.map(({ id, start }) => ({ id, key: start }));
}
