import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { areCounted, isPossible } from '../../target/sessions/duration.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { completedList, inProgressList, statusIn } from '../../target/sessions/kinds.ts';
import { checkEach, type Statement } from '../../target/sessions/statements.ts';

const byStatusWord = ['session.item-shape', 'session.status-literals'];
const withResult = ['session.item-shape', 'result.fields'];

const statements: readonly Statement[] = [
  {
    id: 'session.result-when-completed',
    kind: completedList,
    needs: byStatusWord,
    what: 'Completed sessions with a result',
    holds: hasResult,
  },
  {
    id: 'session.end-date-when-completed',
    kind: completedList,
    needs: byStatusWord,
    what: 'Completed sessions with an `endDate`',
    holds: ({ item }) => (item['endDate'] ?? undefined) !== undefined,
  },
  {
    id: 'session.no-end-date-in-progress',
    kind: inProgressList,
    needs: byStatusWord,
    what: 'In Progress sessions without an `endDate`',
    holds: ({ item }) => (item['endDate'] ?? undefined) === undefined,
  },
  {
    id: 'session.no-result-in-progress',
    kind: inProgressList,
    needs: byStatusWord,
    what: 'In Progress sessions without a result',
    holds: ({ item }) => (item['result'] ?? undefined) === undefined,
  },
  {
    id: 'session.result-null',
    kind: inProgressList,
    needs: byStatusWord,
    what: 'In Progress sessions that show their `result`, as `null`',
    holds: ({ item }) => 'result' in item,
  },
  {
    id: 'result.calculated-date',
    kind: completedList,
    needs: withResult,
    mark: 'calculated',
    what: 'results with the date of their calculation',
    holds: (facts) => !hasResult(facts) || isDate(facts.calculated),
  },
  {
    id: 'result.level',
    kind: completedList,
    needs: withResult,
    mark: 'level',
    what: 'results with a level',
    holds: (facts) => !hasResult(facts) || hasLevel(facts),
  },
  {
    id: 'result.duration',
    kind: completedList,
    needs: withResult,
    mark: 'duration',
    what: 'results with a duration in the form of ISO 8601',
    holds: (facts) => !hasResult(facts) || isDuration(facts.duration),
  },
  {
    id: 'result.duration/within',
    kind: completedList,
    needs: withResult,
    mark: 'duration',
    what: 'results whose duration is not longer than from the start of the session to the latest moment that any shows',
    holds: (facts, latest) => !hasResult(facts) || isPossible(facts, latest),
    given: { of: areCounted, what: 'durations that are counted from the dates of their sessions' },
  },
];

/** What the status of a session says about it. */
export const byStatus: readonly Check[] = [
  check('session.status-values', {
    needs: byStatusWord,
    run: wordDecides,
  }),

  ...statements.map(checkEach),
];

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
