import { carries } from '../../../generators/body.ts';
import { type ListFilter, listFilters } from '../../../generators/session-filters.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { itemsOf, object, pageOf } from '../../target/body.ts';
import { sizeOf, totalWith } from '../../target/dates/dated.ts';
import { filled } from '../../target/reuse/fixture.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { factsIn, sample } from '../../target/sessions/facts.ts';
import { gapOf, meantBy, showing, unfit } from '../../target/sessions/filters.ts';
import { sortsNamed } from '../../target/sorts.ts';
import { judgeOrder } from './order.ts';

const on = ['searchSessions'];
const body = ['search-sessions.body'];
const inSearch = { userId: 'user-ids', testId: 'test-ids', subject: 'subjects' } as const;

/** The session search, whose body only a profile shows. */
export const search: readonly Check[] = [
  // The session search is offered.
  check('search-sessions.exists', {
    access: 'read',
    on,
    needs: body,
    sends: 'a search without any filter',
    accepts: 'a success',
    run: async (context) => context.must(await ask(context, {})).be.accepted(),
  }),

  // It takes filters in the property `search` of its body and follows them.
  check('search-sessions.search', {
    access: 'read',
    on,
    needs: [...body, 'search-sessions.response', 'session.item-shape', 'session-user.fields'],
    sends: 'a search for the sessions of some users, by the property that means `userIds`',
    accepts: 'the sessions of these users and no others',
    run: (context) =>
      onStableData(
        async () => (await ask(context, {})).text,
        () => followsFilter(context),
      ),
  }),

  // It takes an order in the property `sort` of its body and follows it.
  check('search-sessions.sort', {
    access: 'read',
    on,
    needs: [
      ...body,
      'search-sessions.response',
      'list-sessions.sort-fields',
      'list-sessions.sort-directions',
    ],
    sends: 'searches in each order that the target names',
    accepts: 'sessions in that order',
    run: followsSort,
  }),

  // It takes more filter values than the session list.
  check('search-sessions.many-values', {
    access: 'read',
    on,
    needs: body,
    sends: 'searches for one user, then for 31 and 60 users',
    accepts: 'a success each time',
    async run(context) {
      takesUsers(context);
      const ids = Array.from({ length: 60 }, (_, n) => context.unknownId(`user ${n}`));
      context.need(
        (await ask(context, { userIds: ids.slice(0, 1) })).status < 300,
        'a search for one user to be accepted',
      );
      for (const count of [31, 60])
        context.must(await ask(context, { userIds: ids.slice(0, count) })).be.accepted();
    },
  }),

  // What is searched for by many values is found by each of them, the last one included.
  ...listFilters.map((name) =>
    check(`search-sessions.many-values/${inSearch[name]}`, {
      access: 'read',
      on,
      needs: [...searchNeeds, gapOf[name]],
      unless: unlessTaken(name),
      sends: `one value of \`${name}\` (accepted), then the same after 30 and after 59 that no session has`,
      accepts: 'as many sessions as for the one value, and no others',
      run: (context) => followsMany(context, name),
    }),
  ),
];

async function followsMany(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  context.need(sessions.length > 0, `a session that shows its ${name}`);
  const value = meantBy(context, name, 'session 1', sessions);
  for (const others of [30, 59]) {
    const numbers = Array.from({ length: others }, (_, index) => index + 1);
    const nothing = numbers.map((n) => meantBy(context, name, `nothing ${n}`, []));
    await onStableData(
      () => sizeOf(context),
      () => judgeMany(context, name, value, nothing),
    );
  }
}

async function judgeMany(
  context: Context,
  name: ListFilter,
  value: string,
  others: readonly string[],
): Promise<void> {
  const alone = await totalWith(context, { [name]: [value] });
  const params = { [name]: [...others, value] };
  const answer = await askSessions(context, { ...params, limit: 20 });
  context.must(answer).be.accepted();
  const { items, total } = pageOf(context, answer);
  const strays = factsIn(context, context.op, items).filter(
    (facts) => unfit(facts, params).length > 0,
  ).length;
  context.must.hold(total === alone.total && strays === 0, {
    expected: `the ${alone.total} sessions of the value that stands after ${others.length} others`,
    actual: `${total} sessions, ${strays} of them with another value`,
    in: [alone.answer, answer],
  });
}

/** Sends a search with these meanings; `search` is there even when it is empty. */
async function ask(context: Context, meanings: Readonly<Record<string, unknown>>): Promise<Answer> {
  const made = object(filled(context.op, meanings)) ?? {};
  return context.send(context.op, {}, { body: { search: {}, ...made } });
}

function takesUsers(context: Context): void {
  context.need(
    carries(context.op.body ?? {}, 'userIds'),
    'a property of the search body that means `userIds`',
  );
}

async function followsFilter(context: Context): Promise<void> {
  const { op, must, need } = context;
  takesUsers(context);
  const known = await sample(context, context.operation('listSessions'));
  const all = [...new Set(known.map(({ userId }) => userId).filter((id) => id !== undefined))];
  // Somebody has to be left out.
  const users = all.slice(0, Math.min(3, all.length - 1));
  need(users.length > 0, 'sessions of two learners');
  const answer = await ask(context, { userIds: users });
  const facts = factsIn(context, op, itemsOf(context, answer));
  const strays = facts.filter(({ userId }) => userId !== undefined && !users.includes(userId)).length;
  const due = known.filter(({ userId }) => userId !== undefined && users.includes(userId));
  must.hold(strays === 0, {
    expected: `only sessions of the ${users.length} users searched for`,
    actual: `${strays} of ${facts.length} sessions of others`,
    in: answer,
  });
  must.hold(facts.length >= Math.min(due.length, 100), {
    expected: `at least the ${due.length} sessions that the list has of these users`,
    actual: `${facts.length}`,
    in: answer,
  });
}

async function followsSort(context: Context): Promise<void> {
  for (const sort of sortsNamed(context)) {
    const answer = await ask(context, { ...sort });
    context.must(answer).be.accepted();
    const items = itemsOf(context, answer);
    context.need(items.length > 1, 'two sessions');
    judgeOrder(context, items, sort, [answer]);
  }
}
