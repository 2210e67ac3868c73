import type { BlindFault } from '../kit.ts';
import { ends, misreading, operators, revalue, route, totalOf, unix } from '../shared/dates.ts';

const chapter = 'date filters';

export const dates: readonly BlindFault[] = [
  {
    id: 'reserve.dates.one-parameter-for-both-dates',
    chapter,
    story: 'The named parameter of the query is called after the operator, and both dates bind it.',
    rests: 'startDate filters by session start date, endDate by session end date',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      for (const operator of operators) {
        const end = query.get(`endDate[${operator}]`);
        if (end !== null && query.has(`startDate[${operator}]`)) query.set(`startDate[${operator}]`, end);
      }
    }),
    witness: totalOf({
      'startDate[lt]': '2024-01-01T00:00:00.000Z',
      'endDate[lt]': '2025-01-01T00:00:00.000Z',
    }),
  },
  {
    id: 'reserve.dates.seconds-taken-for-milliseconds',
    chapter,
    story: 'The constructor of dates takes milliseconds, and only the start date is multiplied.',
    rests: 'a Unix timestamp counts seconds',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: misreading((query) =>
      revalue(query, ends, (value) => (unix.test(value) ? new Date(Number(value)).toISOString() : value)),
    ),
    witness: totalOf({ 'endDate[gt]': 1_735_689_600 }),
  },
  {
    id: 'reserve.dates.timestamp-bound-is-inclusive',
    chapter,
    story: 'Timestamps go through a range type whose lower bound is inclusive.',
    rests: 'gt and gte are two operators, of which gt leaves out the value itself',
    breaks: 'implied',
    depth: 'deep',
    at: [route],
    wrap: misreading((query) => {
      const value = query.get('startDate[gt]');
      if (value === null || !unix.test(value) || query.has('startDate[gte]')) return;
      query.delete('startDate[gt]');
      query.set('startDate[gte]', value);
    }),
    witness: totalOf({ 'startDate[gt]': Date.UTC(2024, 0, 1) / 1000 }),
  },
];
