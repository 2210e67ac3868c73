import { mostValues } from '../../../generators/list-questions.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idIn, itemsOf, type Json } from '../../target/body.ts';
import { listedBy } from '../../target/listed-by.ts';
import { minimal } from '../../target/minimal.ts';
import { type Facts, factsIn, needMark, sample } from '../../target/sessions/facts.ts';
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
    id: 'session.test/present',
    needs: ofTest,
    mark: 'test',
    what: 'sessions with a test',
    holds: ({ test }) => test !== undefined,
  },
  {
    id: 'session-user.identifiers',
    needs: ofUser,
    mark: 'user',
    what: 'sessions whose learner has at least one identifier',
    holds: ({ user }) => user === undefined || Object.keys(user).some(isIdentifier),
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
    needs: ['session.item-shape'],
    run: identified,
  }),

  // Every detail of a user is optional: of some learners nothing is known but identifiers.
  check('session-user.personal-details', {
    needs: ofUser,
    sends: 'the list of sessions and, where a learner has identifiers alone, the list of users by them',
    accepts:
      'a learner without any detail where the list of users shows none either; inconclusive where no session shows one, and the profile names none',
    run: judgeDetails,
  }),

  check('session.user/present', {
    needs: ofUser,
    sends:
      'the list of sessions and, where some show no learner, the list of sessions of the users that are there',
    accepts:
      'a learner in each session; inconclusive where some show none and are found by no user that is there, for the learner may have left',
    run: judgeLearners,
  }),

  ...statements.map(checkEach),
];

/** How many users are asked for the sessions without a learner, a page of them at a time. */
const mostAsked = 120;

async function judgeLearners(context: Context): Promise<void> {
  needMark(context, 'user');
  const sessions = await sample(context);
  const lacking = sessions.filter(({ user }) => user === undefined);
  if (lacking.length > 0 && lacking.length < sessions.length)
    context.need(
      await isFoundByUser(context, sessions, lacking),
      'a user who is there, of a session that shows no learner',
    );
  context.must.every(
    sessions,
    ({ user }) => user !== undefined,
    'sessions with a learner',
    await minimal(context, context.op),
  );
}

/** Whether one of these sessions is found by a user whom the target shows, in a list or as the learner of another. */
async function isFoundByUser(
  context: Context,
  all: readonly Facts[],
  lacking: readonly Facts[],
): Promise<boolean> {
  const listed = itemsOf(context, await minimal(context, context.operation('listUsers')));
  const ids = [...all.map(({ userId }) => userId), ...listed.map((user) => idIn(user, 'userId'))];
  const known = [...new Set(ids.flatMap((id) => id ?? []))].slice(0, mostAsked);
  const missed = new Set(lacking.flatMap(({ id }) => id ?? []));
  const list = context.operation('listSessions');
  const finds = async (userId: readonly string[]) => {
    if (userId.length === 0) return false;
    const items = itemsOf(context, await context.send(list, { userId, limit: 100 }));
    return factsIn(context, list, items).some(({ id }) => id !== undefined && missed.has(id));
  };
  for (let at = 0; at < known.length; at += mostValues) {
    const some = known.slice(at, at + mostValues);
    if (!(await finds(some))) continue;
    // Who was seen may have left since.
    const still = await listedBy(context, 'listUsers', 'userId', some);
    if (await finds(still.flatMap((user) => idIn(user, 'userId') ?? []))) return true;
  }
  return false;
}

const details = ['fullName', 'firstName', 'lastName', 'gender', 'dateOfBirth', 'emails'];

async function judgeDetails(context: Context): Promise<void> {
  needMark(context, 'user');
  const sessions = await sample(context);
  const bare = sessions.filter(({ user }) => user && Object.keys(user).every(isIdentifier));
  // Which fields a learner has is not shown: a profile may name identifiers alone, and its sessions show no more.
  context.need(
    bare.length < sessions.length || namesDetails(context),
    'a personal detail among what the profile names of a learner, or in a session',
  );
  const known = bare.length === 0 ? [] : await withDetails(context, bare);
  context.must.hold(known.length === 0, {
    expected: 'sessions whose learner has a field beside the identifiers',
    actual: `${bare.length} of ${sessions.length} without, though the list of users shows details`,
    in: await minimal(context, context.op),
  });
}

/** Whether the contract names a field of a learner that does not identify. */
function namesDetails({ contract, op }: Context): boolean {
  const status = op.success ?? 200;
  const at = contract.judges(op.id, status).find(({ clause }) => clause === 'session.user')?.pointer;
  const within = [...contract.places(op.id, status).keys()].filter((place) => place.startsWith(`${at}/`));
  return within.some((place) => !isIdentifier(place.slice(`${at}/`.length).split('/')[0] ?? ''));
}

/** The users of sessions of whom the list of users shows details. */
async function withDetails(context: Context, sessions: readonly Facts[]): Promise<readonly Json[]> {
  const ids = [...new Set(sessions.flatMap(({ userId }) => userId ?? []))].slice(0, 30);
  context.need(ids.length > 0, 'the `userId` of a learner of whom a session shows no details');
  const users = await listedBy(context, 'listUsers', 'userId', ids);
  return users.filter((user) => details.some((name) => has(user, name)));
}

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
