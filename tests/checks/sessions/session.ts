import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { factsIn, needMark } from '../../target/sessions/facts.ts';
import { completedList, inProgressList } from '../../target/sessions/kinds.ts';
import { checkEach, type Statement } from '../../target/sessions/statements.ts';

const ofUser = ['session.item-shape', 'session-user.fields'];
const ofTest = ['session.item-shape', 'session-test.fields'];

const statements: readonly Statement[] = [
  {
    id: 'session.start-date/present',
    needs: ['session.item-shape'],
    what: 'sessions with a `startDate`',
    holds: ({ item }) => has(item, 'startDate'),
  },
  {
    id: 'session.status/present',
    needs: ['session.item-shape'],
    what: 'sessions with a `status`',
    holds: ({ item }) => has(item, 'status'),
  },
  {
    id: 'session.user/present',
    needs: ofUser,
    mark: 'user',
    what: 'sessions with a learner',
    holds: ({ user }) => user !== undefined,
  },
  {
    id: 'session.test/present',
    needs: ofTest,
    mark: 'test',
    what: 'sessions with a test',
    holds: ({ test }) => test !== undefined,
  },
  {
    id: 'session-user.personal-details',
    needs: ofUser,
    mark: 'user',
    what: 'sessions whose learner has a field beside the identifiers',
    holds: ({ user = {} }) => Object.keys(user).some((name) => !isIdentifier(name)),
  },
  {
    id: 'session-user.identifiers',
    needs: ofUser,
    mark: 'user',
    what: 'sessions whose learner has at least one identifier',
    holds: ({ user = {} }) => Object.keys(user).some(isIdentifier),
  },
  {
    id: 'session-test.test-id/present',
    needs: ofTest,
    mark: 'testId',
    what: 'sessions whose test has its `testId`',
    holds: ({ testId }) => testId !== undefined,
  },
  {
    id: 'session-test.test-version-id/present',
    needs: ofTest,
    mark: 'test',
    what: 'sessions whose test has its `testVersionId`',
    holds: ({ test = {} }) => has(test, 'testVersionId'),
  },
];

/** What each session has, of either kind. The forms of the fields are judged by their schemas. */
export const session: readonly Check[] = [
  check('session.session-id', {
    access: 'read',
    on: ['listSessions', completedList, inProgressList],
    needs: ['session.item-shape'],
    run: identified,
  }),

  ...statements.map(checkEach),
];

function has(item: Json, name: string): boolean {
  return item[name] !== undefined && item[name] !== null;
}

/** Whether a field of a learner identifies, by the names that the interface uses for users. */
function isIdentifier(name: string): boolean {
  return /id$|^upn$|^username$/i.test(name);
}

/** Judges one page as it came, and not the sample: that leaves out what comes twice. */
async function identified(context: Context): Promise<void> {
  const { op, must, need } = context;
  needMark(context, 'id');
  const answer = await minimal(context, op);
  const ids = factsIn(context, op, itemsOf(context, answer)).map(({ id }) => id);
  need(ids.length > 0, 'a session');
  must.every(ids, (id) => id !== undefined, 'sessions with an identifier', answer);
  must.hold(new Set(ids).size === ids.length, {
    expected: `${ids.length} different identifiers on one page`,
    actual: `${new Set(ids).size}`,
    in: answer,
  });
}
