import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault } from '../kit/fault.ts';

/** Faults of the list of years, of which a read takes something away. */
export const afterReads: readonly Fault[] = [
  fault('list-academic-years.body/after-reads', {
    on: ['listAcademicYears'],
    touches: ['listAcademicYears', 'getCurrentAcademicYear'],
    story: 'The current year is taken off the end of the list of years, and that list is kept.',
    with: takenBy((path) => path.endsWith('/current')),
  }),
  fault('list-academic-years.body/after-reads!by-id', {
    on: ['listAcademicYears'],
    touches: ['listAcademicYears', 'getAcademicYear'],
    deep: true,
    story:
      'A year that is read by its id moves from the list into a second cache, which the list does not know.',
    with: takenBy((path) => !path.endsWith('/academic-years')),
  }),
];

/** Leaves the last year out of the list once there was a successful read of some path. */
function takenBy(counts: (path: string) => boolean): Break {
  return remembering(() => {
    let isTaken = false;
    return async (request, service) => {
      const { pathname } = new URL(request.url);
      const response = await service(request);
      if (!response.ok) return response;
      if (!pathname.endsWith('/academic-years')) {
        isTaken ||= counts(pathname);
        return response;
      }
      if (!isTaken) return response;
      const body = (await response.json()) as { data?: unknown };
      return answer(response, { ...body, data: objects(body.data).slice(0, -1) });
    };
  });
}
