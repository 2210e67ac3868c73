import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { itemsOf } from '../body.ts';
import { plain } from '../given.ts';
import { type Facts, factsIn, sample } from './facts.ts';
import { completedList, inProgressList } from './kinds.ts';

const lists = ['listSessions', completedList, inProgressList];
const results = ['listSessions', completedList];
const shape = ['session.item-shape'];
const told = ['session.item-shape', 'session.status-literals'];
const withUser = ['session.item-shape', 'session-user.fields'];
const withTest = ['session.item-shape', 'session-test.fields'];
const withResult = ['session.item-shape', 'result.fields'];

/** What holds of each session by itself. The fields' own forms are judged by their schemas. */
export const session: readonly Check[] = [
  // A session has an identifier of its own; no two sessions share it.
  check('session.session-id', {
    access: 'read',
    on: lists,
    needs: shape,
    sends: 'pages from the start, the middle and the end of the list',
    accepts: 'an identifier in each session, and no two alike on a page',
    async run(scene) {
      const { op, must } = scene;
      const answer = await plain(scene, op);
      const facts = await pageFacts(scene);
      const ids = facts.map(({ id }) => id);
      must.hold(!ids.includes(undefined), {
        expected: 'an identifier in each session',
        actual: `${ids.filter((id) => id === undefined).length} of ${ids.length} without`,
        in: answer,
      });
      must.hold(new Set(ids).size === ids.length, {
        expected: `${ids.length} different identifiers on one page`,
        actual: `${new Set(ids).size}`,
        in: answer,
      });
    },
  }),

  each(
    'session.start-date/present',
    lists,
    shape,
    'a `startDate`',
    ({ item }) => item['startDate'] !== undefined,
  ),
  each('session.status/present', lists, shape, 'a `status`', ({ status }) => status !== undefined),
  each(
    'session.user/present',
    lists,
    withUser,
    'the learner who made the attempt',
    ({ user }) => user !== undefined,
  ),
  each(
    'session.test/present',
    lists,
    withTest,
    'the assessment that was attempted',
    ({ test }) => test !== undefined,
  ),

  // The learner comes with personal details, and with at least one identifier.
  each(
    'session-user.personal-details',
    lists,
    withUser,
    'a learner with some field beside the identifiers',
    ({ user }) => Object.keys(user ?? {}).some((name) => !isIdentifier(name)),
  ),
  each('session-user.identifiers', lists, withUser, 'a learner with at least one identifier', ({ user }) =>
    Object.keys(user ?? {}).some(isIdentifier),
  ),
  each(
    'session-test.test-id/present',
    lists,
    withTest,
    'a test with its `testId`',
    ({ testId }) => testId !== undefined,
  ),
  each(
    'session-test.test-version-id/present',
    lists,
    withTest,
    'a test with its `testVersionId`',
    ({ test }) => test?.['testVersionId'] !== undefined,
  ),

  // The word decides the kind: what a word says in the lists of one kind, it says in the whole list.
  check('session.status-values', {
    access: 'read',
    on: lists,
    needs: told,
    sends: 'pages of the list and of the lists of both kinds',
    accepts: 'one of the two words, and a result with the one only',
    run: wordDecides,
  }),

  ofKind(
    'session.result-when-completed',
    ['listSessions', completedList],
    completedList,
    told,
    'a result',
    ({ result }) => result !== null && result !== undefined,
  ),
  ofKind(
    'session.no-end-date-in-progress',
    ['listSessions', inProgressList],
    inProgressList,
    told,
    'no `endDate`',
    ({ item }) => item['endDate'] === undefined || item['endDate'] === null,
  ),
  ofKind(
    'session.no-result-in-progress',
    ['listSessions', inProgressList],
    inProgressList,
    told,
    'no result',
    ({ result, item }) => result === null || item['result'] === undefined,
  ),

  // A result tells when it was calculated, the level that was reached, and how long the session took in all.
  ofKind(
    'result.calculated-date',
    results,
    completedList,
    withResult,
    'a result with its date of calculation',
    (facts) => resultless(facts) || isDate(facts.calculated),
  ),
  ofKind('result.level', results, completedList, withResult, 'a result with its level', levelled),
  ofKind(
    'result.duration',
    results,
    completedList,
    withResult,
    'a result with its duration in the form of ISO 8601',
    (facts) => resultless(facts) || isDuration(facts.duration),
  ),
];

