import type { Context } from '../../../harness/judging/context.ts';
import { idIn, idsIn, type Json, listOf, withId } from '../body.ts';
import { differingFields, mustHaveNoDifference } from '../same-fields.ts';

/** The fields of a class or cohort that the interface names, besides its tests. */
const stated = ['classId', 'cohortId', 'name', 'description', 'academicYearId'];

/** The fields of a test in a cohort. */
const statedOfTests = ['testVersionId', 'name', 'subject', 'activationStatus'];

/**
 * Claims that two readings of a class or cohort are the same; tests are compared as a set. `others` are fields that are
 * known to differ.
 */
export function mustAgree(
  context: Context,
  one: Json,
  other: Json,
  what: string,
  others: readonly string[] = [],
): void {
  const fields = new Set([...differingFields(one, other, stated), ...others]);
  if (!haveSameTests(one, other)) fields.add('tests');
  mustHaveNoDifference(context, [...fields], what);
}

/** What a class or cohort shows only where it has it. */
const leftOutWhenEmpty = ['description', 'tests'];

/**
 * Fields that only one of two readings shows, of those that may be empty. Where reads by id show a field of others, one
 * without it is empty there, and so it is in a list that shows it of others.
 */
export function onlyOneShows(
  single: Json,
  item: Json,
  { bySingles, byItems }: { readonly bySingles: readonly Json[]; readonly byItems: readonly Json[] },
): readonly string[] {
  return leftOutWhenEmpty.filter((name) => {
    if (isHeld(single, name) === isHeld(item, name)) return false;
    return (isHeld(item, name) ? bySingles : byItems).some((one) => isHeld(one, name));
  });
}

function isHeld(thing: Json, name: string): boolean {
  const value = thing[name];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== '';
}

function haveSameTests(one: Json, other: Json): boolean {
  const [tests, others] = [testIds(one), testIds(other)];
  if (tests === undefined || others === undefined) return true;
  if (tests.join() !== others.join()) return false;
  return (listOf(one['tests']) ?? []).every((test) => {
    const same = withId(listOf(other['tests']) ?? [], 'testId', idIn(test, 'testId') ?? '');
    return same === undefined || differingFields(test, same, statedOfTests).length === 0;
  });
}

/** The ids of the tests of a cohort in lower case and in order; `undefined` when it shows none. */
export function testIds(cohort: Json): string[] | undefined {
  const tests = listOf(cohort['tests']);
  return tests && [...idsIn(tests, 'testId')].sort();
}
