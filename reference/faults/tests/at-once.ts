import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, type Json } from '../kit/fault.ts';

/** Faults of lists without pages that are asked for while they are being loaded. */
export const listsAtOnce: readonly Fault[] = [
  ...faults(
    { 'list-tests.body/at-once': 'listTests', 'list-academic-years.body/at-once': 'listAcademicYears' },
    {
      story: 'The list is loaded when it is first asked for, and whoever comes meanwhile gets the empty one.',
      with: handedOutEarly(() => []),
    },
  ),
  ...faults(
    {
      'list-tests.body/at-once!nearly': 'listTests',
      'list-academic-years.body/at-once!nearly': 'listAcademicYears',
    },
    {
      deep: true,
      story: 'The rows come one by one, and whoever asks before the last is there gets the others.',
      with: handedOutEarly((items) => items.slice(0, -1)),
    },
  ),
];

/** Shows a part of a list while an earlier request for it is under way. */
function handedOutEarly(part: (items: readonly Json[]) => readonly Json[]): Break {
  return remembering(() => {
    let underWay = 0;
    return async (request, service) => {
      underWay += 1;
      const isEarly = underWay > 1;
      await Promise.resolve();
      const response = await service(request);
      underWay -= 1;
      if (!isEarly || !response.ok) return response;
      const body = (await response.json()) as Json;
      return answer(response, { ...body, data: part(objects(body['data'])) });
    };
  });
}
