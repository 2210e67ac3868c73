import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf, resourceOf, text } from '../../target/body.ts';
import { sendChange } from '../../target/changing.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { testIds } from '../../target/groups/fields.ts';
import { cohortTests } from '../../target/members/membership.ts';
import { poolOf } from '../../target/members/pool.ts';
import { minimal } from '../../target/minimal.ts';

/** How many tests are assigned at once at most: batches end at ten, twenty or fifty. */
const most = 60;

/** Each test of a long list is assigned. */
export const allTestsChecks: readonly Check[] = [
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
        const missing = await eventually(
          context,
          () => missingIn(context, cohortId, all),
          (count) => count === 0,
        );
        context.must.hold(missing === 0, {
          expected: `the ${all.length} tests that were assigned at once`,
          actual: `${missing} of them missing`,
          in: answer,
        });
      } finally {
        await sendChange(context, 'removeCohortTests', { cohortId, testIds: all });
      }
    },
  }),
];

async function missingIn(context: Context, cohortId: string, ids: readonly string[]): Promise<number> {
  const cohort = resourceOf(context, await context.send('getCohort', { cohortId }), 'cohort');
  const shown = new Set(testIds(cohort) ?? []);
  return ids.filter((id) => !shown.has(id.toLowerCase())).length;
}
