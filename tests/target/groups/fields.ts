import type { Context } from '../../../harness/judging/context.ts';
import { idsIn, type Json, listOf } from '../body.ts';
import { differingFields, mustHaveNoDifference } from '../same-fields.ts';

/** The fields of a class or cohort that the interface names, besides its tests. */
const stated = ['classId', 'cohortId', 'name', 'description', 'academicYearId'];

/** Claims that two readings of a class or cohort are the same; tests are compared as a set. */
export function mustAgree(context: Context, one: Json, other: Json, what: string): void {
  const fields = differingFields(one, other, stated);
  const [tests, others] = [testIds(one), testIds(other)];
  const sameTests = tests === undefined || others === undefined || tests.join() === others.join();
  mustHaveNoDifference(context, sameTests ? fields : [...fields, 'tests'], what);
}

/** The ids of the tests of a cohort in lower case and in order; `undefined` when it shows none. */
export function testIds(cohort: Json): string[] | undefined {
  const tests = listOf(cohort['tests']);
  return tests && [...idsIn(tests, 'testId')].sort();
}
