import { answerBody, type Break, type Fault, fault } from '../kit/fault.ts';
import { eachItem, page } from '../kit/pages.ts';
import { academicYearReads, accountChanges, accountCreations, type OperationId } from '../kit/routes.ts';
import { mapTexts } from '../kit/texts.ts';

const users: readonly OperationId[] = ['listUsers', 'searchUsers', ...accountCreations, ...accountChanges];
const moments = ['startDate', 'endDate', 'createdAt', 'updatedAt'];

/** Faults of how dates, durations and empty objects are written. */
export const dates: readonly Fault[] = [
  fault('conventions.date-form', {
    on: users,
    story: 'A birthday is written day first.',
    with: rewritten(['dateOfBirth'], (day) => day.split('-').reverse().join('/')),
  }),
  fault('conventions.date-form!leap-day', {
    on: ['updateStudentDetails'],
    deep: true,
    story: 'The month is counted from zero and moved by one without the calendar.',
    with: rewritten(['dateOfBirth'], (day) => day.replace(/-03$/, '-30')),
  }),
  fault('conventions.date-time-form', {
    on: [...academicYearReads, ...users],
    story: 'Milliseconds that are zero are left out.',
    with: rewritten(moments, (moment) => moment.replace(/\.\d{3}Z$/, 'Z')),
  }),
  fault('conventions.date-time-form!microseconds', {
    on: ['listUsers'],
    deep: true,
    story: 'One column has the precision of the database.',
    with: rewritten(['updatedAt'], (moment) => moment.replace('Z', '000Z')),
  }),
  fault('conventions.utc', {
    on: [...academicYearReads, ...users],
    story: 'The server writes its own time zone.',
    with: rewritten(moments, (moment) => moment.replace('Z', '+01:00')),
  }),
  fault('conventions.utc!summer', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'Only moments of the summer half year get the offset of London.',
    with: rewritten(moments, (moment) => (/-0[4-9]-/.test(moment) ? moment.replace('Z', '+01:00') : moment)),
  }),
  fault('conventions.duration-form', {
    on: ['listSessions', 'listCompletedSessions'],
    story: 'A duration is written as a clock shows it.',
    with: rewritten(['duration'], () => '01:02:03'),
  }),
  fault('conventions.duration-form!weeks', {
    on: ['listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'The library writes a duration in mixed order: seconds before minutes.',
    with: rewritten(['duration'], () => 'PT3S2M'),
  }),
  fault('conventions.nested-null', {
    on: ['listSessions', 'listInProgressSessions'],
    story: 'A missing result is serialised as an object of which every field was left out.',
    with: eachItem((session) => {
      if (session['endDate'] === undefined) session['result'] = {};
    }),
  }),
  fault('conventions.nested-null!last', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'Results are joined for all sessions of a page but the last.',
    with: page(({ data }) => void Object.assign(data.at(-1) ?? {}, { result: {} })),
  }),
];

/** Changes every text under one of these names, at any depth of an answer. */
function rewritten(names: readonly string[], change: (text: string) => string): Break {
  return answerBody((body) => mapTexts(body, (text, name) => (names.includes(name) ? change(text) : text)));
}
