import { dateFilters, datesIn } from '../kit/date-filters.ts';
import { answer, answerBody, type Break, type Fault, fault } from '../kit/fault.ts';
import type { PageBody } from '../kit/pages.ts';

/** Where the start is filtered by in the query, where anyhow, and where the end is: nothing that goes on has one. */
const queried = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'listStudySessions',
] as const;
const withEnds = ['listSessions', 'listCompletedSessions', 'listStudySessions'] as const;
const byStart = [...queried, 'searchSessions'] as const;
const byEnd = [...withEnds, 'searchSessions'] as const;
const whole = ['listSessions'] as const;
/** Of study sessions none ends with a month. */
const byMonthsEnd = ['listSessions', 'listCompletedSessions', 'searchSessions'] as const;
const rivals = { gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt' } as const;
type Operator = keyof typeof rivals;
const operators = Object.keys(rivals) as Operator[];
const names = ['startDate', 'endDate'] as const;

/** Each operator read as its rival: everywhere, or only where a month ends. */
const misread: readonly Fault[] = names.flatMap((date) =>
  operators.flatMap((operator) => {
    const id = `date-filtering.${date === 'startDate' ? 'start-date' : 'end-date'}-${operator}`;
    const rival = rivals[operator];
    return [
      fault(`${id}!as-${rival}`, {
        on: date === 'startDate' ? byStart : byEnd,
        story: `\`${operator}\` was written down as \`${rival}\` when the filters were copied.`,
        with: dateFilters((asked) => rename(asked, `${date}[${operator}]`, `${date}[${rival}]`)),
      }),
      fault(`${id}!at-a-months-end`, {
        on: date === 'startDate' ? byStart : byMonthsEnd,
        deep: true,
        story: `Sessions are kept by month, and \`${operator}\` takes the border of two partitions for \`${rival}\`.`,
        with: dateFilters((asked) => {
          const value = Date.parse(asked.get(`${date}[${operator}]`) ?? '');
          if (endsMonth(value)) rename(asked, `${date}[${operator}]`, `${date}[${rival}]`);
        }),
      }),
    ];
  }),
);

/** Faults of chapter Date filtering. */
export const dateFiltering: readonly Fault[] = [
  ...misread,
  fault('date-filtering.range!upper-end-lost', {
    on: byStart,
    story: 'The operators of a date are read with an else between them.',
    with: dateFilters((asked) => eachDate((date) => loseUpper(asked, date))),
  }),
  fault('date-filtering.range!upper-end-lost-on-ends', {
    on: byEnd,
    deep: true,
    story: 'Ranges were mended for the start date and forgotten for the end date.',
    with: dateFilters((asked) => loseUpper(asked, 'endDate')),
  }),
  fault('date-filtering.range/partition!lte-as-lt', {
    on: byStart,
    story: 'The upper end is always left out.',
    with: dateFilters((asked) => eachDate((date) => rename(asked, `${date}[lte]`, `${date}[lt]`))),
  }),
  fault('date-filtering.range/partition!open-ends-counted', {
    on: withEnds,
    deep: true,
    story: 'An absent end is read as 1970, and so `lt` counts sessions that go on.',
    with: answerBody((body, request) => {
      const page = body as unknown as PageBody;
      if (new URL(request.url).searchParams.has('endDate[lt]')) page.pagination.total += 3;
      return page;
    }),
  }),
  fault('date-filtering.both-dates!end-ignored', {
    on: byEnd,
    story: 'The second date filter overwrites the first.',
    with: dateFilters((asked) => ignoreBeside(asked, 'endDate', 'startDate')),
  }),
  fault('date-filtering.both-dates!start-ignored', {
    on: byEnd,
    deep: true,
    story: 'With a filter on the end date, the query runs over another index and drops the start date.',
    with: dateFilters((asked) => ignoreBeside(asked, 'startDate', 'endDate')),
  }),
  fault('date-filtering.operators-accepted', {
    on: byEnd,
    story: 'One of the eight operators is missing from the validator.',
    with: refuseQuery((asked) => asked.has('endDate[lte]')),
  }),
  fault('date-filtering.operators-accepted!at-a-years-end', {
    on: byStart,
    deep: true,
    story: 'An inclusive upper end becomes the day after, and there is no 32 December.',
    with: refuseQuery((asked) =>
      dated(asked).some(([name, value]) => name.endsWith('[lte]') && value.includes('-12-31T')),
    ),
  }),
  fault('date-filtering.range-accepted!one-bound-only', {
    on: byStart,
    story: 'The validator takes one operator a date.',
    with: refuseQuery((asked) => asked.has('startDate[gte]') && asked.has('startDate[lt]')),
  }),
  fault('date-filtering.range-accepted!one-date-only', {
    on: byEnd,
    deep: true,
    story: 'The validator takes one date filter at a time.',
    with: refuseQuery((asked) => names.every((date) => operatorsOn(asked, date).length > 0)),
  }),
  ...(['gt', 'lt'] as const).flatMap((operator) => [
    fault(`date-filtering.${operator}-with-${operator}e!one-wins`, {
      on: byStart,
      story: 'Of two bounds on one side the exclusive one is read first, and the other never.',
      with: dateFilters((asked) => eachDate((date) => oneWins(asked, date, operator))),
    }),
    fault(`date-filtering.${operator}-with-${operator}e!on-ends`, {
      on: byEnd,
      deep: true,
      story: 'The rule against conflicting operators was written for the start date only.',
      with: dateFilters((asked) => oneWins(asked, 'endDate', operator)),
    }),
  ]),
  fault('date-filtering.value-date-time', {
    on: byStart,
    story: 'The date parser knows no fractions of a second.',
    with: refuseQuery((asked) => [...asked.values()].some((value) => /\.\d{3}Z$/.test(value))),
  }),
  fault('date-filtering.value-unix', {
    on: byStart,
    story: 'The validator asks for the format date-time.',
    with: refuseQuery((asked) => dated(asked).some(([, value]) => /^\d+$/.test(value))),
  }),
  fault('date-filtering.value-date-time!leap-day', {
    on: byStart,
    deep: true,
    story: 'February has 28 days in the pattern that checks dates.',
    with: refuseQuery((asked) => dated(asked).some(([, value]) => value.includes('-02-29T'))),
  }),
  fault('date-filtering.value-unix!ten-digits', {
    on: byStart,
    deep: true,
    story: 'A timestamp is told by its ten digits, and those before September 2001 have nine.',
    with: refuseQuery((asked) => dated(asked).some(([, value]) => /^\d{1,9}$/.test(value))),
  }),
  fault('date-filtering.value-date-time/no-match', {
    on: byStart,
    story: 'A search that finds nothing is answered as a thing that does not exist.',
    with: whereNothing((asked) => dated(asked).length > 0, {
      body: { status: 404, message: 'No sessions were found.' },
      status: 404,
    }),
  }),
  fault('date-filtering.value-date-time/no-match!total', {
    on: byStart,
    deep: true,
    story: 'The total of an empty page is one that was counted before, where the moment is a timestamp.',
    with: whereNothing((asked) => dated(asked).some(([, value]) => /^\d+$/.test(value)), {
      body: {
        data: [],
        pagination: { total: 1, limit: 1, offset: 0, previousCursor: null, nextCursor: null },
      },
      status: 200,
    }),
  }),
  fault('date-filtering.unix-seconds!milliseconds', {
    on: byStart,
    story: 'The number goes into a date that counts milliseconds.',
    with: dateFilters((asked) =>
      numbers(
        asked,
        () => true,
        (seconds) => new Date(seconds),
      ),
    ),
  }),
  fault('date-filtering.unix-seconds!milliseconds-below', {
    on: byStart,
    deep: true,
    story: 'Seconds are turned into milliseconds for lower bounds only.',
    with: dateFilters((asked) =>
      numbers(
        asked,
        (name) => name.includes('[lt'),
        (seconds) => new Date(seconds),
      ),
    ),
  }),
  fault('date-filtering.forms-agree!milliseconds', {
    on: byStart,
    story: 'The number goes into a date that counts milliseconds.',
    with: dateFilters((asked) =>
      numbers(
        asked,
        () => true,
        (seconds) => new Date(seconds),
      ),
    ),
  }),
  fault('date-filtering.forms-agree!leap-day', {
    on: whole,
    deep: true,
    story: 'Days since 1970 are counted by hand, and since the last leap day there is one too many.',
    with: dateFilters((asked) => numbers(asked, () => true, withLeapDay)),
  }),
  fault('date-filtering.value-unreadable!ignored', {
    on: byStart,
    story: 'A date that cannot be read becomes no filter.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.status !== 400) return response;
      return dateFilters((asked) => {
        for (const [name] of dated(asked)) asked.delete(name);
      })(request, service);
    },
  }),
  fault('date-filtering.value-unreadable!rolls-over', {
    on: whole,
    deep: true,
    story: 'The date parser turns 30 February into 1 March.',
    with: dateFilters((asked) => {
      for (const [name, value] of dated(asked)) {
        const instant = /^\d+$/.test(value) ? Number.NaN : Date.parse(value);
        if (!Number.isNaN(instant)) asked.set(name, new Date(instant).toISOString());
      }
    }),
  }),
];

