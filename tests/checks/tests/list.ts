import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idsIn, itemsOf, listOf, object, text } from '../../target/body.ts';
import { arrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { cohortTests } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { stateNow } from '../../target/members/state.ts';
import { minimal } from '../../target/minimal.ts';
import { sample } from '../../target/sessions/facts.ts';
import { mustHaveUniqueIds } from '../../target/unique-ids.ts';
import { judgeWholeAtOnce } from '../../target/whole-at-once.ts';

/** The list of initial-assessment tests. */
export const listChecks: readonly Check[] = [
  check('list-tests.success', {
    run: async (context) => context.must(await minimal(context, context.op)).have.status(200),
  }),

  check('list-tests.body/identified', {
    async run(context) {
      const answer = await minimal(context, context.op);
      const items = itemsOf(context, answer);
      context.need(items.length > 0, 'a test');
      context.must.every(items, ({ testId }) => text(testId) !== undefined, 'tests with a `testId`', answer);
    },
  }),

  check('list-tests.body/at-once', {
    sends: 'the list of tests three times at once',
    accepts: 'in each answer all tests that were there before and still are',
    run: (context) => judgeWholeAtOnce(context, 'testId'),
  }),

  // No answer can show whether a page size shortens the list.
  check('list-tests.not-paginated', {
    async run(context) {
      const answer = await minimal(context, context.op);
      itemsOf(context, answer);
      context.must.hold(object(answer.json)?.['pagination'] === undefined, {
        expected: 'no `pagination` object',
        actual: 'one',
        in: answer,
      });
    },
  }),

  // A list that is cut where somebody asks for pages is paginated.
  check('list-tests.not-paginated/asked', {
    sends: 'the list of tests with a `limit` of 1 and an `offset` of 1, which are no parameters of it',
    accepts: 'the tests of the list as it is; a refusal, for a target may know no such parameters',
    async run(context) {
      const whole = idsIn(itemsOf(context, await minimal(context, context.op)), 'testId');
      context.need(whole.length > 1, 'two tests');
      for (const rawQuery of ['limit=1', 'offset=1']) {
        const answer = await context.send(context.op, {}, { rawQuery });
        if (answer.status >= 300) {
          context.must(answer).be.refused();
          continue;
        }
        const shown = new Set(idsIn(itemsOf(context, answer), 'testId'));
        const lacking = whole.filter((id) => !shown.has(id));
        const missing = lacking.length === 0 ? 0 : (await listedNow(context, lacking)).length;
        context.must.hold(missing === 0, {
          expected: `all ${whole.length} tests, for the list is not paginated`,
          actual: `${missing} fewer with ${rawQuery}`,
          in: answer,
        });
      }
    },
  }),

  check('test.id-unique', {
    async run(context) {
      const answer = await minimal(context, context.op);
      const items = itemsOf(context, answer);
      context.need(items.length > 1, 'two tests to compare');
      mustHaveUniqueIds(context, items, 'testId', answer);
    },
  }),

  // Lists are joined with what is assigned: a test is one, in however many cohorts it is.
  check('test.id-unique/assigned', {
    access: 'write',
    cost: 'high',
    needs: cohortTests.needs,
    sends: 'assignments of two tests to one cohort, and of one of them to another, then the list of tests',
    async run(context) {
      const pool = await poolOf(context, cohortTests);
      await arrange(context, pool, [[0, 1], [0]]);
      const answer = await context.send(context.op);
      mustHaveUniqueIds(context, itemsOf(context, answer), 'testId', answer);
    },
  }),

  // A test that was withdrawn may stand in old cohorts and sessions; one that can be assigned is there.
  check('list-tests.not-paginated/whole', {
    access: 'write',
    needs: cohortTests.needs,
    sends:
      'the list of tests once more, and those of cohorts and sessions; a test which it lacks is assigned to a cohort of the run',
    accepts: 'a list that lacks nothing but what no cohort takes',
    async run(context) {
      // Rows have assigned and removed tests since the list was first read. The list must still show these tests.
      const first = idsIn(itemsOf(context, await minimal(context, context.op)), 'testId');
      const listed = new Set(idsIn(itemsOf(context, await context.send(context.op)), 'testId'));
      context.need(first.length > 0, 'a test');
      const used = [...first, ...(await inCohorts(context)), ...(await inSessions(context))];
      context.need(used.length > 0, 'a test in a cohort or a session');
      const missing = [...new Set(used)].filter((id) => !listed.has(id));
      context.observe('tests that are used and not listed', missing.length === 0 ? 'none' : 'some');
      let usable = 0;
      for (const id of missing.slice(0, tried)) if (await canBeAssigned(context, id)) usable += 1;
      context.must.hold(usable === 0, {
        expected: 'a list of tests with each test that can be assigned',
        actual:
          'one without a test that was listed before, or that a cohort or a session shows, and that can be assigned',
      });
    },
  }),
];

/** Those of some tests that the list shows as it is now: a test may be withdrawn at any time. */
async function listedNow(context: Context, ids: readonly string[]): Promise<readonly string[]> {
  const now = new Set(idsIn(itemsOf(context, await context.send(context.op)), 'testId'));
  return ids.filter((id) => now.has(id));
}

/** How many tests that the list lacks are tried: one is enough to accuse. */
const tried = 2;

/** Whether a test can be assigned to a cohort of the run, and is seen there; it is taken away again. */
async function canBeAssigned(context: Context, testId: string): Promise<boolean> {
  const { groups } = await poolOf(context, cohortTests);
  const pool = { membership: cohortTests, groups: groups.slice(0, 1), members: [testId] };
  const { status } = await change(context, pool, 'assign', [0]);
  const [there = []] = await stateNow(context, pool);
  if (there.length > 0) await arrange(context, pool, []);
  return status < 300 && there.length > 0;
}

async function inCohorts(context: Context): Promise<readonly string[]> {
  const cohorts = itemsOf(context, await minimal(context, context.operation('listCohorts')));
  return cohorts.flatMap((cohort) => idsIn(listOf(cohort['tests']) ?? [], 'testId'));
}

async function inSessions(context: Context): Promise<readonly string[]> {
  if (context.contract.isOpen('session.item-shape')) return [];
  const sessions = await sample(context, context.operation('listSessions'));
  return sessions.flatMap(({ testId }) => testId?.toLowerCase() ?? []);
}
