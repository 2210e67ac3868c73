import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf } from '../../target/body.ts';
import { isOfYear } from '../../target/groups/years.ts';
import { minimal } from '../../target/minimal.ts';
import { momentIn } from '../../target/order.ts';

/** A year runs in this sense from a day after its beginning until a day before its end, whatever the clocks say. */
const aDay = 24 * 3_600_000;

/** That there is no current year says the target itself; whether its lists know one shows it. */
export const whileItRunsChecks: readonly Check[] = [
  check('get-current-academic-year.success/while-it-runs', {
    sends: 'the current year; where it is not found, lists with `current`, and the current year once more',
    accepts:
      '200; 404 says that there is none, which is wrong where a list with `current` shows those of one year, which runs today, and the list without it shows others',
    async run(context) {
      const first = await minimal(context, context.op);
      if (first.status !== 404) return context.must(first).have.status(200);
      const shown = context.need(
        await listOfRunningYear(context, nowAt(first)),
        'a current academic year, or a list with `current` that shows a year which runs today, and no other',
      );
      const answer = await context.send(context.op);
      context.must.hold(answer.status !== 404, {
        expected: 'the year that runs today, and that a list with `current` shows',
        actual: 'no current year',
        in: [shown, answer],
      });
    },
  }),
];

/** A list with `current` that shows those of a year that runs today, and no others; `undefined` where there is none. */
async function listOfRunningYear(context: Context, now: number): Promise<Answer | undefined> {
  const years = itemsOf(context, await minimal(context, context.operation('listAcademicYears')));
  const running = years.filter((year) => {
    const [start, end] = [momentIn(year, 'startDate'), momentIn(year, 'endDate')];
    return start !== undefined && end !== undefined && start + aDay < now && now < end - aDay;
  });
  for (const list of ['listClasses', 'listCohorts'].filter((op) => !context.contract.later.has(op))) {
    const answer = await context.send(list, { academicYearId: 'current' });
    const items = answer.status === 200 ? itemsOf(context, answer) : [];
    const all = itemsOf(context, await minimal(context, context.operation(list)));
    for (const { academicYearId } of running) {
      const id = String(academicYearId);
      const isAll = items.length > 0 && items.every((item) => isOfYear(item, id) === true);
      if (isAll && all.some((item) => isOfYear(item, id) === false)) return answer;
    }
  }
  return undefined;
}

/** The moment of an answer by the clock of the target, or else by ours, in milliseconds since 1970. */
function nowAt({ headers }: Answer): number {
  const moment = Date.parse(headers['date'] ?? '');
  return Number.isNaN(moment) ? Date.now() : moment;
}
