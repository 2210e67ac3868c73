import type { Context } from '../../../harness/judging/context.ts';
import { type Json, listOf, text } from '../body.ts';

/** The fields of a class or cohort that the interface names, besides its tests. */
const stated = ['classId', 'cohortId', 'name', 'description', 'academicYearId'];

/**
 * Where two readings of the same class or cohort differ: names of stated fields that both have with different
 * values. A field that only one of them has is no difference, for which ones are always there is not shown.
 * Identifiers are compared in lower case, and tests as a set.
 */
export function differences(one: Json, other: Json): string[] {
  const fields = stated.filter(
    (field) => field in one && field in other && norm(field, one) !== norm(field, other),
  );
  const [tests, others] = [testIds(one), testIds(other)];
  const same = tests === undefined || others === undefined || tests.join() === others.join();
  return same ? fields : [...fields, 'tests'];
}

/** The ids of the tests of a cohort in lower case and in order; `undefined` when it shows none. */
export function testIds(cohort: Json): string[] | undefined {
  return listOf(cohort['tests'])
    ?.flatMap((test) => text(test['testId'])?.toLowerCase() ?? [])
    .sort();
}

/** Claims that two readings are the same. */
export function mustAgree(context: Context, one: Json, other: Json, what: string): void {
  const fields = differences(one, other);
  context.must.hold(fields.length === 0, {
    expected: `${what} with the same fields`,
    actual: `another value in ${fields.map((field) => `\`${field}\``).join(', ')}`,
  });
}

function norm(field: string, thing: Json): unknown {
  const value = thing[field];
  return field.endsWith('Id') && typeof value === 'string' ? value.toLowerCase() : value;
}
