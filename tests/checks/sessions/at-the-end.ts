import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { minimal } from '../../target/minimal.ts';
import { identifierOf } from '../../target/pages/identifier.ts';
import { ask } from '../../target/pages/reader.ts';
import { askSessions, takesFilter } from '../../target/sessions/ask.ts';
import { type Facts, factsIn } from '../../target/sessions/facts.ts';
import { completedList } from '../../target/sessions/kinds.ts';

/** What a completed session shows for good; a result that was calculated anew may have another level. */
const lasting = ['userId', 'testId', 'start', 'end'] as const;

/** How many sessions are looked for by their learner in one look. */
const mostReads = 3;

/** Completed sessions once everything has been written: no operation changes them. */
export const sessionsAtTheEnd: readonly Check[] = [
  check('session.user/at-the-end', {
    on: ['listSessions', completedList],
    afterWrites: true,
    needs: ['session.item-shape'],
    unless: (op, settings) => {
      if (op.id === completedList && !settings.write)
        return 'a run that may only read looks at the list of all sessions alone';
      return fromStandard(op, settings);
    },
    sends:
      'the list after all other rows, and the sessions of the learner of each completed one that is otherwise in it',
    accepts:
      'completed sessions with the learner, the assessment, the dates and the level that they had, or that the filter by the learner does not show so any more',
    run: judgeSessions,
  }),
];

async function judgeSessions(context: Context): Promise<void> {
  const { op, need, must } = context;
  const start = await minimal(context, op);
  const before = (await factsOf(context, op, start)).filter((facts) => isCompleted(facts, op));
  need(before.length > 0, 'a completed session with an identifier and a learner');
  const read = async () => lookAt(context, before);
  const { wrong, answers } = await eventually(context, read, (look) => look.wrong.length === 0);
  must.hold(wrong.length === 0, {
    expected: `${before.length} completed sessions as they were, or as the filter by their learner shows them`,
    actual: [...new Set(wrong)].join(', '),
    in: [start, ...answers],
  });
}

interface Look {
  readonly wrong: readonly string[];
  readonly answers: readonly Answer[];
}

/**
 * What a list shows otherwise than before while the filter by the former learner shows it as before: then nobody has
 * changed it.
 */
async function lookAt(context: Context, before: readonly Facts[]): Promise<Look> {
  const { op } = context;
  const answer = await ask(context, {});
  const now = await factsOf(context, op, answer);
  const wrong: string[] = [];
  const answers = [answer];
  let reads = 0;
  for (const session of before) {
    const what = otherwise(session, now);
    if (what === undefined || reads === mostReads) continue;
    reads += 1;
    const own = await ofLearner(context, session);
    if (own === undefined || !own.isAsBefore) continue;
    wrong.push(what);
    answers.push(own.answer);
  }
  return { wrong, answers };
}

/** In what a list shows a session otherwise, in words. A page that shows later sessions has to show it, too. */
function otherwise(session: Facts, now: readonly Facts[]): string | undefined {
  const seen = now.find(({ id }) => id === session.id);
  if (seen !== undefined) return differing(session, seen);
  const starts = now.map(({ start }) => momentOf(start));
  const isSorted = starts.every((start, at) => start >= (starts[at - 1] ?? start));
  const isWithin = momentOf(session.start) < (starts.at(-1) ?? 0);
  return isSorted && isWithin ? 'a page without one that stands before others on it' : undefined;
}

function differing(one: Facts, other: Facts): string | undefined {
  const name = lasting.find((each) => one[each]?.toLowerCase() !== other[each]?.toLowerCase());
  if (name !== undefined)
    return {
      userId: 'another learner',
      testId: 'another assessment',
      start: 'another start',
      end: 'another end',
    }[name];
  const isOther = one.calculated === other.calculated && one.level !== other.level;
  return isOther ? 'another level' : undefined;
}

/** The session as the filter by its learner shows it; `undefined` where no list takes that filter. */
async function ofLearner(
  context: Context,
  session: Facts,
): Promise<{ readonly isAsBefore: boolean; readonly answer: Answer } | undefined> {
  const op = [context.operation('listSessions'), context.op].find((one) => takesFilter(one, 'userId'));
  if (op === undefined) return undefined;
  const answer = await askSessions(context, { userId: [session.userId] }, op);
  const own = (await factsOf(context, op, answer)).find(({ id }) => id === session.id);
  return { isAsBefore: own !== undefined && differing(session, own) === undefined, answer };
}

async function factsOf(context: Context, op: Operation, answer: Answer): Promise<readonly Facts[]> {
  const facts = factsIn(context, op, itemsOf(context, answer), await identifierOf(context, op));
  return facts.filter(({ id }) => id !== undefined);
}

function isCompleted({ userId, item, result }: Facts, op: Operation): boolean {
  const isEnded = Boolean(item['endDate']) && Boolean(result);
  return userId !== undefined && (op.id === completedList || isEnded);
}

function momentOf(start: string | undefined): number {
  return start === undefined ? Number.NaN : Date.parse(start);
}
