import fc from 'fast-check';
import { type ListFilter, listFilters } from '../../../generators/filters.ts';
import type { Sort } from '../../../generators/sort.ts';
import { walks } from '../../../generators/walks.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { type Json, pageOf, text } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { fromStandard } from '../../target/effort.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal } from '../../target/minimal.ts';
import { isSameSort, judgeOrder, momentIn } from '../../target/order.ts';
import { largestPage } from '../../target/pages/largest.ts';
import { ask, freshly, onStablePages, type Reader } from '../../target/pages/reader.ts';
import { acrossPages, judgeWalks, pagesPerWalk } from '../../target/pages/sorted-walk.ts';
import { judgeWholeOrders, wholeOrders } from '../../target/pages/whole-orders.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';
import { criterion } from '../../target/users/criteria.ts';
import { filterNamed } from '../../target/users/filters.ts';
import { find, idsOf } from '../../target/users/found.ts';
import { defaultSort, isKnownOrder, judgeSamePage, sortedUsers } from '../../target/users/order.ts';
import { unchangedUsers } from '../../target/users/read.ts';

/** Sizes of pages; the first three are walked at every effort, for each shows what the others hide. */
const sizes = { seven: 7, three: 3, one: 1, two: 2 } as const;
const sizeNames = Object.keys(sizes) as (keyof typeof sizes)[];

/** More values than services look up at once. */
const most = 120;

/** The order in which users come without a sort. */
export const defaultOrder: readonly Check[] = [
  ...checks(['list-users.sort', 'search-users.sort'], {
    async run(context) {
      const answer = await ask(context, { sort: defaultSort });
      context.must(answer).have.status(200);
      judgeOrder(context, needSeveral(context, pageOf(context, answer).items), defaultSort, [answer]);
    },
  }),

  ...checks(['list-users.sort-default', 'search-users.sort-default'], {
    run: (context) => onStableReads(context, () => measure(context), judgeDefault),
  }),

  // What is asked for in batches comes in the order of the batches, unless somebody sorts it again.
  check('search-users.sort-default/many', {
    sends: `searches for ${most} ids, and as many values of each other filter that takes several: the oldest user first, and of nobody among them where there are fewer users`,
    run: (context) =>
      onStableData(
        context,
        () => measure(context),
        () => judgeMany(context),
      ),
  }),

  // What was changed is near at hand, and comes first where nobody sorts.
  ...checks(['list-users.sort-default/after-changes', 'search-users.sort-default/after-changes'], {
    access: 'write',
    needs: [prerequisiteOf('student'), 'update-user-name.body'],
    unless: fromStandard,
    sends:
      'a change of the name of the oldest of three accounts, then the users with its role, and all users',
    accepts: 'the default order, whatever was changed',
    run: judgeAfterChanges,
  }),

  ...checks(['list-users.sort-default/across-pages', 'search-users.sort-default/across-pages'], {
    cost: 'high',
    sends: 'the first pages of a list, of several sizes, one after the other by offset and by cursor',
    run: defaultAcrossPages,
  }),
];

const namedSorts = ['list-users.sort-fields', 'list-users.sort-directions'];

/** The orders that the target names. */
export const sorting: readonly Check[] = [
  check('list-users.sort-order', {
    cost: 'high',
    accepts: '200 for each order, and where moments decide, users in that order over all pages',
    run: followsSorts,
  }),

  check('search-users.sort/as-in-list', {
    needs: namedSorts,
    cost: 'high',
    run: sortsAsInList,
  }),

  ...checks(['list-users.sort-order/across-pages', 'search-users.sort/across-pages'], {
    needs: namedSorts,
    cost: 'high',
    sends:
      'pages by offset and by cursor that end between users who are alike in what they are sorted by; the search in every third order',
    async run(context) {
      const step = context.op.id === 'listUsers' || context.effort === 'deep' ? 1 : 3;
      for (const sort of sortsNamed(context).filter((_, at) => at % step === 0))
        await acrossPages(context, sortedUsers(context, sort), context.share('few'));
    },
  }),

  ...checks(['list-users.sort-order/whole', 'search-users.sort/whole'], {
    ...wholeOrders,
    needs: namedSorts,
    run: (context) => judgeWholeOrders(context, ask),
  }),
];

async function defaultAcrossPages(context: Context): Promise<void> {
  const { items } = pageOf(context, await minimal(context, context.op));
  needSeveral(context, items);
  await forEachKind(
    context,
    sizeNames,
    (name) => walks('from the start', items.length, pagesPerWalk, [sizes[name]]),
    ({ limit }) => judgeFromStart(context, limit),
    context.share('quarter'),
  );
}

/** Judges walks from the first page on; without a sort, those in the default order. */
function judgeFromStart(context: Context, limit: number, sort?: Sort): Promise<void> {
  const window = { ...(sort && { sort }), limit: limit * pagesPerWalk };
  const walk = async (read: Reader) =>
    judgeWalks(context, sortedUsers(context, sort), read, await read(window), { limit });
  return onStablePages(context, window, walk, freshly(context));
}

async function followsSorts(context: Context): Promise<void> {
  const sorts = otherSorts(context);
  needSeveral(context, pageOf(context, await minimal(context, context.op)).items);
  for (const sort of sorts.filter(isKnownOrder)) await judgeFromStart(context, 3, sort);
  const unknown = sorts.filter((sort) => !isKnownOrder(sort));
  for (const sort of unknown.slice(0, context.share('half')))
    context.must(await ask(context, { sort, limit: 1 })).have.status(200);
}

