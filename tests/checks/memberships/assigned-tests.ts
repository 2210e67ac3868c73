import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { askAgain, type Tags, unchanged } from '../../target/asked-again.ts';
import { itemsOf, type Json, listOf, resourceOf, text, withId } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { testIds } from '../../target/groups/fields.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { cohortTests } from '../../target/members/membership.ts';
import { type Pool, poolOf } from '../../target/members/pool.ts';
import { cohortsNow } from '../../target/members/state.ts';
import { minimal } from '../../target/minimal.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { sendChange } from '../../target/send-change.ts';

/** Tests that were assigned to a cohort, as the cohort shows them. */
export const assignedTestChecks: readonly Check[] = [
  check('add-cohort-tests.effect/fields', {
    access: 'write',
    needs: cohortTests.needs,
    sends:
      'an assignment of some tests, then of others, the last of the list of tests first, and reads of the cohort by id and in the list after each; where an answer had an `ETag`, the next read names it',
    accepts:
      'each assigned test with the name and the subject that the list of tests shows, and no other test; never that nothing has changed',
    async run(context) {
      const pool = await poolOf(context, cohortTests);
      const all = [...pool.members.keys()];
      const tags: Tags = new Map();
      for (const who of [all.slice(0, 2), all.slice(1)]) {
        await arrange(context, pool, []);
        // In the order of the list of tests from its end: a table gives them in its own order.
        const answer = await change(context, pool, 'assign', await fromTheEnd(context, pool, who));
        context.need.accepted(answer);
        for (const read of [byId, inList]) await mustShowTests(context, { pool, who, tags }, read);
      }
    },
  }),

  // The content of a test may get a new version between two assignments, but hardly twice.
  check('add-cohort-tests.effect/one-version', {
    access: 'write',
    needs: cohortTests.needs,
    cost: 'high',
    unless: fromStandard,
    sends: 'assignments of one test to two cohorts, and reads of both; the same again where they differ',
    accepts: 'the same `testVersionId` in both, the first time or the second',
    async run(context) {
      const pool = await poolOf(context, cohortTests);
      const versions = async () => {
        await arrange(context, pool, [[0], [0]]);
        const cohorts = await cohortsNow(context, pool);
        const own = cohorts.map((cohort) => versionsIn(cohort, pool.members[0] ?? ''));
        return own.map((all) => context.need(all.length > 0 && all, 'a version of the test')).map(String);
      };
      let [one, other] = await versions();
      if (one !== other) {
        await arrange(context, pool, []);
        [one, other] = await versions();
      }
      context.must.hold(one === other, {
        expected: 'one version of one test in two cohorts',
        actual: 'one of its own in each, twice',
      });
    },
  }),

  check('remove-cohort-tests.effect/in-list', {
    access: 'write',
    needs: cohortTests.needs,
    unless: fromStandard,
    sends:
      'an assignment of two tests, a read of the cohort in the list, the removal of one, and the same read',
    accepts: 'the other one alone in the list, as by the id of the cohort',
    async run(context) {
      const pool = await poolOf(context, cohortTests);
      const [cohortId = ''] = pool.groups;
      await arrange(context, pool, [[0, 1]]);
      const inForce = async () => {
        const cohort = await inList(context, cohortId);
        return cohort === unchanged ? [] : (testIds(cohort) ?? []);
      };
      await inForce();
      const answer = await change(context, pool, 'remove', [0]);
      context.need.accepted(answer);
      const removed = pool.members[0]?.toLowerCase() ?? '';
      await mustEventually(context, inForce, (ids) => !ids.includes(removed), {
        expected: 'a cohort in the list without the test that was removed',
        actual: 'the test among its `tests`',
        in: answer,
      });
    },
  }),

  check('remove-cohort-tests.keeps-the-rest/listed', {
    access: 'write',
    needs: cohortTests.needs,
    unless: fromStandard,
    sends: 'an assignment of a test, its removal, and the list of tests',
    accepts: 'the test in the list as before',
    async run(context) {
      const { must, need, operation, send } = context;
      const pool = await poolOf(context, cohortTests);
      const [testId = ''] = pool.members;
      // Tests of the pool come from the list as it was when the run began; a removal may have hidden one since.
      const atFirst = itemsOf(context, await minimal(context, operation('listTests')));
      need(withId(atFirst, 'testId', testId), 'the test in the list');
      const isListed = async () => withId(itemsOf(context, await send('listTests', {})), 'testId', testId);
      await arrange(context, pool, [[0]]);
      const answer = await change(context, pool, 'remove', [0]);
      need.accepted(answer);
      must.hold((await isListed()) !== undefined, {
        expected: 'the removed test in the list of tests, as before',
        actual: 'a list without it',
        in: answer,
      });
    },
  }),

  check('add-cohort-tests.effect/all', {
    access: 'write',
    needs: cohortTests.needs,
    unless: fromStandard,
    sends: 'an assignment of all listed tests, a read of the cohort, and their removal',
    accepts: 'each of them in the cohort, or a refusal of the list',
    async run(context) {
      const [cohortId = ''] = (await poolOf(context, cohortTests)).groups;
      const items = itemsOf(context, await minimal(context, context.operation('listTests')));
      const all = items.flatMap((item) => text(item['testId']) ?? []).slice(0, most);
      try {
        const answer = await sendChange(context, 'addCohortTests', { cohortId, testIds: all });
        // One of them may be such that nobody is assigned to it any more.
        context.observe('all tests in one list', answer.status < 300 ? 'taken' : 'refused');
        if (answer.status >= 300) return context.must(answer).be.refused();
        const read = () => missingIn(context, cohortId, all);
        await mustEventually(context, read, (missing) => missing === 0, {
          expected: `the ${all.length} tests that were assigned at once`,
          actual: (missing) => `${missing} of them missing`,
          in: answer,
        });
      } finally {
        await sendChange(context, 'removeCohortTests', { cohortId, testIds: all });
      }
    },
  }),
];

