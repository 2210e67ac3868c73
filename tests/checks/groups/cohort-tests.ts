import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idIn, itemsOf, type Json, listOf, object, text } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';

/** The tests that stand in a cohort. */
export const cohortTestChecks: readonly Check[] = [
  check('cohort-test.test-id-unique', {
    accepts: 'cohorts in which no `testId` stands for tests that differ in both name and subject',
    async run(context) {
      const tests = (await answersWithTests(context)).flatMap(cohortsIn).flatMap(testsOf);
      context.need(tests.length > 1, 'two tests in cohorts to compare');
      const first = new Map<string, Json>();
      for (const test of tests) {
        const id = idOf(test);
        if (!first.has(id)) first.set(id, test);
      }
      context.must.every(
        tests,
        (test) => {
          const other = first.get(idOf(test)) ?? test;
          return test['name'] === other['name'] || test['subject'] === other['subject'];
        },
        'tests with the name or the subject of the first test with their `testId`',
      );
    },
  }),

  check('cohort-test.once', {
    accepts: 'cohorts in which each `testId` stands once',
    async run(context) {
      const cohorts = (await answersWithTests(context)).flatMap(cohortsIn);
      const several = cohorts.map((cohort) => testsOf(cohort).map(idOf)).filter((ids) => ids.length > 1);
      context.need(several.length > 0, 'a cohort that has two tests');
      context.must.every(
        several,
        (ids) => new Set(ids).size === ids.length,
        'cohorts that have each of their tests once',
      );
    },
  }),

  check('cohort-test.version-of-one-test', {
    accepts: 'cohorts in which no `testVersionId` stands for tests of different ids and different names',
    async run(context) {
      const tests = (await answersWithTests(context)).flatMap(cohortsIn).flatMap(testsOf);
      const versioned = tests.filter((test) => text(test['testVersionId']) !== undefined);
      context.need(new Set(versioned.map(idOf)).size > 1, 'two tests in cohorts to compare');
      const first = new Map<string, Json>();
      for (const test of versioned) if (!first.has(versionOf(test))) first.set(versionOf(test), test);
      context.must.every(
        versioned,
        (test) => {
          const other = first.get(versionOf(test)) ?? test;
          return idOf(test) === idOf(other) || test['name'] === other['name'];
        },
        'tests that have their `testVersionId` for themselves',
      );
    },
  }),

  check('cohort-test.activation-status-values', {
    async run(context) {
      const answers = await answersWithTests(context);
      context.need(answers.length > 0, 'a cohort that has tests and a `cohortId`');
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
];

/** The list by itself, or reads of a few listed cohorts that have tests. Inconclusive when none has any. */
async function answersWithTests(context: Context): Promise<readonly Answer[]> {
  const list = await minimal(context, context.operation('listCohorts'));
  const filled = itemsOf(context, list).filter((cohort) => testsOf(cohort).length > 0);
  context.need(filled.length > 0, 'a cohort that has tests');
  if (context.op.id === 'listCohorts') return [list];
  const most = filled.toSorted((one, other) => testsOf(other).length - testsOf(one).length).slice(0, 3);
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

function testsOf(cohort: Json): readonly Json[] {
  return listOf(cohort['tests']) ?? [];
}

function versionOf(test: Json): string {
  return String(test['testVersionId']).toLowerCase();
}

function idOf(test: Json): string {
  return idIn(test, 'testId') ?? '';
}
