import { objects, read, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json, type Service } from '../kit/fault.ts';

/** Faults of the current year after somebody has written in another one. */
export const currentYear: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-classes.academic-year-current/after-writes!newest': ['listClasses', 'createClass'],
      'list-cohorts.academic-year-current/after-writes!newest': ['listCohorts', 'createClass'],
      'get-current-academic-year.unmoved/each-write!newest': ['getCurrentAcademicYear', 'createCohort'],
    },
    ([on, write]) => ({
      on: [on],
      touches: [on, write],
      story: 'Nobody stores which year is the current one: it is that of the newest row.',
      with: yearOfTheLast(),
    }),
  ),
  ...faultsFrom(
    {
      'list-classes.academic-year-current/after-writes!joined': ['listClasses', 'addClassStudents'],
      'list-cohorts.academic-year-current/after-writes!joined': ['listCohorts', 'addClassStudents'],
      'get-current-academic-year.unmoved/each-write!joined': [
        'getCurrentAcademicYear',
        'removeClassStudents',
      ],
    },
    ([on, write]) => ({
      on: [on],
      touches: [on, write],
      deep: true,
      story:
        'A change of who is in a group loads its year into the session, where the current one is looked for first.',
      with: yearOfTheLast(),
    }),
  ),
];

/** Takes the year of the class or cohort that was created or changed last for the current one. */
function yearOfTheLast(): Break {
  return remembering(() => {
    let last: unknown;
    return async (request, service) => {
      const url = new URL(request.url);
      if (request.method !== 'GET') {
        const response = await service(request.clone());
        if (response.ok) last = await yearOf(request, response, service);
        return response;
      }
      if (last === undefined) return service(request);
      if (url.pathname.endsWith('/current')) return inTheYear(request, service, last);
      if (url.searchParams.get('academicYearId') === 'current')
        url.searchParams.set('academicYearId', String(last));
      return service(new Request(url, request));
    };
  });
}

/** The year of what a write is about: it stands in the answer, or in what its path names. */
async function yearOf(request: Request, response: Response, service: Service): Promise<unknown> {
  const [path] = /\/(classes|smart-ia\/cohorts)\/[^/]+/.exec(new URL(request.url).pathname) ?? [];
  const body = path ? await read(request, service, path) : ((await response.clone().json()) as Json);
  return ((body['class'] ?? body['cohort'] ?? {}) as Json)['academicYearId'];
}

async function inTheYear(request: Request, service: Service, id: unknown): Promise<Response> {
  const response = await service(request);
  const years = objects((await read(request, service, '/academic-years'))['data']);
  const year = years.find(({ academicYearId }) => academicYearId === id);
  return response.ok && year ? answer(response, { academicYear: year }) : response;
}