/** Positions in a pool by where their tests stand in the list of tests, the last one first. */
async function fromTheEnd(context: Context, { members }: Pool, who: readonly number[]): Promise<number[]> {
  const known = itemsOf(context, await minimal(context, context.operation('listTests'))).map(idOf);
  const placeOf = (at: number) => known.indexOf(members[at]?.toLowerCase() ?? '');
  return [...who].sort((one, other) => placeOf(other) - placeOf(one));
}

type Read = (context: Context, cohortId: string, tags?: Tags) => Promise<Json | typeof unchanged>;

interface Assigned {
  readonly pool: Pool;
  readonly who: readonly number[];
  readonly tags: Tags;
}

async function mustShowTests(context: Context, { pool, who, tags }: Assigned, read: Read): Promise<void> {
  const [cohortId = ''] = pool.groups;
  const known = itemsOf(context, await minimal(context, context.operation('listTests')));
  const expected = who.map(
    (at) => known.find((test) => idOf(test) === pool.members[at]?.toLowerCase()) ?? {},
  );
  const wrong = (cohort: Json | typeof unchanged) =>
    cohort === unchanged ? unchanged : wrongIn(listOf(cohort['tests']) ?? [], expected);
  const seen = () => read(context, cohortId, tags);
  await mustEventually(context, seen, (cohort) => wrong(cohort) === undefined, {
    expected: `the ${who.length} assigned tests as the list of tests shows them, ${read === byId ? 'by id' : 'in the list of cohorts'}`,
    actual: (cohort) => wrong(cohort) ?? '',
  });
}

/** What is wrong with the tests of a cohort, in words. */
function wrongIn(shown: readonly Json[], expected: readonly Json[]): string | undefined {
  const ids = expected.map(idOf);
  if (shown.some((test) => !ids.includes(idOf(test)))) return 'another test';
  if (ids.some((id) => !shown.some((test) => idOf(test) === id))) return 'a test that is missing';
  if (new Set(shown.map(idOf)).size < shown.length) return 'a test that stands there twice';
  if (shown.some((test) => shown.some((other) => isOfAnother(test, other))))
    return 'a test in the version of another one';
  const differs = shown.some((test) => {
    const listed = expected.find((one) => idOf(one) === idOf(test)) ?? {};
    return test['subject'] !== listed['subject'] || isNamedAfterAnother(test, listed, expected);
  });
  return differs ? 'a test of another name or subject' : undefined;
}

async function byId(context: Context, cohortId: string, tags: Tags = new Map()) {
  const answer = await askAgain(context, 'getCohort', { cohortId }, tags);
  return answer === unchanged ? unchanged : resourceOf(context, answer, 'cohort');
}

async function inList(context: Context, cohortId: string, tags: Tags = new Map()) {
  const name = await context.world.once(`name of ${cohortId}`, async () => {
    const answer = await context.send('getCohort', { cohortId });
    return resourceOf(context, answer, 'cohort')['name'];
  });
  const answer = await askAgain(context, 'listCohorts', { search: name }, tags);
  if (answer === unchanged) return unchanged;
  return context.need(
    withId(itemsOf(context, answer), 'cohortId', cohortId),
    'the cohort in the list, under its name',
  );
}

/** Whether a test has the version of another test, which has another name. */
function isOfAnother(test: Json, other: Json): boolean {
  const [version, its] = [text(test['testVersionId']), text(other['testVersionId'])];
  return version !== undefined && version === its && test['name'] !== other['name'];
}

/** The versions in which a test stands in a cohort. */
function versionsIn(cohort: Json, testId: string): readonly string[] {
  const own = (listOf(cohort['tests']) ?? []).filter((test) => idOf(test) === testId.toLowerCase());
  return own.flatMap((test) => text(test['testVersionId'])?.toLowerCase() ?? []).toSorted();
}

function idOf(test: Json): string {
  return String(test['testId']).toLowerCase();
}

/** How many tests are assigned at once at most: batches end at ten, twenty or fifty. */
const most = 60;

async function missingIn(context: Context, cohortId: string, ids: readonly string[]): Promise<number> {
  const cohort = resourceOf(context, await context.send('getCohort', { cohortId }), 'cohort');
  const shown = new Set(testIds(cohort) ?? []);
  return ids.filter((id) => !shown.has(id.toLowerCase())).length;
}

/** A version of a test may have a title of its own; that of another test is none. */
function isNamedAfterAnother(test: Json, listed: Json, all: readonly Json[]): boolean {
  return test['name'] !== listed['name'] && all.some(({ name }) => name === test['name']);
}
