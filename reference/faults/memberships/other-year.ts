import { read, refusal, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, faults, faultsFrom, type Json, type Service } from '../kit/fault.ts';

/** Faults of changes in classes and cohorts of other academic years. */
export const otherYear: readonly Fault[] = [
  ...faults(
    {
      'add-class-students.success/in-another-year!scoped': 'addClassStudents',
      'remove-class-students.success/in-another-year!scoped': 'removeClassStudents',
      'add-class-teachers.success/in-another-year!scoped': 'addClassTeachers',
      'remove-class-teachers.success/in-another-year!scoped': 'removeClassTeachers',
      'add-cohort-students.success/in-another-year!scoped': 'addCohortStudents',
      'remove-cohort-students.success/in-another-year!scoped': 'removeCohortStudents',
      'add-cohort-tests.success/in-another-year!scoped': 'addCohortTests',
      'remove-cohort-tests.success/in-another-year!scoped': 'removeCohortTests',
    },
    {
      story: 'A default scope of the model adds the current year to every look-up but that of the read.',
      with: async (request, service) =>
        (await isOfAnotherYear(request, service)) ? notFound() : service(request),
    },
  ),
  ...faultsFrom(
    {
      'add-class-students.success/in-another-year!once-read': ['addClassStudents', 'getClass'],
      'remove-class-students.success/in-another-year!once-read': ['removeClassStudents', 'getClass'],
      'add-class-teachers.success/in-another-year!once-read': ['addClassTeachers', 'getClass'],
      'remove-class-teachers.success/in-another-year!once-read': ['removeClassTeachers', 'getClass'],
      'add-cohort-students.success/in-another-year!once-read': ['addCohortStudents', 'getCohort'],
      'remove-cohort-students.success/in-another-year!once-read': ['removeCohortStudents', 'getCohort'],
      'add-cohort-tests.success/in-another-year!once-read': ['addCohortTests', 'getCohort'],
      'remove-cohort-tests.success/in-another-year!once-read': ['removeCohortTests', 'getCohort'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [op, get],
      story: 'What was read is looked up in the cache, where the key of a change has the current year in it.',
      deep: true,
      with: missedOnceRead(),
    }),
  ),
];

/** Finds no class or cohort of another year once it was read by its id. */
function missedOnceRead(): Break {
  return remembering(() => {
    const seen = new Set<string>();
    return async (request, service) => {
      const path = pathOf(request);
      if (request.method === 'GET') {
        seen.add(path);
        return service(request);
      }
      const isMissed = seen.has(groupPathOf(request)) && (await isOfAnotherYear(request, service));
      return isMissed ? notFound() : service(request);
    };
  });
}

function notFound(): Response {
  return refusal(404, 'It does not exist.');
}

async function isOfAnotherYear(request: Request, service: Service): Promise<boolean> {
  const found = await read(request, service, groupPathOf(request));
  const group = (found['class'] ?? found['cohort']) as Json | undefined;
  const current = (await read(request, service, '/academic-years/current'))['academicYear'] as
    | Json
    | undefined;
  return group !== undefined && group['academicYearId'] !== current?.['academicYearId'];
}

/** The path of the class or cohort that a change is about. */
function groupPathOf(request: Request): string {
  return pathOf(request).replace(/\/[^/]+$/, '');
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/api\/v1/, '');
}