async function sortsAsInList(context: Context): Promise<void> {
  const sorts = otherSorts(context);
  needSeveral(context, pageOf(context, await minimal(context, context.op)).items);
  for (const sort of sorts) {
    await onGenerated(
      context,
      fc.record({
        sort: fc.constant(sort),
        limit: fc.constantFrom(20, 7),
        offset: fc.constantFrom(0, 7),
      }),
      (request) =>
        onStableData(
          context,
          () => everybody(context),
          () => judgeAsInList(context, request),
        ),
      context.byEffort({ quick: 1, standard: 2, deep: 10 }),
    );
  }
}

/** The users in the order of the list itself: who stands elsewhere in each answer under a sort has not changed. */
async function everybody(context: Context): Promise<unknown> {
  const list = { ...context, op: context.operation('listUsers') };
  const { limit } = await largestPage(list);
  return measured(context, pageOf(context, await ask(list, { limit })));
}

async function judgeAsInList(context: Context, request: Params & { readonly sort: Sort }): Promise<void> {
  const list = await context.send('listUsers', request);
  context.need.accepted(list);
  const search = await ask(context, request);
  context.must(search).have.status(200);
  judgeSameAnswers(context, list, search, request.sort.field);
}

async function judgeDefault(context: Context): Promise<void> {
  const [without, explicit] = [await ask(context, {}), await ask(context, { sort: defaultSort })];
  const { items } = pageOf(context, without);
  judgeOrder(context, needSeveral(context, items), defaultSort, [without]);
  judgeSameAnswers(context, without, explicit, defaultSort.field);
}

async function judgeAfterChanges(context: Context): Promise<void> {
  const ids = [await accountId(context, 'student')];
  for (const label of ['member 1', 'account alike']) ids.push(await fixtureId(context, 'student', label));
  const users = (await unchangedUsers(context, ids)).filter((user) => user !== undefined);
  const [user] = users.sort((one, other) => (String(one['createdAt']) < String(other['createdAt']) ? -1 : 1));
  const name = nameMeanings(context, 'Rollcall', `Sorted ${markOf(context)}`);
  const id = context.need(text(user?.['userId']), 'the oldest of three accounts');
  context.need.accepted(await request(context, 'updateUserName', id, name));
  const role = Array.isArray(user?.['roles']) ? text(user['roles'][0]) : undefined;
  const filters = role === undefined ? [{}] : [{ role }, {}];
  for (const filter of filters) {
    const params = context.op.id === 'searchUsers' ? { search: filter } : filter;
    await onStableData(
      context,
      () => measure(context),
      async () => {
        const answer = await context.send(context.op, params);
        judgeOrder(context, needSeveral(context, pageOf(context, answer).items), defaultSort, [answer]);
      },
    );
  }
}

async function judgeMany(context: Context): Promise<void> {
  const users = pageOf(context, await minimal(context, context.operation('listUsers'))).items.toReversed();
  for (const name of listFilters) {
    const filter = filterNamed(name);
    const known = users.flatMap((user) => filter.valueOf(user) ?? []);
    if (known.length < 2 && name !== 'userId') continue;
    const answer = await find(context, [{ filter, values: await amongNobody(context, name, known) }]);
    // How many more than thirty values a search takes is left open.
    context.need(answer.status < 300, `a search for ${most} values to be accepted, got ${answer.status}`);
    judgeOrder(context, needSeveral(context, pageOf(context, answer).items), defaultSort, [answer]);
  }
}

/** Values of users among those of nobody, so many that there are enough of both together. */
async function amongNobody(
  context: Context,
  name: ListFilter,
  known: readonly string[],
): Promise<readonly string[]> {
  const others = Math.max(0, most - known.length);
  const whose = Array.from({ length: others }, (_, nth) => `nobody ${nth + 1}` as const);
  const nobody = others === 0 ? [] : (await criterion(context, name, whose)).values;
  const upTo = (at: number) => Math.floor((at * others) / known.length);
  return known.flatMap((value, at) => [value, ...nobody.slice(upTo(at), upTo(at + 1))]).slice(0, most);
}

function judgeSameAnswers(context: Context, one: Answer, other: Answer, field: string): void {
  const { items: first, total } = pageOf(context, one);
  const { items: second } = pageOf(context, other);
  judgeSamePage(context, { first, second, whole: first.length === total }, field, [one, other]);
}

/** What must not change while answers are compared: how many users there are, and which come first. */
async function measure(context: Context): Promise<unknown> {
  const page = pageOf(context, await ask(context, { limit: 3 }));
  return [page.total, idsOf(page.items)];
}

function needSeveral(context: Context, items: readonly Json[]): readonly Json[] {
  const moments = new Set(items.map((item) => momentIn(item, defaultSort.field)));
  return context.need(moments.size > 1 && items, 'two users made at different moments');
}

/** Sorts other than the default, made of the fields and directions that the profile names. */
function otherSorts(context: Context): readonly Sort[] {
  const sorts = sortsNamed(context).filter((sort) => !isSameSort(sort, defaultSort));
  return context.need(sorts.length > 0 && sorts, 'a sort field or direction beside those of the default');
}
