import { refusal } from '../kit/breaks.ts';
import { dateFilters, dateParameters, dates, datesIn, dropDate } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, faults } from '../kit/fault.ts';
import { whereNothing } from '../kit/no-match.ts';
import { page } from '../kit/pages.ts';
import { byEnd, byStart } from './lists.ts';
import { refuseDate } from './refusals.ts';

/** Faults of the values of a date filter: date-times and timestamps (chapter Date filtering). */
export const values: readonly Fault[] = [
  fault('date-filtering.value-date-time', {
    on: byStart,
    story: 'The date parser knows no fractions of a second.',
    with: refuseDate((value) => /\.\d{3}Z$/.test(value)),
  }),
  fault('date-filtering.value-unix', {
    on: byStart,
    story: 'The validator asks for the format date-time.',
    with: refuseDate(isTimestamp),
  }),
  fault('date-filtering.value-date-time!leap-day', {
    on: byStart,
    deep: true,
    story: 'February has 28 days in the pattern that checks dates.',
    with: refuseDate((value) => value.includes('-02-29T')),
  }),
  fault('date-filtering.value-unix!ten-digits', {
    on: byStart,
    deep: true,
    story: 'A timestamp is told by its ten digits, and those before September 2001 have nine.',
    with: refuseDate((value) => /^\d{1,9}$/.test(value)),
  }),
  fault('date-filtering.value-date-time/no-match', {
    on: byStart,
    story: 'A search that finds nothing is answered as a thing that does not exist.',
    with: whereNothing(
      (request) => hasDate(request, () => true),
      async () => refusal(404, 'No sessions were found.'),
    ),
  }),
  fault('date-filtering.value-date-time/no-match!total', {
    on: byStart,
    deep: true,
    story: 'The total of an empty page is one that was counted before, where the moment is a timestamp.',
    with: whereNothing(
      (request) => hasDate(request, isTimestamp),
      page(({ pagination }) => {
        pagination.total = 1;
      }),
    ),
  }),
  ...faults(
    {
      'date-filtering.unix-seconds!milliseconds': byStart,
      'date-filtering.forms-agree!milliseconds': byStart,
    },
    {
      story: 'The number goes into a date that counts milliseconds.',
      with: timestampsAs((seconds) => new Date(seconds)),
    },
  ),
  fault('date-filtering.unix-seconds!milliseconds-below', {
    on: byStart,
    deep: true,
    story: 'Seconds are turned into milliseconds for lower bounds only.',
    with: timestampsAs(
      (seconds) => new Date(seconds),
      (name) => name.includes('[lt'),
    ),
  }),
  fault('date-filtering.forms-agree!leap-day', {
    on: ['listSessions'],
    deep: true,
    story: 'Days since 1970 are counted by hand, and since the last leap day there is one too many.',
    with: timestampsAs(withLeapDay),
  }),
  fault('date-filtering.value-unreadable!ignored', {
    on: byStart,
    story: 'A date that cannot be read becomes no filter.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.status !== 400) return response;
      return dateFilters((asked) => {
        for (const date of dates) dropDate(asked, date);
      })(request, service);
    },
  }),
  fault('date-filtering.value-unreadable!end-ignored', {
    on: byEnd,
    deep: true,
    story: 'The end date became a filter later, and one that cannot be read is none.',
    with: dateFilters((asked) => {
      for (const [name, value] of dateParameters(asked))
        if (name.startsWith('endDate') && !isTimestamp(value) && Number.isNaN(Date.parse(value)))
          asked.delete(name);
    }),
  }),
];

/** Turns timestamps into date-times of which this reading is wrong. */
function timestampsAs(read: (seconds: number) => Date, when: (name: string) => boolean = () => true): Break {
  return dateFilters((asked) => {
    for (const [name, value] of dateParameters(asked)) {
      if (isTimestamp(value) && when(name)) asked.set(name, read(Number(value)).toISOString());
    }
  });
}

function withLeapDay(seconds: number): Date {
  const leapDay = Date.UTC(2024, 1, 29) / 1000;
  return new Date((seconds + (seconds > leapDay ? 86_400 : 0)) * 1000);
}

function isTimestamp(value: string): boolean {
  return /^\d+$/.test(value);
}

async function hasDate(request: Request, isSuch: (value: string) => boolean): Promise<boolean> {
  return dateParameters(await datesIn(request)).some(([, value]) => isSuch(value));
}
