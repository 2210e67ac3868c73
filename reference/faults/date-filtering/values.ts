import { refusal } from '../kit/breaks.ts';
import { dateFilters, dateParameters, dates, datesIn, dropDate, parametersOf } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, faults } from '../kit/fault.ts';
import { noContent, whereNothing } from '../kit/no-match.ts';
import { page } from '../kit/pages.ts';
import { byEnd, byStart } from './lists.ts';
import { refuseDate, refuseDates } from './refusals.ts';

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
  fault('date-filtering.value-date-time/far!this-century', {
    on: byStart,
    story: 'The validator knows the years from 2000 to 2099.',
    with: refuseDate((value) => !isTimestamp(value) && !value.startsWith('20')),
  }),
  fault('date-filtering.value-date-time/far!nothing', {
    on: byStart,
    deep: true,
    story: 'Seconds since 1970 are kept in 32 bits, and later moments come out as early ones.',
    with: dateFilters((asked) => wrapLate(asked, (value) => !isTimestamp(value))),
  }),
  fault('date-filtering.value-unix/far!zero', {
    on: byStart,
    story: 'A timestamp of 0 is taken for none, and refused as an empty value.',
    with: refuseDate((value) => value === '0'),
  }),
  fault('date-filtering.value-unix/far!none', {
    on: byStart,
    deep: true,
    story: 'A timestamp of 0 is taken for none, and left out.',
    with: dateFilters((asked) => {
      for (const [name, value] of [...asked]) if (value === '0') asked.delete(name);
    }),
  }),
  fault('date-filtering.value-unix/far!signed', {
    on: byStart,
    deep: true,
    story: 'A timestamp goes through a signed integer of 32 bits.',
    with: dateFilters((asked) => wrapLate(asked, isTimestamp)),
  }),
  fault('date-filtering.value-unix/like-a-date!year', {
    on: ['listSessions'],
    story:
      'The library that reads dates takes four digits for a year, and it is asked before timestamps are told.',
    with: dateFilters((asked) => digitsAs(asked, /^(\d{4})$/, '$1-01-01T00:00:00.000Z')),
  }),
  fault('date-filtering.value-unix/like-a-date!day', {
    on: ['listSessions'],
    deep: true,
    story: 'Eight digits are a day in the basic form of ISO 8601, which the library knows.',
    with: dateFilters((asked) => digitsAs(asked, /^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T00:00:00.000Z')),
  }),
  fault('date-filtering.range/mixed-forms!refused', {
    on: byStart,
    story: 'The two ends of a range are compared as texts, and the lower one is greater.',
    with: refuseDates((asked) => dates.some((date) => isMixed(asked, date))),
  }),
  fault('date-filtering.range/mixed-forms!timestamp-dropped', {
    on: byStart,
    deep: true,
    story: 'Where one end is a date-time, the other is read as one, and a number is none.',
    with: dateFilters((asked) => {
      for (const date of dates.filter((each) => isMixed(asked, each)))
        for (const name of parametersOf(asked, date))
          if (isTimestamp(asked.get(name) ?? '')) asked.delete(name);
    }),
  }),
  fault('date-filtering.value-date-time/no-match', {
    on: byStart,
    story: 'A search that finds nothing is answered as a thing that does not exist.',
    with: whereNothing(
      (request) => hasDate(request, () => true),
      async () => refusal(404, 'No sessions were found.'),
    ),
  }),
  fault('date-filtering.value-date-time/no-match!no-content', {
    on: byStart,
    story: 'The framework answers by 204 whatever has nothing in it.',
    with: whereNothing((request) => hasDate(request, () => true), noContent),
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

/** Whether a date has a timestamp and a date-time beside each other. */
function isMixed(asked: URLSearchParams, date: (typeof dates)[number]): boolean {
  const forms = parametersOf(asked, date).map((name) => isTimestamp(asked.get(name) ?? ''));
  return forms.includes(true) && forms.includes(false);
}

/** Reads timestamps of some digits as dates. */
function digitsAs(asked: URLSearchParams, digits: RegExp, date: string): void {
  for (const [name, value] of dateParameters(asked)) asked.set(name, value.replace(digits, date));
}

/** Cuts timestamps to 32 bits, which turns late moments into early ones. */
function wrapLate(asked: URLSearchParams, isOfForm: (value: string) => boolean): void {
  for (const [name, value] of dateParameters(asked)) {
    const seconds = isTimestamp(value) ? Number(value) : Date.parse(value) / 1000;
    if (isOfForm(value) && seconds > 2_147_483_647)
      asked.set(name, new Date((seconds - 2 ** 32) * 1000).toISOString());
  }
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
