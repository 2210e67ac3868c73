import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrWrite } from '../../target/access.ts';
import { durationClause } from '../../target/schema/clauses.ts';
import { mustNotViolate } from '../../target/schema/violation.ts';
import { control, valid, validNeeds } from '../../target/valid.ts';

/** The fields of the interface that hold a day, and those that hold a moment. */
const days = ['dateOfBirth'];
const moments = ['startDate', 'endDate', 'createdAt', 'updatedAt'];

/** Dates are ISO 8601 in UTC, and a duration is one too (Conventions 2). */
export const dates = [
  check('conventions.date-form', {
    access: readOrWrite,
    needs: validNeeds,
    run: (context) => mustHoldInAll(context, days, 'days of the calendar as YYYY-MM-DD', isDay),
  }),
  check('conventions.date-time-form', {
    access: readOrWrite,
    needs: validNeeds,
    run: (context) =>
      mustHoldInAll(context, moments, 'moments as YYYY-MM-DDTHH:MM:SS.SSS with their zone', isMoment),
  }),
  check('conventions.utc', {
    access: readOrWrite,
    needs: validNeeds,
    run: (context) =>
      mustHoldInAll(context, moments, 'date-times that end in Z', (value) => value.endsWith('Z')),
  }),
  check('conventions.duration-form', {
    accepts: 'PnYnMnDTnHnMnS, parts that are zero left out or not',
    async run(context) {
      const { must, need, op } = context;
      await valid(context, op);
      // The profile marks the field that holds the duration, so that the schema judges it in every answer of the run.
      const seen = mustNotViolate(context, durationClause, 'an ISO 8601 duration');
      need(seen, 'a session with a result that has a duration');
      must.hold(seen, { expected: 'a duration', actual: 'none' });
    },
  }),
] satisfies readonly Check[];

async function mustHoldInAll(
  context: Context,
  fields: readonly string[],
  what: string,
  holds: (value: string) => boolean,
): Promise<void> {
  const answer = await control(context);
  const found = [...textsIn(answer.json, fields)];
  context.need(found.length > 0, `an answer that holds ${fields.join(', ')}`);
  for (const name of fields) {
    const values = found.flatMap(([field, value]) => (field === name ? [value] : []));
    context.must.every(values, holds, `${what} in \`${name}\``, answer);
  }
}

/** Every text in one of these fields, at any depth. Another clause judges a value that is no text. */
function* textsIn(value: unknown, fields: readonly string[]): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && fields.includes(name)) yield [name, inner];
    yield* textsIn(inner, fields);
  }
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isInCalendar(`${value}T00:00:00.000Z`);
}

function isMoment(value: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})(?:Z|[+-]\d{2}:?\d{2})?$/.exec(value);
  return parts !== null && isInCalendar(`${parts[1]}Z`);
}

/** Whether the calendar has a moment: Date would move 30 February into March. */
function isInCalendar(moment: string): boolean {
  const time = Date.parse(moment);
  return !Number.isNaN(time) && new Date(time).toISOString() === moment;
}
