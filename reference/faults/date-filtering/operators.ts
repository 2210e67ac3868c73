import { type DateName, dateFilters, dates, dropDate, parametersOf } from '../kit/date-filters.ts';
import { type Break, type Fault, fault, faultsFrom, query } from '../kit/fault.ts';
import { onPage } from '../kit/pages.ts';
import { byEnd, byMonthsEnd, byStart, withEnds } from './lists.ts';
import { refuseDate, refuseDates } from './refusals.ts';

/** Faults of the operators of a date filter: each by itself, in a range, and on both dates (chapter Date filtering). */
export const operators: readonly Fault[] = [
  ...faultsFrom(
    {
      'date-filtering.start-date-gt!as-gte': ['startDate', 'gt', 'gte'],
      'date-filtering.start-date-gte!as-gt': ['startDate', 'gte', 'gt'],
      'date-filtering.start-date-lt!as-lte': ['startDate', 'lt', 'lte'],
      'date-filtering.start-date-lte!as-lt': ['startDate', 'lte', 'lt'],
      'date-filtering.end-date-gt!as-gte': ['endDate', 'gt', 'gte'],
      'date-filtering.end-date-gte!as-gt': ['endDate', 'gte', 'gt'],
      'date-filtering.end-date-lt!as-lte': ['endDate', 'lt', 'lte'],
      'date-filtering.end-date-lte!as-lt': ['endDate', 'lte', 'lt'],
    },
    ([date, operator, other]) => ({
      on: date === 'startDate' ? byStart : byEnd,
      story: `\`${operator}\` was written down as \`${other}\` when the filters were copied.`,
      with: dateFilters((asked) => rename(asked, `${date}[${operator}]`, `${date}[${other}]`)),
    }),
  ),
  ...faultsFrom(
    {
      'date-filtering.start-date-gt!whole-seconds': ['startDate', 'gt'],
      'date-filtering.start-date-lte!whole-seconds': ['startDate', 'lte'],
      'date-filtering.end-date-gt!whole-seconds': ['endDate', 'gt'],
      'date-filtering.end-date-lte!whole-seconds': ['endDate', 'lte'],
    },
    ([date, operator]) => ({
      on: ['listSessions'],
      deep: true,
      story: 'The type of the parameter has no fraction of a second, and the column has.',
      with: query((asked) => {
        const name = `${date}[${operator}]`;
        const value = asked.get(name);
        if (value?.includes('T')) asked.set(name, value.replace(/\.\d+Z$/, '.000Z'));
      }),
    }),
  ),
  ...faultsFrom(
    {
      'date-filtering.start-date-gt!at-a-months-end': ['startDate', 'gt', 'gte'],
      'date-filtering.start-date-gte!at-a-months-end': ['startDate', 'gte', 'gt'],
      'date-filtering.start-date-lt!at-a-months-end': ['startDate', 'lt', 'lte'],
      'date-filtering.start-date-lte!at-a-months-end': ['startDate', 'lte', 'lt'],
      'date-filtering.end-date-gt!at-a-months-end': ['endDate', 'gt', 'gte'],
      'date-filtering.end-date-gte!at-a-months-end': ['endDate', 'gte', 'gt'],
      'date-filtering.end-date-lt!at-a-months-end': ['endDate', 'lt', 'lte'],
      'date-filtering.end-date-lte!at-a-months-end': ['endDate', 'lte', 'lt'],
    },
    ([date, operator, other]) => ({
      on: date === 'startDate' ? byStart : byMonthsEnd,
      deep: true,
      story: `Sessions are kept by month, and \`${operator}\` takes the border of two partitions for \`${other}\`.`,
      with: dateFilters((asked) => {
        const value = Date.parse(asked.get(`${date}[${operator}]`) ?? '');
        if (endsMonth(value)) rename(asked, `${date}[${operator}]`, `${date}[${other}]`);
      }),
    }),
  ),
  ...faultsFrom(
    { 'date-filtering.gt-with-gte!one-wins': 'gt', 'date-filtering.lt-with-lte!one-wins': 'lt' },
    (operator) => ({
      on: byStart,
      story: 'Of two bounds on one side the exclusive one is read first, and the other never.',
      with: onEachDate((asked, date) => exclusiveWins(asked, date, operator)),
    }),
  ),
  ...faultsFrom(
    { 'date-filtering.gt-with-gte!on-ends': 'gt', 'date-filtering.lt-with-lte!on-ends': 'lt' },
    (operator) => ({
      on: byEnd,
      deep: true,
      story: 'The rule against conflicting operators was written for the start date only.',
      with: dateFilters((asked) => exclusiveWins(asked, 'endDate', operator)),
    }),
  ),
  ...faultsFrom(
    { 'date-filtering.gt-with-gte!equal': 'gt', 'date-filtering.lt-with-lte!equal': 'lt' },
    (operator) => ({
      on: byStart,
      deep: true,
      story: 'Bounds are made unique by their value before they are held against each other.',
      with: onEachDate((asked, date) => {
        const value = asked.get(`${date}[${operator}]`);
        if (value !== null && value === asked.get(`${date}[${operator}e]`))
          exclusiveWins(asked, date, operator);
      }),
    }),
  ),
  ...faultsFrom(
    { 'date-filtering.gt-with-gte!of-two-forms': 'gt', 'date-filtering.lt-with-lte!of-two-forms': 'lt' },
    (operator) => ({
      on: byStart,
      deep: true,
      story: 'Texts and numbers are bound to two models, each of which knows its own bounds only.',
      with: onEachDate((asked, date) => {
        const isNumber = [operator, `${operator}e`].map((one) =>
          /^\d+$/.test(asked.get(`${date}[${one}]`) ?? ''),
        );
        if (isNumber[0] !== isNumber[1]) exclusiveWins(asked, date, operator);
      }),
    }),
  ),
  fault('date-filtering.range!upper-end-lost', {
    on: byStart,
    story: 'The operators of a date are read with an else between them.',
    with: onEachDate(loseUpper),
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
    with: onEachDate((asked, date) => rename(asked, `${date}[lte]`, `${date}[lt]`)),
  }),
  fault('date-filtering.range/partition!open-ends-counted', {
    on: withEnds,
    deep: true,
    story: 'An absent end is read as 1970, and so `lt` counts sessions that go on.',
    with: (request, service) =>
      onPage(request, service, ({ pagination }) => {
        if (new URL(request.url).searchParams.has('endDate[lt]')) pagination.total += 3;
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
  fault('date-filtering.both-dates!one-parameter', {
    on: ['listSessions'],
    deep: true,
    story:
      'The bound parameter of a query is called after the operator, and both dates have one of that name.',
    with: dateFilters((asked) => {
      for (const operator of ['gt', 'gte', 'lt', 'lte']) {
        const end = asked.get(`endDate[${operator}]`);
        if (end !== null && asked.has(`startDate[${operator}]`)) asked.set(`startDate[${operator}]`, end);
      }
    }),
  }),
  fault('date-filtering.start-date-lte!its-second', {
    on: ['listSessions'],
    deep: true,
    story: 'An upper bound that is a whole second is taken for all of that second.',
    with: dateFilters((asked) => {
      const value = asked.get('startDate[lte]');
      if (value?.endsWith('.000Z')) asked.set('startDate[lte]', value.replace('.000Z', '.999Z'));
    }),
  }),
  fault('date-filtering.operators-accepted', {
    on: byEnd,
    story: 'One of the eight operators is missing from the validator.',
    with: refuseDates((asked) => asked.has('endDate[lte]')),
  }),
  fault('date-filtering.operators-accepted!at-a-years-end', {
    on: byStart,
    deep: true,
    story: 'An inclusive upper end becomes the day after, and there is no 32 December.',
    with: refuseDate((value, name) => name.endsWith('[lte]') && value.includes('-12-31T')),
  }),
  fault('date-filtering.range-accepted!one-bound-only', {
    on: byStart,
    story: 'The validator takes one operator a date.',
    with: refuseDates((asked) => asked.has('startDate[gte]') && asked.has('startDate[lt]')),
  }),
  fault('date-filtering.range-accepted!one-date-only', {
    on: byEnd,
    deep: true,
    story: 'The validator takes one date filter at a time.',
    with: refuseDates((asked) => dates.every((date) => parametersOf(asked, date).length > 0)),
  }),
  fault('date-filtering.range-accepted!rival-on-the-other-date', {
    on: byEnd,
    deep: true,
    story:
      'The validator collects the operators of both dates before it looks for two that may not stand together.',
    with: refuseDates((asked) => asked.has('startDate[gte]') && asked.has('endDate[gt]')),
  }),
];

function onEachDate(change: (asked: URLSearchParams, date: DateName) => void): Break {
  return dateFilters((asked) => {
    for (const date of dates) change(asked, date);
  });
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

function loseUpper(asked: URLSearchParams, date: DateName): void {
  if (parametersOf(asked, date).length < 2) return;
  asked.delete(`${date}[lt]`);
  asked.delete(`${date}[lte]`);
}

function ignoreBeside(asked: URLSearchParams, ignored: DateName, beside: DateName): void {
  if (parametersOf(asked, beside).length > 0) dropDate(asked, ignored);
}

function exclusiveWins(asked: URLSearchParams, date: DateName, operator: 'gt' | 'lt'): void {
  if (asked.has(`${date}[${operator}]`)) asked.delete(`${date}[${operator}e]`);
}
