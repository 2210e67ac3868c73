import { dates } from '../../../generators/date-windows.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, text } from '../../target/body.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';
import { takesDates } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';

const on = ['listStudySessions'];

/** Completed study sessions, of which only a profile shows more. */
export const study: readonly Check[] = [
  // The list of completed study sessions is offered.
  check('list-study-sessions.exists', {
    access: 'read',
    on,
    sends: 'the plainest request',
    accepts: 'a success',
    run: async (context) => context.must(await minimal(context, context.op)).be.accepted(),
  }),

  // It can be filtered.
  check('list-study-sessions.filtering', {
    access: 'read',
    on,
    needs: ['list-study-sessions.query', 'list-study-sessions.response'],
    sends: 'each filter that the profile names, with the value of one study session',
    accepts: 'a list with that session, and only sessions with this value',
    run: filtering,
  }),

  // It holds only completed ones.
  check('list-study-sessions.completed', {
    access: 'read',
    on,
    needs: ['list-study-sessions.response'],
    sends: 'the plainest request, and pages from the middle and the end of the list',
    accepts: 'an end in each study session, where they show one at all',
    run: completed,
  }),
];

async function filtering(context: Context): Promise<void> {
  const { op, must, need } = context;
  const items = itemsOf(context, await minimal(context, op));
  const [one] = items.slice(-1);
  const filters = filtersOf(context, need(one, 'a study session'));
  need(filters.length > 0, 'a filter that the profile names and whose value the sessions show');
  for (const { name, value, field } of filters) {
    const answer = await context.send(op, { ...(await minimalParams(context, op)), [name]: value });
    const found = itemsOf(context, answer);
    const strays = found.filter((item) => text(item[field]) !== text(one?.[field])).length;
    must.hold(strays === 0 && found.length > 0, {
      expected: `study sessions with the \`${field}\` asked for, and no others`,
      actual: `${found.length} sessions, ${strays} of them with another`,
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
    return [{ name: field, field, value: date !== undefined ? { gte: value, lte: value } : [value] }];
  });
}

async function completed(context: Context): Promise<void> {
  const { op, must, need } = context;
  const sessions = await sample(context);
  const ended = sessions.filter(({ item }) => text(item['endDate']) !== undefined).length;
  need(ended > 0, 'a study session that shows an `endDate`');
  must.hold(ended === sessions.length, {
    expected: `an end in each of ${sessions.length} study sessions`,
    actual: `${sessions.length - ended} without`,
    in: await minimal(context, op),
  });
}
