import type { ListFilter } from '../../../generators/session-filters.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { comparable, itemsOf, pageOf } from '../../target/body.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, factsIn, sample } from '../../target/sessions/facts.ts';
import { fitsAll, gapOf, showing, valueFor } from '../../target/sessions/filters.ts';
import { onStableSessions, totalWith } from '../../target/sessions/found.ts';
import { onStableData } from '../../target/stable-data.ts';
import { measured } from '../../target/stated.ts';

const filters: readonly { readonly id: string; readonly name: ListFilter }[] = [
  { id: 'search-sessions.many-values/user-ids', name: 'userId' },
  { id: 'search-sessions.many-values/test-ids', name: 'testId' },
  { id: 'search-sessions.many-values/subjects', name: 'subject' },
];

/** The session search, whose body only a profile shows. */
export const search: readonly Check[] = [
  check('search-sessions.exists', {
    needs: ['search-sessions.body'],
    run: async (context) => context.must(await askSessions(context, {})).be.accepted(),
  }),

  check('search-sessions.search', {
    needs: [...searchNeeds, 'session-user.fields'],
    run: (context) =>
      onStableData(
        context,
        async () => measured(context, pageOf(context, await askSessions(context, {}))),
        () => followsFilter(context),
      ),
  }),

  check('search-sessions.many-values', {
    needs: ['search-sessions.body'],
    sends: 'one user (accepted), then 31 users',
    run: takesMany,
  }),

  ...filters.map(({ id, name }) =>
    check(id, {
      needs: [...searchNeeds, gapOf[name]],
      unless: unlessTaken(name),
      cost: 'high',
      sends:
        'one value by itself, then after 30 values that no session has, and after 59 where so many are taken',
      accepts: 'as many sessions as for the one value, and no others',
      run: (context) => followsLast(context, name),
    }),
  ),
];

async function takesMany(context: Context): Promise<void> {
  const ids = Array.from({ length: 31 }, (_, n) => context.unknownId(`user ${n}`));
  const control = await askSessions(context, { userId: ids.slice(0, 1) });
  context.need.accepted(control);
  // The interface says no more than that the search takes more values than the list.
  context.must(await askSessions(context, { userId: ids })).be.accepted();
}

async function followsLast(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  context.need(sessions.length > 0, `a session that shows its ${name}`);
  const value = valueFor(context, name, 'session 1', sessions);
  const unknown = Array.from({ length: 59 }, (_, n) => valueFor(context, name, `nothing ${n + 1}`, []));
  await onStableSessions(context, (used) => judgeLast(used, name, [...unknown.slice(0, 30), value]));
  const many = [...unknown, value];
  const { status } = await askSessions(context, { [name]: many, limit: 1 });
  context.observe('search-sessions.many-bound', status < 300 ? 'takes 60 values' : 'refuses 60 values');
  if (status < 300) await onStableSessions(context, (used) => judgeLast(used, name, many));
}

async function judgeLast(context: Context, name: ListFilter, values: readonly string[]): Promise<void> {
  const alone = await totalWith(context, { [name]: values.slice(-1) });
  const params = { [name]: values };
  const answer = await askSessions(context, { ...params, limit: 20 });
  context.must(answer).be.accepted();
  const { items, total } = pageOf(context, answer);
  const others = factsIn(context, context.op, items).filter((facts) => !fitsAll(facts, params)).length;
  context.must.hold(total === alone.total && others === 0, {
    expected: `the ${alone.total} sessions of the value that stands after ${values.length - 1} others`,
    actual: `${total} sessions, ${others} of them with another value`,
    in: [alone.answer, answer],
  });
}

async function followsFilter(context: Context): Promise<void> {
  const { op, must, need } = context;
  const known = await sample(context, context.operation('listSessions'));
  const all = [...new Set(known.map(({ userId }) => userId).filter((id) => id !== undefined))];
  // One learner at least is not asked for, so that a filter without effect shows.
  const users = all.slice(0, Math.min(3, all.length - 1));
  need(users.length > 0, 'sessions of two learners');
  const answer = await askSessions(context, { userId: users });
  const found = factsIn(context, op, itemsOf(context, answer));
  const isTheirs = ({ userId }: Facts) => users.map(comparable).includes(comparable(userId));
  must.every(
    found,
    (facts) => facts.userId === undefined || isTheirs(facts),
    `sessions of the ${users.length} users searched for`,
    answer,
  );
  const due = known.filter(isTheirs);
  must.hold(found.length >= Math.min(due.length, 100), {
    expected: `at least the ${due.length} sessions that the list has of these users`,
    actual: `${found.length}`,
    in: answer,
  });
}
