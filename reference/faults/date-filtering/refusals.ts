import { refusal } from '../kit/breaks.ts';
import { dateParameters, datesIn } from '../kit/date-filters.ts';
import type { Break } from '../kit/fault.ts';

/** Refuses requests with such date filters. */
export function refuseDates(when: (asked: URLSearchParams) => boolean): Break {
  return async (request, service) =>
    when(await datesIn(request)) ? refusal(400, 'Invalid request.') : service(request);
}

/** Refuses requests in which a filter by a date is such. */
export function refuseDate(when: (value: string, name: string) => boolean): Break {
  return refuseDates((asked) => dateParameters(asked).some(([name, value]) => when(value, name)));
}
