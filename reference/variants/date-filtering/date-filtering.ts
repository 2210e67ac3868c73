import type { Break } from '../../faults/kit/fault.ts';
import { query } from '../../faults/kit/fault.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'listStudySessions'] as const;

/** What another team may do where the chapter on date filtering leaves the choice. */
export const dateFiltering: readonly Variant[] = [
  variant('date-filtering.bare-date!midnight', {
    fills: ['date-filtering.bare-date'],
    story: 'A date without a time is its midnight.',
    on,
    with: values((value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value)),
  }),
  variant('date-filtering.no-such-date!rolls-over', {
    fills: ['date-filtering.no-such-date'],
    story: 'The date parser turns 30 February into 1 March.',
    on,
    with: values((value) => {
      const instant = Date.parse(value);
      return !/^-?\d+$/.test(value) && !Number.isNaN(instant) ? new Date(instant).toISOString() : value;
    }),
  }),
  variant('date-filtering.no-milliseconds!refused', {
    fills: ['date-filtering.no-milliseconds'],
    story: 'A date-time is taken with exactly three digits of a second.',
    on,
    with: refusing((filters) => filters.some(([, value]) => /T/.test(value) && !/\.\d{3}Z$/.test(value))),
  }),
  variant('date-filtering.empty-range!refused', {
    fills: ['date-filtering.empty-range'],
    story: 'A range that nothing can lie in is refused.',
    on,
    with: refusing((filters) => ['startDate', 'endDate'].some((date) => isEmpty(filters, date))),
  }),
  variant('date-filtering.sub-second!whole-seconds', {
    fills: ['date-filtering.sub-second'],
    story: 'A timestamp stands for its whole second: after it means after its end.',
    on,
    with: values((value, name) =>
      /^\d{1,11}$/.test(value) && /\[(?:gt|lte)\]$/.test(name)
        ? new Date(Number(value) * 1000 + 999).toISOString()
        : value,
    ),
  }),
  variant('date-filtering.unknown-operator!ignored', {
    fills: ['date-filtering.unknown-operator'],
    story: 'An operator beside the four is not looked at.',
    on,
    with: query((asked) => {
      for (const name of [...asked.keys()]) {
        if (isFilter(name) && !/\[(?:gt|gte|lt|lte)\]$/.test(name)) asked.delete(name);
      }
    }),
  }),
  variant('date-filtering.timestamp-negative!refused', {
    fills: ['date-filtering.timestamp-negative'],
    story: 'A timestamp has digits and no sign.',
    on,
    with: refusing((filters) => filters.some(([, value]) => /^-\d+$/.test(value))),
  }),
  variant('date-filtering.timestamp-milliseconds!refused', {
    fills: ['date-filtering.timestamp-milliseconds'],
    story: 'A timestamp of more than eleven digits is refused.',
    on,
    with: refusing((filters) => filters.some(([, value]) => /^\d{12,}$/.test(value))),
  }),
];

function isFilter(name: string): boolean {
  return /^(?:start|end)Date\[/.test(name);
}

function filtersOf(request: Request): [string, string][] {
  return [...new URL(request.url).searchParams].filter(([name]) => isFilter(name));
}

function values(change: (value: string, name: string) => string): Break {
  return query((asked) => {
    for (const [name, value] of [...asked]) if (isFilter(name)) asked.set(name, change(value, name));
  });
}

function refusing(when: (filters: [string, string][]) => boolean): Break {
  return (request, service) =>
    when(filtersOf(request))
      ? Promise.resolve(refuse(400, 'The date filter is not readable.'))
      : service(request);
}

function isEmpty(filters: [string, string][], date: string): boolean {
  const at = (operator: string) => {
    const value = filters.find(([name]) => name === `${date}[${operator}]`)?.[1];
    return value === undefined ? undefined : /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  };
  const [lower, upper] = [at('gt') ?? at('gte'), at('lt') ?? at('lte')];
  if (lower === undefined || upper === undefined) return false;
  const inclusive = at('gt') === undefined && at('lt') === undefined;
  return lower > upper || (lower === upper && !inclusive);
}
