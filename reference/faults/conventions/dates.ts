import { answerBody, type Fault, fault, type Json } from '../kit/fault.ts';
import { accountChanges, accountCreations, type OperationId } from '../kit/routes.ts';

const users: readonly OperationId[] = ['listUsers', 'searchUsers', ...accountCreations, ...accountChanges];
const years: readonly OperationId[] = ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'];
const moments = ['startDate', 'endDate', 'createdAt', 'updatedAt'];

/** Faults of how dates, durations and empty objects are written. */
export const dates: readonly Fault[] = [
  fault('conventions.date-form', {
    on: users,
    story: 'A birthday is written day first.',
    with: answerBody((body) => rewrite(body, ['dateOfBirth'], (day) => day.split('-').reverse().join('/'))),
  }),
  fault('conventions.date-form!leap-day', {
    on: ['updateStudentDetails'],
    deep: true,
    story: 'The month is counted from zero and moved by one without the calendar.',
    with: answerBody((body) => rewrite(body, ['dateOfBirth'], (day) => day.replace(/-03$/, '-30'))),
  }),
  fault('conventions.date-time-form', {
    on: [...years, ...users],
    story: 'Milliseconds that are zero are left out.',
    with: answerBody((body) => rewrite(body, moments, (moment) => moment.replace(/\.\d{3}Z$/, 'Z'))),
  }),
  fault('conventions.date-time-form!microseconds', {
    on: ['listUsers'],
    deep: true,
    story: 'One column has the precision of the database.',
    with: answerBody((body) => rewrite(body, ['updatedAt'], (moment) => moment.replace('Z', '000Z'))),
  }),
  fault('conventions.utc', {
    on: [...years, ...users],
    story: 'The server writes its own time zone.',
    with: answerBody((body) => rewrite(body, moments, (moment) => moment.replace('Z', '+01:00'))),
  }),
  fault('conventions.utc!summer', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'Only moments of the summer half year get the offset of London.',
    with: answerBody((body) =>
      rewrite(body, moments, (moment) => (/-0[4-9]-/.test(moment) ? moment.replace('Z', '+01:00') : moment)),
    ),
  }),
  fault('conventions.duration-form', {
    on: ['listSessions', 'listCompletedSessions'],
    story: 'A duration is written as a clock shows it.',
    with: answerBody((body) => rewrite(body, ['duration'], () => '01:02:03')),
  }),
  fault('conventions.duration-form!weeks', {
    on: ['listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'The library writes a duration in mixed order: seconds before minutes.',
    with: answerBody((body) => rewrite(body, ['duration'], () => 'PT3S2M')),
  }),
  fault('conventions.nested-null', {
    on: ['listSessions', 'listInProgressSessions'],
    story: 'A missing result is serialised as an object of which every field was left out.',
    with: answerBody((body) =>
      each(
        body,
        (item) => item['endDate'] === undefined,
        (item) => Object.assign(item, { result: {} }),
      ),
    ),
  }),
  fault('conventions.nested-null!last', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'Results are joined for all sessions of a page but the last.',
    with: answerBody((body) => {
      const items = body['data'] as Json[];
      Object.assign(items.at(-1) ?? {}, { result: {} });
      return body;
    }),
  }),
];

/** Changes every text under one of these names, at any depth. */
function rewrite(value: unknown, names: readonly string[], change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    typeof inner === 'string' && names.includes(name) ? change(inner) : rewrite(inner, names, change),
  ]);
  return Object.fromEntries(entries);
}

function each(body: Json, when: (item: Json) => boolean, change: (item: Json) => void): Json {
  for (const item of body['data'] as Json[]) if (when(item)) change(item);
  return body;
}
