import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { attempt } from '../attempt.ts';
import { type Json, pageOf, text } from '../body.ts';
import { identifierOf } from '../pages/identifier.ts';
import { askSessions, takesFilter } from '../sessions/ask.ts';
import { factsIn } from '../sessions/facts.ts';
import { completedList, inProgressList } from '../sessions/kinds.ts';
import { isSame } from './people.ts';
import type { Wrong } from './wrong.ts';

/** Every list of sessions, those in progress before the completed ones: a session may end between the two reads. */
const lists = ['listSessions', 'searchSessions', inProgressList, completedList, 'listStudySessions'] as const;

/** One session, as a list shows it. */
interface Shown {
  readonly userId: string | undefined;
  readonly learner: Json | undefined;
  /** What a completed session carries for good. */
  readonly end: string | undefined;
  readonly level: string | undefined;
  readonly hasResult: boolean;
}

/** What a list of sessions shows of some users. */
interface Page {
  readonly answer: Answer;
  readonly total: number | undefined;
  readonly isWhole: boolean;
  /** Whether it shows a session more than once. */
  readonly repeats: boolean;
  /** By the identifier of the session; a session without one is left out. */
  readonly sessions: ReadonlyMap<string, Shown>;
}

/** What each list of sessions shows of some users; a list that takes no user, or refuses, is left out. */
export type SessionsShown = ReadonlyMap<string, Page>;

/** Asks each list of sessions for those of some users; of the lists, only those with a name among these if given. */
export async function sessionsOf(
  context: Context,
  userIds: readonly string[],
  among: readonly string[] = lists,
): Promise<SessionsShown> {
  const pages = new Map<string, Page>();
  for (const list of lists.filter((one) => among.includes(one))) {
    const op = context.contract.operations.find(({ id }) => id === list);
    if (op === undefined || !takesFilter(op, 'userId')) continue;
    const page = await attempt(() => pageFor(context, op, userIds));
    if (page !== undefined) pages.set(op.id, page);
  }
  return pages;
}

/**
 * The lists that show sessions of some of these users; where a list does not tell whose a session is, it may be of each
 * of them.
 */
export function listsWith(shown: SessionsShown, userIds: readonly string[]): readonly string[] {
  const isTheirs = ({ userId }: Shown) => userId === undefined || userIds.some((id) => isSame(userId, id));
  const some = [...shown].flatMap(([list, { total = 0, sessions }]) =>
    [...sessions.values()].some(isTheirs) || total > sessions.size ? [list] : [],
  );
  // What is not in progress any more may be completed.
  return some.includes(inProgressList) ? [...new Set([...some, completedList])] : some;
}

/**
 * What the lists do not show any more. New sessions are no loss, for a learner may begin one; nor is one that is in
 * progress no longer, if it is completed.
 *
 * @param changed gives the fields of a learner that may not differ, and do
 */
export function lostSessions(
  before: SessionsShown,
  after: SessionsShown,
  changed: (userId: string, before: Json, after: Json) => readonly string[],
): readonly Wrong[] {
  const ended = after.get(completedList)?.sessions;
  return [...before].flatMap(([list, page]) => {
    const now = after.get(list);
    if (now === undefined) return [];
    const { answer, sessions } = now;
    const isRepeated = now.repeats && !page.repeats;
    const isOver = (id: string) => list === inProgressList && (ended === undefined || ended.has(id));
    const isLost = (id: string) => now.isWhole && !sessions.has(id) && !isOver(id);
    const isFewer = list !== inProgressList && (now.total ?? Infinity) < (page.total ?? 0);
    const others = new Set(
      [...page.sessions].flatMap(([id, session]) => differing(session, sessions.get(id), changed)),
    );
    return [
      ...(isFewer || [...page.sessions.keys()].some(isLost)
        ? [{ what: `the sessions in ${list}`, answer }]
        : []),
      ...(isRepeated ? [{ what: `a session more than once in ${list}`, answer }] : []),
      ...[...others].map((what) => ({ what: `${what} of sessions in ${list}`, answer })),
    ];
  });
}

async function pageFor(context: Context, op: Operation, userIds: readonly string[]): Promise<Page> {
  const answer = await askSessions(context, { userId: userIds }, op);
  const page = pageOf(context, answer);
  const facts = factsIn(context, op, page.items, await identifierOf(context, op));
  const sessions = facts.flatMap(({ id, userId, user, item, end, level, result }) => {
    const shown = { userId: userId ?? text(item['userId']), learner: user, end, level };
    return id === undefined ? [] : [[id, { ...shown, hasResult: result != null }] as const];
  });
  return {
    answer,
    total: page.total,
    isWhole: page.total !== undefined && page.items.length >= page.total,
    repeats: new Set(sessions.map(([id]) => id)).size < sessions.length,
    sessions: new Map(sessions),
  };
}

function differing(
  before: Shown,
  now: Shown | undefined,
  changed: (userId: string, before: Json, after: Json) => readonly string[],
): readonly string[] {
  if (now === undefined) return [];
  const { userId, learner, hasResult } = before;
  const own = (['end', 'level'] as const).filter(
    (what) => before[what] !== undefined && before[what] !== now[what],
  );
  const lost = [...own.map((what) => `the ${what}`), ...(hasResult && !now.hasResult ? ['the result'] : [])];
  if (userId === undefined) return lost;
  if (!isSame(now.userId, userId)) return [...lost, 'the learner'];
  const fields = changed(userId, learner ?? {}, now.learner ?? {});
  return [...lost, ...fields.map((field) => `\`${field}\` of the learner`)];
}
