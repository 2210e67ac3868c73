import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { count } from '../../../spec/words.ts';
import { pageOf } from '../body.ts';
import { identifierOf } from '../pages/identifier.ts';
import type { Read } from '../pages/reader.ts';
import { onStableReads } from '../shared-reads.ts';
import { judgeStatedSuccess } from '../stated-success.ts';
import { askSessions } from './ask.ts';
import { type Facts, factsIn } from './facts.ts';

/** A list that was asked for with filters, and what its items tell. */
export interface Found extends Read {
  readonly facts: readonly Facts[];
  /** Whether the page shows every result. */
  readonly whole: boolean;
}

/** Asks the operation for the sessions that fit some filters, 100 at most. */
export async function find(context: Context, filters: Params, limit = 100): Promise<Found> {
  return foundIn(context, await askSessions(context, { ...filters, limit }));
}

/**
 * The same for filters that the interface promises to accept. A target may still refuse an address that is too long.
 */
export async function findAccepted(context: Context, filters: Params, limit = 100): Promise<Found> {
  const answer = await askSessions(context, { ...filters, limit });
  context.need(answer.status !== 414 && answer.status !== 431, 'an address of this length to be accepted');
  context.must(answer).be.accepted();
  return foundIn(context, answer);
}

async function foundIn(context: Context, answer: Answer): Promise<Found> {
  const { op } = context;
  const page = pageOf(context, answer);
  const identifier = await identifierOf(context, op);
  const facts = factsIn(context, op, page.items, identifier);
  return { answer, page, identifier, facts, whole: page.items.length === page.total };
}

/**
 * Whether two answers show the same sessions. Those that start with the last one of a page are not compared: others of that
 * start may stand there in another answer, for their order is open (`session.start-date-tie`).
 */
export function showSameSessions(context: Context, one: Found, other: Found): boolean {
  const idsOf = ({ facts, whole }: Found) => {
    const last = facts.at(-1)?.item['startDate'];
    return facts
      .filter(({ item }) => whole || item['startDate'] !== last)
      .map(({ id }) => context.need(id, `an identifier in each item of ${context.op.id}`))
      .toSorted();
  };
  return one.facts.length === other.facts.length && idsOf(one).join() === idsOf(other).join();
}

/** How many sessions fit some filters. */
export async function totalWith(
  context: Context,
  filters: Params,
): Promise<{ readonly total: number; readonly answer: Answer }> {
  const { page, answer } = await find(context, filters, 1);
  return { total: context.need(page.total, 'a `total`'), answer };
}

/** Judges a law that compares several answers, and accuses only while the number of sessions stays the same. */
export function onStableSessions(context: Context, law: (context: Context) => Promise<void>): Promise<void> {
  return onStableReads(context, async () => (await totalWith(context, {})).total, law);
}

/**
 * Judges that an answer shows the sessions that it has to show. A session without an identifier is not looked for.
 *
 * @param what names these sessions in the plural
 */
export function judgeNoneMissing(
  { must }: Context,
  due: readonly Facts[],
  shown: readonly Facts[],
  what: string,
  answers: Answer | readonly Answer[],
): void {
  const ids = new Set(shown.map(({ id }) => id));
  const missing = due.filter(({ id }) => id !== undefined && !ids.has(id)).length;
  must.hold(missing === 0, {
    expected: `the ${due.length} ${what}`,
    actual: `${missing} of them missing`,
    in: answers,
  });
}

/**
 * Judges that the sessions of an answer have the learner, the test and the subject with which they were seen before:
 * what a session is about does not depend on what was asked for.
 */
export function judgeSameSessions(
  { must }: Context,
  known: readonly Facts[],
  shown: readonly Facts[],
  answers: Answer | readonly Answer[],
): void {
  const before = new Map(known.flatMap((each) => (each.id === undefined ? [] : [[each.id, each]])));
  const isSame = (each: Facts) => {
    const same = each.id === undefined ? undefined : before.get(each.id);
    return same === undefined || !lasting.some((name) => differs(each[name], same[name]));
  };
  const what = 'sessions with the learner, the test and the subject with which they were seen before';
  must.every(shown, isSame, what, answers);
}

/** What stays the same of a session. */
const lasting = ['userId', 'testId', 'subject'] as const;

/** A value that only one of the two answers shows counts as no difference. */
function differs(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() !== other.toLowerCase();
}

/**
 * Judges that an answer is a success, and a page without items and with a total of 0; `what` says what was asked for.
 */
export function judgeNoneFound(context: Context, answer: Answer, what: string): void {
  judgeStatedSuccess(context, answer);
  const { items, total = 0 } = pageOf(context, answer);
  context.must.hold(items.length === 0 && total === 0, {
    expected: `no sessions for ${what}`,
    actual: `${count(items.length, 'session')} and a total of ${total}`,
    in: answer,
  });
}
