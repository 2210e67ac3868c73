import { objects, read, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault } from '../kit/fault.ts';

/** Faults of the current year after somebody has looked at the groups of another one. */
export const afterLists: readonly Fault[] = [
  fault('get-current-academic-year.own-answer/after-lists', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'listClasses', 'listCohorts'],
    story: 'The year that a page is filtered by is kept as the one that the person works in.',
    with: yearOfList(() => true),
  }),
  fault('get-current-academic-year.own-answer/after-lists!of-cohorts', {
    on: ['getCurrentAcademicYear'],
    touches: ['getCurrentAcademicYear', 'listCohorts'],
    deep: true,
    story: 'The clock of the assessment module is set to the year that its cohorts are looked at in.',
    with: yearOfList((path) => path.includes('/cohorts')),
  }),
];

/** Answers a read of the current year with the year that a list was filtered by last. */
function yearOfList(counts: (path: string) => boolean): Break {
  return remembering(() => {
    let kept: string | null = null;
    return async (request, service) => {
      const { pathname, searchParams } = new URL(request.url);
      const response = await service(request);
      if (!response.ok) return response;
      if (!pathname.endsWith('/current')) {
        if (counts(pathname) && searchParams.has('academicYearId')) kept = searchParams.get('academicYearId');
        return response;
      }
      const years = objects((await read(request, service, '/academic-years'))['data']);
      const year = years.find(({ academicYearId }) => academicYearId === kept);
      return year ? answer(response, { academicYear: year }) : response;
    };
  });
}
