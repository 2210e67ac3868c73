import { dateFilters, dateParameters } from '../kit/date-filters.ts';
import { type Fault, faultsFrom } from '../kit/fault.ts';

const day = 86_400_000;

/** Faults of filters that take a moment at the border of a day for the day. */
export const dayBorders: readonly Fault[] = faultsFrom(
  {
    'date-filtering.range/day-borders!whole-last-day': {
      story:
        'A date picker sends midnight for its last day, so that `lte` at midnight was widened to the whole day.',
      deep: undefined,
      operator: 'lte',
      moved: (value: number) => (value % day === 0 ? value + day - 1 : value),
    },
    'date-filtering.range/day-borders!day-before': {
      story: 'Times of day are cut off a lower bound, so that it begins with its day.',
      deep: true as const,
      operator: 'gte',
      moved: (value: number) => (value % day === day - 1 ? value - day + 1 : value),
    },
    'date-filtering.range/day-borders!after-the-day': {
      story:
        'A date without a time was held to be midnight, so that `gt` at midnight begins with the next day.',
      deep: true as const,
      operator: 'gt',
      moved: (value: number) => (value % day === 0 ? value + day - 1 : value),
    },
    'date-filtering.range/day-borders!before-the-day': {
      story: 'The last moment of a day is read as its date, whose midnight then ends the range.',
      deep: true as const,
      operator: 'lte',
      moved: (value: number) => (value % day === day - 1 ? value - day + 1 : value),
    },
  },
  ({ story, operator, moved, deep }) => ({
    on: ['listSessions'],
    ...(deep && { deep }),
    story,
    with: dateFilters((asked) => {
      for (const [name, value] of dateParameters(asked)) {
        const instant = Date.parse(value);
        if (!name.endsWith(`[${operator}]`) || Number.isNaN(instant)) continue;
        if (moved(instant) !== instant) asked.set(name, new Date(moved(instant)).toISOString());
      }
    }),
  }),
);
