import { type SessionTwinRequest, sessionTwinRequests } from '../../../generators/list-and-search.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal } from '../../target/minimal.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { askSessions, searchNeeds, takesFilter, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, factsIn, sample } from '../../target/sessions/facts.ts';
import { isAskable, paramsOf, readable, showing } from '../../target/sessions/filters.ts';
import { sortsOf } from '../../target/sorts.ts';
import { usual } from './order.ts';

/** GET `/smart-ia/sessions` and POST `/smart-ia/sessions/search` look through the same sessions (chapter Sessions). */
export const sessionTwins: readonly Check[] = [
  // The same filters and page find the same sessions; with a sort, in the same order.
  check('search-sessions.search/same-as-list', {
    access: 'read',
    on: ['searchSessions'],
    needs: searchNeeds,
    unless: unlessTaken(),
    sends: 'any filters, page and sort, as a query to the list and as a body to the search',
    accepts: 'the same total and the same sessions; with a sort, in the same order',
    run: sameAsList,
  }),
];

async function sameAsList(context: Context): Promise<void> {
  const list = context.operation('listSessions');
  const total = context.need(pageOf(context, await minimal(context, list)).total, 'a `total`');
  const all = await sample(context, list);
  const names = readable(all).filter((name) => takesFilter(context.op, name) && isAskable(context, name));
  const sessions = showing(all, names);
  context.need(sessions.length > 0, 'a session that shows what it can be filtered by');
  await onStableData(
    async () => (await askSessions(context, {}, list)).text,
    () => judgeTwins(context, {}),
  );
  // First any filters, then many: the third one is the one that is forgotten.
  for (const least of isQuick(context) ? [0] : [0, 3]) {
    await onGenerated(
      context,
      sessionTwinRequests(sessions.length, total, names, least),
      (request) => {
        const params = asParams(context, request, sessions);
        return onStableData(
          async () => (await askSessions(context, params, list)).text,
          () => judgeTwins(context, params),
        );
      },
      Math.ceil(context.runs / 4),
    );
  }
}

function asParams(context: Context, request: SessionTwinRequest, sessions: readonly Facts[]): Params {
  const { filters, sorted, ...page } = request;
  const sort = sorted && knowsUsual(context.op) ? { sort: usual } : {};
  return { ...paramsOf(context, filters, sessions), ...page, ...sort };
}

/** Whether the profile names the default sort of the list for the search too. */
function knowsUsual(op: Operation): boolean {
  return sortsOf(op).some(({ field, direction }) => field === usual.field && direction === usual.direction);
}

async function judgeTwins(context: Context, params: Params): Promise<void> {
  const { must, need } = context;
  const [list, search] = [
    await read(context, 'listSessions', params),
    await ask(context, 'searchSessions', params),
  ];
  const offset = Number(params['offset'] ?? 0);
  // A page past the end may be refused.
  if (offset > 0 && offset >= (list.total ?? 0))
    need(search.status < 300, 'a page past the end to be accepted');
  must(search).be.accepted();
  const found = await look(context, 'searchSessions', search);
  must.equal(found.total, list.total, '`pagination.total` of the search', search);
  const answers = [list.answer, search];
  const [whole, all] = [list, found].map(({ facts, total }) => facts.length === total);
  // In which order sessions come without a sort, and how many, is the search's own affair.
  if (params['limit'] !== undefined) judgeCount(context, list.facts, found.facts, answers);
  if (whole && all) return judgeSame(context, list.facts, found.facts, answers);
  if (params['sort'] === undefined || params['limit'] === undefined) return;
  const starts = [list, found].map(({ facts }) => facts.map(({ start }) => start).join());
  must.hold(starts[0] === starts[1], {
    expected: 'the same starts in the same order in both answers',
    actual: 'others, or another order',
    in: answers,
  });
  // Those of one start may change places, at the ends of a page even with those before and after it.
  const edges = [list.facts[0]?.start, list.facts.at(-1)?.start];
  const inner = (facts: readonly Facts[]) => facts.filter(({ start }) => !edges.includes(start));
  judgeSame(context, inner(list.facts), inner(found.facts), answers);
}

function judgeCount(
  context: Context,
  list: readonly Facts[],
  found: readonly Facts[],
  answers: readonly Answer[],
): void {
  context.must.hold(list.length === found.length, {
    expected: `the ${list.length} sessions on the page that the list has there`,
    actual: `${found.length}`,
    in: answers,
  });
}

function judgeSame(
  context: Context,
  list: readonly Facts[],
  found: readonly Facts[],
  answers: readonly Answer[],
): void {
  const ids = new Set(found.map(({ id }) => id));
  const missing = list.filter(({ id }) => !ids.has(id)).length;
  context.must.hold(missing === 0 && list.length === found.length, {
    expected: `the ${list.length} sessions that the list has`,
    actual: `${found.length} sessions, and ${missing} of the list's are missing`,
    in: answers,
  });
}

function ask(context: Context, operation: string, params: Params): Promise<Answer> {
  return askSessions(context, params, context.operation(operation));
}

async function read(context: Context, operation: string, params: Params) {
  const answer = await ask(context, operation, params);
  context.need(answer.status === 200, `${operation} to accept the request`);
  return { answer, ...(await look(context, operation, answer)) };
}

async function look(context: Context, operation: string, answer: Answer) {
  const op = context.operation(operation);
  const { items, total } = pageOf(context, answer);
  return { facts: factsIn(context, op, items, await identifierOf(context, op)), total };
}