function eachDate(change: (date: string) => void): void {
  for (const date of names) change(date);
}

function rename(asked: URLSearchParams, from: string, to: string): void {
  const value = asked.get(from);
  if (value === null) return;
  asked.delete(from);
  asked.set(to, value);
}

function endsMonth(instant: number): boolean {
  return new Date(instant - 2000).getUTCMonth() !== new Date(instant + 2000).getUTCMonth();
}

function operatorsOn(asked: URLSearchParams, date: string): string[] {
  return [...asked.keys()].filter((name) => name.startsWith(`${date}[`));
}

function dated(asked: URLSearchParams): [string, string][] {
  return [...asked.entries()].filter(([name]) => /^(?:start|end)Date\[/.test(name));
}

function loseUpper(asked: URLSearchParams, date: string): void {
  if (operatorsOn(asked, date).length < 2) return;
  asked.delete(`${date}[lt]`);
  asked.delete(`${date}[lte]`);
}

function ignoreBeside(asked: URLSearchParams, ignored: string, beside: string): void {
  if (operatorsOn(asked, beside).length === 0) return;
  for (const name of operatorsOn(asked, ignored)) asked.delete(name);
}

function oneWins(asked: URLSearchParams, date: string, operator: 'gt' | 'lt'): void {
  if (asked.has(`${date}[${operator}]`)) asked.delete(`${date}[${operator}e]`);
}

/** Turns timestamps into date-times of which this reading is wrong. */
function numbers(
  asked: URLSearchParams,
  which: (name: string) => boolean,
  read: (seconds: number) => Date,
): void {
  for (const [name, value] of dated(asked)) {
    if (/^\d+$/.test(value) && which(name)) asked.set(name, read(Number(value)).toISOString());
  }
}

function withLeapDay(seconds: number): Date {
  const leapDay = Date.UTC(2024, 1, 29) / 1000;
  return new Date((seconds + (seconds > leapDay ? 86_400 : 0)) * 1000);
}

/** Answers otherwise where such a query finds nothing. */
function whereNothing(
  when: (asked: URLSearchParams) => boolean,
  { body, status }: { readonly body: unknown; readonly status: number },
): Break {
  return async (request, service) => {
    const asked = await datesIn(request);
    const response = await service(request);
    if (!response.ok || !when(asked)) return response;
    const found = (await response.clone().json()) as PageBody;
    return found.data.length === 0 ? answer(response, body, { status }) : response;
  };
}

function refuseQuery(when: (asked: URLSearchParams) => boolean): Break {
  return async (request, service) =>
    when(await datesIn(request))
      ? new Response(JSON.stringify({ status: 400, message: 'Invalid request.' }), {
          status: 400,
          headers: { 'content-type': 'application/json' },
        })
      : service(request);
}
