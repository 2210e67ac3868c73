import { dateFilters } from '../kit/date-filters.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';

/** Faults of timestamps that are exactly the date of a session. */
export const onASecond: readonly Fault[] = [
  fault('date-filtering.unix-seconds/on-a-second', {
    on: ['listSessions'],
    story: 'Timestamps go through a range type, whose lower bound is inclusive.',
    with: readingTimestamp('startDate', 'gt', 'gte'),
  }),
  fault('date-filtering.unix-seconds/on-a-second!last', {
    on: ['listSessions'],
    deep: true,
    story: 'The upper bound of that range is exclusive, which was seen to for starts alone.',
    with: readingTimestamp('endDate', 'lte', 'lt'),
  }),
];

/** Takes one operator for another where its value is a timestamp. */
function readingTimestamp(date: string, operator: string, other: string): Break {
  return dateFilters((asked) => {
    const value = asked.get(`${date}[${operator}]`);
    if (value === null || value === undefined || !/^\d+$/.test(value)) return;
    asked.delete(`${date}[${operator}]`);
    asked.set(`${date}[${other}]`, value);
  });
}
