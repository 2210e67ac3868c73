import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Failure } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { valid, validNeeds } from '../../target/valid.ts';

const access = (op: Operation) => (op.writes ? 'write' : 'read');

/** The stated fields that hold a day, and those that hold a moment. */
const days = ['dateOfBirth'];
const moments = ['startDate', 'endDate', 'createdAt', 'updatedAt'];

const users = [
  'listUsers',
  'searchUsers',
  'createStudent',
  'createTeacher',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
];
const years = ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'];

/** Dates are ISO 8601 in UTC, and a duration is one too (Conventions 2). */
export const dates = [
  check('conventions.date-form', {
    access,
    on: users,
    needs: validNeeds,
    sends: 'a request that is accepted',
    accepts: 'YYYY-MM-DD, and a day that the calendar has',
    run: (context) => judgeAll(context, days, 'a day of the calendar as YYYY-MM-DD', isDay),
  }),
  check('conventions.date-time-form', {
    access,
    on: [...years, ...users],
    needs: validNeeds,
    sends: 'a request that is accepted',
    accepts: 'YYYY-MM-DDTHH:MM:SS.SSS before the zone, and a moment that exists',
    run: (context) =>
      judgeAll(context, moments, 'a moment as YYYY-MM-DDTHH:MM:SS.SSS with its zone', isMoment),
  }),
  check('conventions.utc', {
    access,
    on: [...years, ...users],
    needs: validNeeds,
    sends: 'a request that is accepted',
    accepts: '`Z` at the end of every date-time',
    run: (context) =>
      judgeAll(context, moments, 'a date-time that ends in Z', (value) => value.endsWith('Z')),
  }),
  // The names of a result's fields come from the profile: what it marks as the duration was judged on the way in.
  check('conventions.duration-form', {
    access: 'read',
    on: ['listSessions', 'listCompletedSessions'],
    needs: ['session.item-shape', 'result.fields'],
    sends: 'the plainest request; every other answer of the run counts as well',
    accepts: 'PnYnMnDTnHnMnS, parts that are zero left out or not',
    async run(context) {
      const { must, need, schemaResult, op } = context;
      await valid(context, op);
      const { seen, violation } = schemaResult('result.duration');
      if (violation)
        throw new Failure('an ISO 8601 duration', violation.violation.got, [], violation.evidence);
      need(seen, 'a session with a result that has a duration');
      must.hold(seen, { expected: 'a duration', actual: 'none' });
    },
  }),
] satisfies readonly Check[];

async function judgeAll(
  context: Context,
  names: readonly string[],
  expected: string,
  holds: (value: string) => boolean,
): Promise<void> {
  const answer = await valid(context, context.op);
  context.need(answer.status < 300, `the request to be accepted, got ${answer.status}`);
  const found = [...textsOf(answer.json, names)];
  context.need(found.length > 0, `an answer that holds ${names.join(', ')}`);
  for (const [name, value] of found) {
    const actual = `a text of another form in \`${name}\``;
    context.must.hold(holds(value), { expected: `${expected} in \`${name}\``, actual, in: answer });
  }
}

/** Every text under one of these names, at any depth; a value that is no text is for the field's own clause. */
function* textsOf(value: unknown, names: readonly string[]): Generator<readonly [string, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && names.includes(name)) yield [name, inner];
    yield* textsOf(inner, names);
  }
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && exists(`${value}T00:00:00.000Z`);
}

function isMoment(value: string): boolean {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})(?:Z|[+-]\d{2}:?\d{2})?$/.exec(value);
  return parts !== null && exists(`${parts[1]}Z`);
}

/** Whether the calendar has it: Date would move 30 February into March. */
function exists(moment: string): boolean {
  const time = Date.parse(moment);
  return !Number.isNaN(time) && new Date(time).toISOString() === moment;
}
