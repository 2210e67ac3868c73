import { dates } from '../../../generators/date-windows.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { comparable, itemsOf, type Json, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { takesDates } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';

/** Completed study sessions. */
export const study: readonly Check[] = [
  check('list-study-sessions.exists', {
    run: async (context) => context.must(await minimal(context, context.op)).be.accepted(),
  }),

  check('list-study-sessions.filtering', {
    needs: ['list-study-sessions.query', 'list-study-sessions.response'],
    run: filtering,
  }),

  check('list-study-sessions.completed', {
    needs: ['list-study-sessions.response'],
    accepts: 'an end in each study session; leaves this open where none shows one',
    run: completed,
  }),
];

async function filtering(context: Context): Promise<void> {
  const { op, must, need } = context;
  const one = need(itemsOf(context, await minimal(context, op)).at(-1), 'a study session');
  const filters = filtersOf(context, one);
  need(filters.length > 0, 'a filter that the profile names and whose value the sessions show');
  for (const { field, value } of filters) {
    const answer = await context.send(op, { ...(await minimalParams(context, op)), [field]: value });
    const found = itemsOf(context, answer);
    const others = found.filter((item) => comparable(item[field]) !== comparable(one[field])).length;
    must.hold(others === 0 && found.length > 0, {
      expected: `study sessions with the \`${field}\` asked for, and no others`,
      actual: `${found.length} sessions, ${others} of them with another`,
      in: answer,
    });
  }
}

/** Filters by the fields of one study session: its dates to the millisecond, its user and its subject. */
function filtersOf({ op }: Context, one: Json) {
  return ['startDate', 'endDate', 'userId', 'subject'].flatMap((field) => {
    const value = text(one[field]);
    const date = dates.find((name) => name === field);
    if (value === undefined || !op.has(field) || (date !== undefined && !takesDates(op, date))) return [];
    return [{ field, value: date !== undefined ? { gte: value, lte: value } : [value] }];
  });
}

async function completed(context: Context): Promise<void> {
  const { op, must, need } = context;
  const sessions = await sample(context);
  const hasEnd = (item: Json) => text(item['endDate']) !== undefined;
  need(
    sessions.some(({ item }) => hasEnd(item)),
    'a study session that shows an `endDate`',
  );
  must.every(sessions, ({ item }) => hasEnd(item), 'study sessions with an end', await minimal(context, op));
}
