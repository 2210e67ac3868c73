import { faults } from '../../../reference/faults/index.ts';
import type { Fault } from '../../../reference/faults/kit/fault.ts';
import { judgeAll, rowsOf, trial } from './judge-service.ts';

/** Ten deep faults whose shrunk counterexamples stand in the README. */
export const examples: readonly string[] = [
  'pagination.cursor-keeps-filters!forgets-the-last',
  'pagination.next-null-on-last!full-page',
  'pagination.offset-beyond-end!wraps',
  'date-filtering.start-date-gt!at-a-months-end',
  'date-filtering.value-unreadable!end-ignored',
  'date-filtering.gt-with-gte!on-ends',
  'search-users.same-as-list-users!offset-beside-filters',
  'add-class-students.keeps-others/sequence!other-kind',
  'update-student-details.date-of-birth!summer-time',
  'update-user-name.effect!three-bytes',
];

/** The line of the README's table about one of them, as the run at seed 1 says it. */
export async function exampleLine(id: string): Promise<string> {
  const fault = faultBy(id);
  const [row] = await judgeAll(trial({ wrap: fault.wrap }), rowsOf(fault.check, fault.on.slice(0, 1)));
  const { expected, actual, counterexample } = row ?? {};
  return `| ${fault.story} | ${expected}; ${actual} | \`${counterexample?.value}\` |`;
}

function faultBy(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault?.depth === 'deep') return fault;
  throw new Error(`${id} is not a deep fault`);
}
