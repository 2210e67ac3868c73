import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { judgeEach } from '../../target/sessions/each.ts';
import { type Facts, factsIn, mark, sample } from '../../target/sessions/facts.ts';
import { completedList, inProgressList } from './kinds.ts';

const lists = ['listSessions', completedList, inProgressList];
const shape = 'session.item-shape';
const user = 'session-user.fields';
const test = 'session-test.fields';

/** A check, the gaps it waits for, the clause whose field the profile has to mark, and what each session has. */
type Statement = readonly [
  id: string,
  needs: readonly string[],
  marked: string | undefined,
  what: string,
  holds: (facts: Facts) => boolean,
];

const statements: readonly Statement[] = [
  ['session.start-date/present', [shape], undefined, 'a `startDate`', ({ item }) => has(item, 'startDate')],
  ['session.status/present', [shape], undefined, 'a `status`', ({ item }) => has(item, 'status')],
  ['session.user/present', [shape, user], 'session.user', 'its learner', (facts) => facts.user !== undefined],
  ['session.test/present', [shape, test], 'session.test', 'its test', (facts) => facts.test !== undefined],
  [
    'session-user.personal-details',
    [shape, user],
    'session.user',
    'a learner with some field beside the identifiers',
    (facts) => fieldsOf(facts.user).some((name) => !isIdentifier(name)),
  ],
  [
    'session-user.identifiers',
    [shape, user],
    'session.user',
    'a learner with at least one identifier',
    (facts) => fieldsOf(facts.user).some(isIdentifier),
  ],
  [
    'session-test.test-id/present',
    [shape, test],
    'session-test.test-id',
    'a test with its `testId`',
    (facts) => facts.testId !== undefined,
  ],
  [
    'session-test.test-version-id/present',
    [shape, test],
    'session.test',
    'a test with its `testVersionId`',
    (facts) => has(facts.test ?? {}, 'testVersionId'),
  ],
];

/** What each session has, of either kind. The fields' own forms are judged by their schemas. */
export const session: readonly Check[] = [
  // A session has an identifier of its own; no two sessions share it.
  check('session.session-id', {
    access: 'read',
    on: lists,
    needs: [shape],
    sends: 'the plainest request',
    accepts: 'an identifier in each session, and no two alike on a page',
    run: identified,
  }),

  ...statements.map(([id, needs, marked, what, holds]) =>
    check(id, {
      access: 'read',
      on: lists,
      needs,
      sends: 'the plainest request, and pages from the middle and the end of the list',
      accepts: `in each session ${what}`,
      async run(context) {
        if (marked !== undefined) mark(context, marked);
        await judgeEach(context, await sample(context), what, holds);
      },
    }),
  ),
];

function has(item: Json, name: string): boolean {
  return item[name] !== undefined && item[name] !== null;
}

function fieldsOf(item: Json | undefined): readonly string[] {
  return Object.keys(item ?? {});
}

/** Fields of a learner that identify, by the names that the interface uses for users. */
function isIdentifier(name: string): boolean {
  return /id$|^upn$|^username$/i.test(name);
}

/** Looks at one page as it came: what comes twice there must not be left out. */
async function identified(context: Context): Promise<void> {
  const { op, must } = context;
  mark(context, 'session.session-id');
  const answer = await minimal(context, op);
  const ids = factsIn(context, op, itemsOf(context, answer)).map(({ id }) => id);
  context.need(ids.length > 0, 'a session');
  const without = ids.filter((id) => id === undefined).length;
  must.hold(without === 0, {
    expected: 'an identifier in each session',
    actual: `${without} of ${ids.length} without`,
    in: answer,
  });
  must.hold(new Set(ids).size === ids.length, {
    expected: `${ids.length} different identifiers on one page`,
    actual: `${new Set(ids).size}`,
    in: answer,
  });
}
