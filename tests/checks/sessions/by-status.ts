import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { minimal } from '../../target/minimal.ts';
import { judgeEach, wordOf } from '../../target/sessions/each.ts';
import { type Facts, mark, sample } from '../../target/sessions/facts.ts';
import { completedList, inProgressList } from './kinds.ts';

const told = ['session.item-shape', 'session.status-literals'];
const withResult = ['session.item-shape', 'result.fields'];

/** A check, the list of its kind, the gaps it waits for, a clause to be marked, and what each such session has. */
type Statement = readonly [
  id: string,
  list: string,
  needs: readonly string[],
  marked: string | undefined,
  what: string,
  holds: (facts: Facts) => boolean,
];

const statements: readonly Statement[] = [
  [
    'session.result-when-completed',
    completedList,
    told,
    undefined,
    'a result',
    (facts) => !resultless(facts),
  ],
  [
    'session.no-end-date-in-progress',
    inProgressList,
    told,
    undefined,
    'no `endDate`',
    ({ item }) => (item['endDate'] ?? undefined) === undefined,
  ],
  [
    'session.no-result-in-progress',
    inProgressList,
    told,
    undefined,
    'no result',
    ({ item }) => (item['result'] ?? undefined) === undefined,
  ],
  // A result tells when it was calculated, the level that was reached, and how long the session took in all.
  [
    'result.calculated-date',
    completedList,
    withResult,
    'result.calculated-date',
    'a result with the date of its calculation',
    (facts) => resultless(facts) || isDate(facts.calculated),
  ],
  ['result.level', completedList, withResult, 'result.level', 'a result with its level', levelled],
  [
    'result.duration',
    completedList,
    withResult,
    'result.duration',
    'a result with a duration in the form of ISO 8601',
    (facts) => resultless(facts) || isDuration(facts.duration),
  ],
];

/** What each session of one kind has, in the whole list and in the list of its kind. */
export const byStatus: readonly Check[] = [
  // The status is one of two words, and the word decides the kind.
  check('session.status-values', {
    access: 'read',
    on: ['listSessions', completedList, inProgressList],
    needs: told,
    sends: 'pages of the list and of the lists of both kinds',
    accepts: 'one of the two words that the lists of the kinds have, and not the same in both',
    run: wordDecides,
  }),

  ...statements.map(([id, list, needs, marked, what, holds]) =>
    check(id, {
      access: 'read',
      on: ['listSessions', list],
      needs,
      sends: 'the plainest request, and pages from the middle and the end of the list',
      accepts: `in each ${list === completedList ? 'Completed' : 'In Progress'} session ${what}`,
      async run(context) {
        if (marked !== undefined) mark(context, marked);
        await judgeEach(context, await sessionsOf(context, list), what, holds);
      },
    }),
  ),
];

/** The sampled sessions of one kind: all of its own list, and in the whole list those with its word. */
async function sessionsOf(context: Context, list: string): Promise<readonly Facts[]> {
  const sessions = await sample(context);
  if (context.op.id === list) return sessions;
  const word = await wordOf(context, list);
  const those = sessions.filter(({ status }) => status === word);
  return context.need(those.length > 0 && those, 'a session of this kind');
}

async function wordDecides(context: Context): Promise<void> {
  const { op, must } = context;
  const [completed, inProgress] = [
    await wordOf(context, completedList),
    await wordOf(context, inProgressList),
  ];
  must.hold(completed !== inProgress, {
    expected: 'different words for the two kinds',
    actual: 'the same word in the lists of both',
    in: await minimal(context, op),
  });
  const sessions = await sample(context);
  const others = sessions.filter(({ status }) => status !== completed && status !== inProgress).length;
  must.hold(others === 0, {
    expected: 'one of the two words that the lists of the kinds have',
    actual: `another one in ${others} of ${sessions.length} sessions`,
    in: await minimal(context, op),
  });
}

/** A session without a result tells nothing about one; that it has none is another clause's. */
function resultless({ result }: Facts): boolean {
  return result === null || result === undefined;
}

/** The special outputs may stand in the level itself or in a field of their own. */
function levelled(facts: Facts): boolean {
  const outputs = Object.values(facts.result ?? {});
  const special = ['NA', 'Entry - Below E3'].some((output) => outputs.includes(output));
  return resultless(facts) || Boolean(facts.level) || special;
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
