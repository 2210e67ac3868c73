import { type Operator, operators } from '../../../generators/date-windows.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { datesOf } from '../../target/dates/ask.ts';
import { filterOf, instantOf, isLower } from '../../target/dates/bounds.ts';
import { datesNeeds, mixedSessions } from '../../target/dates/dated-sessions.ts';
import { find, onStableSessions } from '../../target/sessions/found.ts';

/** Timestamps that are exactly the date of a session, which lies on a whole second. */
export const onASecond: readonly Check[] = [
  check('date-filtering.unix-seconds/on-a-second', {
    access: 'read',
    on: ['listSessions'],
    needs: datesNeeds,
    sends: 'each operator on each date with the timestamp of a session that lies on a whole second',
    accepts:
      'the session by `gte` and `lte`, and not by `gt` and `lt`; what lies within the second is left open',
    run: judgeSeconds,
  }),
];

const day = 86_400_000;

async function judgeSeconds(context: Context): Promise<void> {
  let judged = 0;
  for (const date of datesOf(context.op)) {
    const whole = (await mixedSessions(context, date)).find(({ instant }) => instant % 1000 === 0);
    if (whole === undefined) continue;
    for (const operator of operators)
      await onStableSessions(context, (used) => judgeSecond(used, date, operator, whole.instant));
    judged += 1;
  }
  context.need(judged > 0, 'a session whose date lies on a whole second');
}

/** A second operator on the other side keeps the answer small. */
async function judgeSecond(
  context: Context,
  date: 'startDate' | 'endDate',
  operator: Operator,
  value: number,
): Promise<void> {
  const far = isLower(operator) ? { lt: value + day } : { gte: value - day };
  const bounds = filterOf({ [operator]: value, ...far }, 'Unix');
  const { facts, answer, whole } = await find(context, { [date]: bounds });
  const onIt = facts.filter((each) => instantOf(each, date) === value).length;
  const isDue = operator === 'gte' || operator === 'lte';
  if (isDue && !whole) return;
  context.must.hold(onIt > 0 === isDue, {
    expected: `${isDue ? 'the sessions' : 'no session'} whose \`${date}\` is the second of \`${operator}\``,
    actual: `${onIt} of them`,
    in: answer,
  });
}
