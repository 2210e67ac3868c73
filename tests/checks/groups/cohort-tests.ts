import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, listOf, object, text } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

/** The tests that stand in a cohort. */
export const cohortTestChecks = [
  // Different tests have different identifiers: one `testId` does not name tests of two subjects and names.
  check('cohort-test.test-id-unique', {
    access: 'read',
    on: ['listCohorts', 'getCohort'],
    sends: 'the plain list of cohorts, and reads of cohorts that have tests',
    accepts: 'cohorts in which no `testId` stands for tests that differ in name and subject',
    async run(context) {
      const tests = await testsSeen(context);
      context.need(tests.length > 1, 'two tests in cohorts to compare');
      const byId = new Map<string, Json>();
      const clashing = tests.filter((test) => {
        const id = text(test['testId'])?.toLowerCase() ?? '';
        const known = byId.get(id) ?? test;
        byId.set(id, known);
        return known['name'] !== test['name'] && known['subject'] !== test['subject'];
      });
      context.must.hold(clashing.length === 0, {
        expected: `one test for each of ${byId.size} values of \`testId\``,
        actual: `${clashing.length} of another name and subject than the first with that id`,
      });
    },
  }),

  // The activation status is one of the values that the profile names.
  check('cohort-test.activation-status-values', {
    access: 'read',
    on: ['listCohorts', 'getCohort'],
    sends: 'the plain list of cohorts, and reads of cohorts that have tests',
    accepts: 'an `activationStatus` that is among the values of the overlay, wherever there is one',
    async run(context) {
      const answers = await answersWithTests(context);
      for (const answer of answers) {
        const violation = context.contract
          .validate(answer.sent.operation, answer.status, answer.json)
          .find(({ clause }) => clause === 'cohort-test.activation-status');
        context.must.hold(violation === undefined, {
          expected: `an \`activationStatus\` that is ${violation?.expected ?? 'among the named values'}`,
          actual: violation?.got ?? 'another',
          in: answer,
        });
      }
    },
  }),
] satisfies readonly Check[];

async function testsSeen(context: Context): Promise<readonly Json[]> {
  const answers = await answersWithTests(context);
  return answers.flatMap((answer) => cohortsIn(answer).flatMap((cohort) => listOf(cohort['tests']) ?? []));
}

/** The list by itself, or reads of a few listed cohorts that have tests. Inconclusive when none has any. */
async function answersWithTests(context: Context): Promise<readonly Answer[]> {
  const list = await minimal(context, context.operation('listCohorts'));
  const filled = itemsOf(context, list).filter((cohort) => (listOf(cohort['tests']) ?? []).length > 0);
  context.need(filled.length > 0, 'a cohort that has tests');
  if (context.op.id === 'listCohorts') return [list];
  const most = filled.toSorted((one, other) => testCount(other) - testCount(one)).slice(0, 3);
  return Promise.all(
    most.flatMap((cohort) => {
      const cohortId = text(cohort['cohortId']);
      return cohortId
        ? [context.world.once(`cohort ${cohortId}`, () => context.send('getCohort', { cohortId }))]
        : [];
    }),
  );
}

function cohortsIn(answer: Answer): readonly Json[] {
  const body = object(answer.json);
  const single = object(body?.['cohort']);
  return single ? [single] : (listOf(body?.['data']) ?? []);
}

function testCount(cohort: Json): number {
  return listOf(cohort['tests'])?.length ?? 0;
}
