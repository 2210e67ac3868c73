import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import type { Operation } from '../../../spec/contract.ts';
import { pageOf } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { takesOperator } from '../../target/sessions/ask.ts';
import { wordOf } from '../../target/sessions/each.ts';
import { type Facts, factsIn, sample } from '../../target/sessions/facts.ts';

const shape = ['session.item-shape'];
const told = ['session.item-shape', 'session.status-literals'];

/** The two kinds, and how their lists make up the whole. */
export const kinds: readonly Check[] = [
  // Each session is In Progress or Completed and never both: the totals of the two lists make up the whole.
  check('states.two-session-states', {
    access: 'read',
    on: ['listSessions'],
    sends: 'the whole list and the lists of both kinds',
    accepts: 'totals of the kinds that add up to the total of the whole',
    run: (context) =>
      onStableData(
        () => sizes(context),
        async () => {
          const [all, completed, inProgress] = await totals(context);
          context.must.hold(all.total === completed.total + inProgress.total, {
            expected: `${completed.total} Completed and ${inProgress.total} In Progress to make up the whole list`,
            actual: `${all.total} in the whole list`,
            in: [all, completed, inProgress].map(({ answer }) => answer),
          });
        },
      ),
  }),

  // A session that is in the list of one kind is in the whole list too.
  check('list-sessions.both-kinds', {
    access: 'read',
    on: ['listSessions'],
    needs: shape,
    sends: 'sessions of both lists, looked up in the whole list by their start',
    accepts: 'each of them there',
    async run(context) {
      for (const kind of [completedList, inProgressList]) {
        const sessions = await sample(context, context.operation(kind));
        for (const one of suspectsFirst(sessions, await sample(context), context.runs)) {
          await onStableData(
            () => sizes(context),
            () => judgeListed(context, one, kind, 'listSessions'),
          );
        }
      }
    },
  }),

  ...(
    [
      ['listCompletedSessions', 'list-completed-sessions', 'Completed'],
      ['listInProgressSessions', 'list-in-progress-sessions', 'In Progress'],
    ] as const
  ).flatMap(([operation, clause, kind]) => [
    // The list of a kind is offered.
    check(`${clause}.exists`, {
      access: 'read',
      on: [operation],
      sends: 'the plainest request',
      accepts: 'a success',
      run: async (context) => context.must(await minimal(context, context.op)).be.accepted(),
    }),

    // It holds no session of the other kind: one word for its status, and none that the other list has.
    check(`${clause}.kind`, {
      access: 'read',
      on: [operation],
      needs: told,
      sends: 'pages of the lists of both kinds',
      accepts: `only sessions that are ${kind}`,
      run: onlyItsKind,
    }),

    // Each session of the kind in the whole list is in the list of its kind.
    check(`${clause}.all-of-kind`, {
      access: 'read',
      on: [operation],
      needs: told,
      sends: 'the whole list and the list of the kind, and the totals of both kinds',
      accepts: `each ${kind} session of the whole list`,
      run: allOfKind,
    }),
  ]),
];

export const completedList = 'listCompletedSessions';
export const inProgressList = 'listInProgressSessions';

/** The list of the kind that an operation is not about. */
export function otherList(operation: string): string {
  return operation === completedList ? inProgressList : completedList;
}

/** A few sessions from all over a sample: its ends, and some between. */
export function picked(sessions: readonly Facts[], runs: number): readonly Facts[] {
  const count = Math.min(sessions.length, Math.max(1, Math.ceil(runs / 4)));
  const step = count === 1 ? 0 : (sessions.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, n) => sessions[Math.round(n * step)]).filter(
    (each) => each !== undefined,
  );
}

/** A few sessions from all over a sample, and before them a few that a sample of the other list doesn't show. */
function suspectsFirst(sessions: readonly Facts[], others: readonly Facts[], runs: number): readonly Facts[] {
  const known = new Set(others.map(({ id }) => id));
  const suspects = sessions.filter(({ id }) => id !== undefined && !known.has(id));
  return suspects.length > 0 ? [...picked(suspects, runs), ...picked(sessions, 1)] : picked(sessions, runs);
}

/** The totals of the whole list and of both kinds, in this order. */
async function totals(context: Context) {
  const read = async (operation: string) => {
    const op = context.operation(operation);
    const answer = await context.send(op, { ...(await minimalParams(context, op)), limit: 1 });
    return { answer, total: context.need(pageOf(context, answer).total, `a \`total\` of ${operation}`) };
  };
  return [await read('listSessions'), await read(completedList), await read(inProgressList)] as const;
}

