import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { idsIn, itemsOf } from '../../target/body.ts';
import { minimal } from '../../target/minimal.ts';
import { withSharedReads } from '../../target/shared-reads.ts';

/** Reads leave the list of years as it was. */
export const afterReads: readonly Check[] = [
  check('list-academic-years.body/after-reads', {
    sends:
      'the list, reads of the current year and of the first and the last one, lists of their classes and cohorts, and the list again',
    accepts: 'each year of the first list that can still be read by its id',
    async run(context) {
      const before = idsIn(itemsOf(context, await minimal(context, context.op)), 'academicYearId');
      context.need(before.length > 0, 'an academic year with an id');
      await readYears(context, before);
      let answer = await context.send(context.op);
      let missing = missingIn(context, answer, before);
      if (missing.length > 0) {
        // A year may be on its way out, and then is gone by its id as well.
        const there = await Promise.all(
          missing.map((id) => context.send('getAcademicYear', { academicYearId: id })),
        );
        answer = await context.send(context.op);
        const still = missingIn(context, answer, before);
        missing = missing.filter((id, at) => there[at]?.status === 200 && still.includes(id));
      }
      context.must.hold(missing.length === 0, {
        expected: `all ${before.length} years that were listed before, for nothing but reads was sent`,
        actual: `${missing.length} of them left out`,
        in: answer,
      });
    },
  }),
];

/** Reads that a run sends in any case, each of them once. */
async function readYears(context: Context, ids: readonly string[]): Promise<void> {
  const { send } = withSharedReads(context);
  const offered = (op: string) => !context.contract.later.has(op);
  await minimal(context, context.operation('getCurrentAcademicYear'));
  for (const academicYearId of new Set([ids[0], ids.at(-1)]))
    if (academicYearId !== undefined) await send('getAcademicYear', { academicYearId });
  for (const op of ['listClasses', 'listCohorts'].filter(offered))
    await send(op, { academicYearId: 'current', limit: 1 });
}

function missingIn(context: Context, answer: Answer, before: readonly string[]): readonly string[] {
  const listed = idsIn(itemsOf(context, answer), 'academicYearId');
  return before.filter((id) => !listed.includes(id));
}