/** A session without a result tells nothing about one; that it has none is another clause's. */
function resultless({ result }: Facts): boolean {
  return result === null || result === undefined;
}

/** The special outputs may stand in the level itself or in a field of their own. */
function levelled(facts: Facts): boolean {
  const outputs = Object.values(facts.result ?? {});
  return (
    resultless(facts) ||
    Boolean(facts.level) ||
    ['NA', 'Entry - Below E3'].some((each) => outputs.includes(each))
  );
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

/** Fields of a learner that identify, by the names that the interface uses for users. */
function isIdentifier(name: string): boolean {
  return /id$|^upn$|^username$/i.test(name);
}

/** A statement about each session of a list. */
function each(
  id: string,
  on: readonly string[],
  needs: readonly string[],
  what: string,
  holds: (facts: Facts) => boolean,
): Check {
  return check(id, {
    access: 'read',
    on,
    needs,
    sends: 'the plainest request, and pages from the middle and the end of the list',
    accepts: `in each session ${what}`,
    run: async (scene) => judgeEach(scene, await sample(scene), what, holds),
  });
}

/** A statement about each session of one kind, in the whole list and in the list of its kind. */
function ofKind(
  id: string,
  on: readonly string[],
  list: string,
  needs: readonly string[],
  what: string,
  holds: (facts: Facts) => boolean,
): Check {
  return check(id, {
    access: 'read',
    on,
    needs,
    sends: 'the plainest request, and pages from the middle and the end of the list',
    accepts: `in each ${list === completedList ? 'Completed' : 'In Progress'} session ${what}`,
    async run(scene) {
      const word = await wordOf(scene, list);
      const sessions = await sample(scene);
      const those = scene.op.id === list ? sessions : sessions.filter(({ status }) => status === word);
      scene.need(those.length > 0, 'a session of this kind');
      await judgeEach(scene, those, what, holds);
    },
  });
}

async function judgeEach(
  scene: Scene,
  sessions: readonly Facts[],
  what: string,
  holds: (facts: Facts) => boolean,
): Promise<void> {
  const strays = sessions.filter((facts) => !holds(facts)).length;
  scene.must.hold(strays === 0, {
    expected: `in each session ${what}`,
    actual: `${strays} of ${sessions.length} sessions without`,
    in: await plain(scene, scene.op),
  });
}

/** The word that most sessions of a list have for their status. */
export async function wordOf(scene: Scene, list: string): Promise<string> {
  const words = (await sample(scene, scene.operation(list))).map(({ status }) => status);
  const often = (word: string | undefined) => words.filter((each) => each === word).length;
  const [word] = [...new Set(words)].sort((a, b) => often(b) - often(a));
  return scene.need(word, `a \`status\` in the sessions of ${list}`);
}

async function wordDecides(scene: Scene): Promise<void> {
  const { op, must } = scene;
  const [completed, inProgress] = [await wordOf(scene, completedList), await wordOf(scene, inProgressList)];
  must.hold(completed !== inProgress, {
    expected: 'different words for the two kinds',
    actual: 'the same word in the lists of both',
    in: await plain(scene, op),
  });
  const sessions = await sample(scene);
  const others = sessions.filter(({ status }) => status !== completed && status !== inProgress).length;
  must.hold(others === 0, {
    expected: 'one of the two words that the lists of the kinds have',
    actual: `another one in ${others} of ${sessions.length} sessions`,
    in: await plain(scene, op),
  });
}

/** The sessions of the plainest page, those that come twice included. */
async function pageFacts(scene: Scene): Promise<readonly Facts[]> {
  const { op } = scene;
  return factsIn(scene, op, itemsOf(scene, await plain(scene, op)));
}