async function sizes(context: Context): Promise<readonly number[]> {
  return (await totals(context)).map(({ total }) => total);
}

/**
 * Looks at the sessions of one start, to the millisecond, in two lists: whichever of the kind the first has, the
 * second has too. Both are read anew, because a session may have moved since it was sampled.
 */
async function judgeListed(
  context: Context,
  one: Facts,
  from: string,
  to: string,
  word?: string,
): Promise<void> {
  const start = context.need(one.start, '`startDate` of a session');
  const here = await startingAt(context, to, start);
  const known = isLookedUp(context.operation(from));
  // A list that can't be asked by start has the session as it was sampled; the whole list has it, moved or not.
  const there = known ? await startingAt(context, from, start) : { facts: [one], answer: here.answer };
  const due = there.facts.filter(({ status }) => word === undefined || status === word);
  const ids = new Set(here.facts.map(({ id }) => id));
  const missing = due.filter(({ id }) => id !== undefined && !ids.has(id)).length;
  context.must.hold(missing === 0, {
    expected: `the ${due.length} sessions of one start that ${from} has in ${to} too`,
    actual: `${missing} of them missing`,
    in: [there.answer, here.answer],
  });
}

/** Whether the sessions of one start can be asked for. */
function isLookedUp(op: Operation): boolean {
  return takesOperator(op, 'startDate', 'gte') && takesOperator(op, 'startDate', 'lte');
}

async function startingAt(context: Context, operation: string, start: string) {
  const op = context.operation(operation);
  context.need(isLookedUp(op), `a way to look sessions up in ${operation}`);
  const params = { ...(await minimalParams(context, op)), startDate: { gte: start, lte: start } };
  const answer = await context.send(op, params);
  const page = pageOf(context, answer);
  context.need((page.total ?? 0) <= 100, 'few enough sessions of one start for one page');
  return { answer, facts: factsIn(context, op, page.items) };
}

async function onlyItsKind(context: Context): Promise<void> {
  const { op, must } = context;
  const other = context.operation(otherList(op.id));
  const [own, others] = [await sample(context, op), await sample(context, other)];
  const foreign = new Set(others.map(({ status }) => status));
  const strays = own.filter(({ status }) => foreign.has(status));
  const words = new Set(own.map(({ status }) => status));
  must.hold(strays.length === 0, {
    expected: `no session of ${op.id} with a status that ${other.id} has`,
    actual: `${strays.length} of ${own.length}`,
    in: await minimal(context, op),
  });
  must.hold(words.size === 1, {
    expected: `one status throughout ${op.id}`,
    actual: `${words.size} different ones`,
    in: await minimal(context, op),
  });
}

async function allOfKind(context: Context): Promise<void> {
  const { op, need } = context;
  const whole = await sample(context, context.operation('listSessions'));
  const word = await wordOf(context, op.id);
  const ofKind = whole.filter(({ status }) => status === word);
  need(ofKind.length > 0, 'a session of this kind in the whole list');
  if (!isLookedUp(op))
    return onStableData(
      () => sizes(context),
      () => judgeWhole(context, word),
    );
  for (const one of suspectsFirst(ofKind, await sample(context, op), context.runs)) {
    await onStableData(
      () => sizes(context),
      () => judgeListed(context, one, 'listSessions', op.id, word),
    );
  }
}

/** Without a filter to look sessions up by, lists that fit on one page can be compared as they are. */
async function judgeWhole(context: Context, word: string): Promise<void> {
  const { op, must, need } = context;
  const answers = [];
  const [there, here] = [context.operation('listSessions'), op];
  const read = [];
  for (const list of [there, here]) {
    const answer = await context.send(list, await minimalParams(context, list));
    const page = pageOf(context, answer);
    need(
      (page.total ?? 0) <= 100,
      'lists that fit on one page, or a filter by start on the list of the kind',
    );
    answers.push(answer);
    read.push(factsIn(context, list, page.items));
  }
  const [all = [], own = []] = read;
  const ids = new Set(own.map(({ id }) => id));
  const missing = all.filter(({ id, status }) => status === word && id !== undefined && !ids.has(id)).length;
  must.hold(missing === 0, {
    expected: `each session of this kind of the whole list in ${op.id}`,
    actual: `${missing} of them missing`,
    in: answers,
  });
}
