import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { minimal } from '../../target/minimal.ts';
import { type Facts, type Marked, needMark, sample } from '../../target/sessions/facts.ts';
import { completedList, inProgressList, statusIn } from '../../target/sessions/kinds.ts';

const byStatusWord = ['session.item-shape', 'session.status-literals'];
const withResult = ['session.item-shape', 'result.fields'];

/** What holds of each session of one kind, in the whole list and in the list of its kind. */
interface Statement {
  readonly id: string;
  /** The list of the kind. */
  readonly list: string;
  readonly needs: readonly string[];
  /** What the profile has to mark first. */
  readonly mark?: Marked;
  /** The sessions of which it holds, in words. */
  readonly what: string;
  readonly holds: (facts: Facts) => boolean;
}

const statements: readonly Statement[] = [
  {
    id: 'session.result-when-completed',
    list: completedList,
    needs: byStatusWord,
    what: 'Completed sessions with a result',
    holds: hasResult,
  },
  {
    id: 'session.no-end-date-in-progress',
    list: inProgressList,
    needs: byStatusWord,
    what: 'In Progress sessions without an `endDate`',
    holds: ({ item }) => (item['endDate'] ?? undefined) === undefined,
  },
  {
    id: 'session.no-result-in-progress',
    list: inProgressList,
    needs: byStatusWord,
    what: 'In Progress sessions without a result',
    holds: ({ item }) => (item['result'] ?? undefined) === undefined,
  },
  {
    id: 'result.calculated-date',
    list: completedList,
    needs: withResult,
    mark: 'calculated',
    what: 'results with the date of their calculation',
    holds: (facts) => !hasResult(facts) || isDate(facts.calculated),
  },
  {
    id: 'result.level',
    list: completedList,
    needs: withResult,
    mark: 'level',
    what: 'results with a level',
    holds: (facts) => !hasResult(facts) || hasLevel(facts),
  },
  {
    id: 'result.duration',
    list: completedList,
    needs: withResult,
    mark: 'duration',
    what: 'results with a duration in the form of ISO 8601',
    holds: (facts) => !hasResult(facts) || isDuration(facts.duration),
  },
];

/** What the status of a session says about it. */
export const byStatus: readonly Check[] = [
  check('session.status-values', {
    access: 'read',
    on: ['listSessions', completedList, inProgressList],
    needs: byStatusWord,
    run: wordDecides,
  }),

  ...statements.map(({ id, list, needs, mark, what, holds }) =>
    check(id, {
      access: 'read',
      on: ['listSessions', list],
      needs,
      async run(context) {
        if (mark !== undefined) needMark(context, mark);
        const sessions = await sessionsOfKind(context, list);
        context.must.every(sessions, holds, what, await minimal(context, context.op));
      },
    }),
  ),
];

/** The sampled sessions of one kind: all of its own list, and those with its word in the whole list. */
async function sessionsOfKind(context: Context, list: string): Promise<readonly Facts[]> {
  const sessions = await sample(context);
  if (context.op.id === list) return sessions;
  const word = await statusIn(context, list);
  const ofKind = sessions.filter(({ status }) => status === word);
  return context.need(ofKind.length > 0 && ofKind, 'a session of this kind');
}

async function wordDecides(context: Context): Promise<void> {
  const { op, must } = context;
  const words = [await statusIn(context, completedList), await statusIn(context, inProgressList)];
  must.hold(words[0] !== words[1], {
    expected: 'different words for the two kinds',
    actual: 'the same word in the lists of both',
    in: await minimal(context, op),
  });
  must.every(
    await sample(context),
    ({ status }) => status !== undefined && words.includes(status),
    'sessions with one of the two words that the lists of the kinds have',
    await minimal(context, op),
  );
}

/** The fields of a result are judged where there is one; that there is one belongs to another clause. */
function hasResult({ result }: Facts): boolean {
  return result !== null && result !== undefined;
}

/** The special outputs may stand in the level itself or in a field of their own. */
function hasLevel({ level, result }: Facts): boolean {
  const outputs = Object.values(result ?? {});
  return Boolean(level) || outputs.includes('NA') || outputs.includes('Entry - Below E3');
}

/** A date in one of the two forms of the conventions. */
function isDate(value: string | undefined): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/.test(value ?? '');
}

/** PnYnMnDTnHnMnS, where parts may be left out but not all of them. */
function isDuration(value: string | undefined): boolean {
  const parts = /^P(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
  return parts.test(value ?? '') && !/[PT]$/.test(value ?? '');
}
