import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { judgeNoneMissing } from '../../target/sessions/found.ts';
import { completedList, inProgressList, statusIn } from '../../target/sessions/kinds.ts';
import { canBeLookedUp, firstPage, startingAt, totalsOfKinds } from '../../target/sessions/lookup.ts';
import { onStableReads } from '../../target/shared-reads.ts';

const byStatusWord = ['session.item-shape', 'session.status-literals'];

/** The lists of the two kinds, and the ids of their checks. */
const lists = [
  {
    on: completedList,
    exists: 'list-completed-sessions.exists',
    kind: 'list-completed-sessions.kind',
    all: 'list-completed-sessions.all-of-kind',
  },
  {
    on: inProgressList,
    exists: 'list-in-progress-sessions.exists',
    kind: 'list-in-progress-sessions.kind',
    all: 'list-in-progress-sessions.all-of-kind',
  },
];

/** The two kinds of sessions, and how their lists make up the whole list. */
export const kinds: readonly Check[] = [
  check('states.two-session-states', {
    run: (context) => onStableKinds(context, judgeTotals),
  }),

  check('list-sessions.both-kinds', {
    needs: ['session.item-shape'],
    run: bothKinds,
  }),

  ...lists.flatMap(({ on, exists, kind, all }) => [
    check(exists, {
      run: async (context) => context.must(await minimal(context, context.op)).be.accepted(),
    }),

    check(kind, {
      needs: byStatusWord,
      accepts: 'one status in the whole list, and none that the list of the other kind has',
      run: (context) => onlyItsKind(context, on === completedList ? inProgressList : completedList),
    }),

    check(all, {
      needs: byStatusWord,
      run: allOfKind,
    }),
  ]),
];

/** Judges a law that compares the lists, and accuses only while their totals stay the same. */
function onStableKinds(context: Context, law: (context: Context) => Promise<void>): Promise<void> {
  const measure = async () => (await totalsOfKinds(context)).map(({ total }) => total);
  return onStableReads(context, measure, law);
}

async function judgeTotals(context: Context): Promise<void> {
  const [all, completed, inProgress] = await totalsOfKinds(context);
  context.must.hold(all.total === completed.total + inProgress.total, {
    expected: `${completed.total} Completed and ${inProgress.total} In Progress to make up the whole list`,
    actual: `${all.total} in the whole list`,
    in: [all, completed, inProgress].map(({ answer }) => answer),
  });
}

async function bothKinds(context: Context): Promise<void> {
  for (const from of [completedList, inProgressList]) {
    const sessions = await sample(context, context.operation(from));
    await judgeSome(context, sessions, { from, to: 'listSessions' });
  }
}

/** A few sessions spread over a sample, both ends included. */
function spread(sessions: readonly Facts[], most: number): readonly Facts[] {
  const count = Math.min(sessions.length, most);
  const step = count === 1 ? 0 : (sessions.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, n) => sessions[Math.round(n * step)]).filter(
    (each) => each !== undefined,
  );
}

/** A few sessions spread over a sample; first come some that the sample of the other list doesn't show. */
function suspectsFirst(sessions: readonly Facts[], others: readonly Facts[], most: number): readonly Facts[] {
  const known = new Set(others.map(({ id }) => id));
  const suspects = sessions.filter(({ id }) => id !== undefined && !known.has(id));
  return suspects.length > 0 ? [...spread(suspects, most), ...spread(sessions, 1)] : spread(sessions, most);
}

/** Between which lists sessions are compared, and the status of those that count, where only some do. */
interface Comparison {
  readonly from: string;
  readonly to: string;
  readonly word?: string;
}

/**
 * Looks some sessions of one list up in the other. A quick run looks up only what the sample of the other list does not
 * show: of the rest it has seen that it is there.
 */
async function judgeSome(context: Context, due: readonly Facts[], comparison: Comparison): Promise<void> {
  const { from, to } = comparison;
  const others = await sample(context, context.operation(to));
  const shown = new Set(others.map(({ id }) => id));
  if (context.effort === 'quick' && due.every(({ id }) => id !== undefined && shown.has(id))) {
    const answers = await Promise.all([from, to].map((list) => minimal(context, context.operation(list))));
    return judgeNoneMissing(context, due, others, `sessions of ${from} that ${to} shows too`, answers);
  }
  for (const one of suspectsFirst(due, others, context.share('quarter')))
    await onStableKinds(context, (used) => judgeListed(used, one, comparison));
}

/**
 * Judges the sessions of one start, to the millisecond: those of one list are in the other list too. Both lists are
 * read anew, because a session may have moved since it was sampled.
 */
async function judgeListed(context: Context, one: Facts, { from, to, word }: Comparison): Promise<void> {
  const start = context.need(one.start, '`startDate` of a session');
  const here = await startingAt(context, to, start);
  // A list without a filter on the start can't be read anew for one session, so that the sample is used.
  const there = canBeLookedUp(context.operation(from))
    ? await startingAt(context, from, start)
    : { facts: [one], answer: here.answer };
  const due = there.facts.filter(({ status }) => word === undefined || status === word);
  const what = `sessions of one start that ${from} has in ${to} too`;
  judgeNoneMissing(context, due, here.facts, what, [there.answer, here.answer]);
}

async function onlyItsKind(context: Context, otherList: string): Promise<void> {
  const { op, must } = context;
  const [sessions, others] = [await sample(context), await sample(context, context.operation(otherList))];
  const foreign = new Set(others.map(({ status }) => status));
  const answer = await minimal(context, op);
  must.every(
    sessions,
    ({ status }) => !foreign.has(status),
    `sessions with a status that ${otherList} has not`,
    answer,
  );
  const words = new Set(sessions.map(({ status }) => status));
  must.hold(words.size === 1, {
    expected: `one status throughout ${op.id}`,
    actual: `${words.size} different ones`,
    in: answer,
  });
}

async function allOfKind(context: Context): Promise<void> {
  const { op, need } = context;
  const whole = await sample(context, context.operation('listSessions'));
  const word = await statusIn(context, op.id);
  const ofKind = whole.filter(({ status }) => status === word);
  need(ofKind.length > 0, 'a session of this kind in the whole list');
  if (!canBeLookedUp(op)) return onStableKinds(context, (used) => judgeWhole(used, word));
  await judgeSome(context, ofKind, { from: 'listSessions', to: op.id, word });
}

/** Compares the lists as they are, without a filter to look sessions up by: each has to fit on one page. */
async function judgeWhole(context: Context, word: string): Promise<void> {
  const [whole, ofKind] = [await firstPage(context, 'listSessions'), await firstPage(context, context.op.id)];
  const due = whole.facts.filter(({ status }) => status === word);
  const what = `sessions of this kind that the whole list has in ${context.op.id} too`;
  judgeNoneMissing(context, due, ofKind.facts, what, [whole.answer, ofKind.answer]);
}
