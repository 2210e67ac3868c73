import { insteadOf, objects, read } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, faults, type Service } from '../kit/fault.ts';
import { lastIn } from '../kit/ids.ts';
import { page } from '../kit/pages.ts';
import { byGroup } from './group.ts';

/** Faults of the lists themselves. */
export const list: readonly Fault[] = [
  ...faults(
    { 'list-classes.success': 'listClasses', 'list-cohorts.success': 'listCohorts' },
    {
      story: 'A page that does not hold everything is answered as partial content, with 206.',
      with: insteadOf(200, 206),
    },
  ),
  ...faults(
    { 'list-classes.all-optional': 'listClasses', 'list-cohorts.all-optional': 'listCohorts' },
    {
      story: 'The screen that this was written for always sends a year, so the route demands one.',
      with: demands('academicYearId'),
    },
  ),
  ...faults(
    { 'list-classes.bad-request': 'listClasses', 'list-cohorts.bad-request': 'listCohorts' },
    {
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: insteadOf(400, 422),
    },
  ),
  ...faults(
    { 'class.id-unique': 'listClasses', 'cohort.id-unique': 'listCohorts' },
    {
      story: 'A join with the members repeats whoever has many.',
      with: byGroup(({ id }) =>
        page(({ data }) => {
          const sixth = data[5];
          if (sixth) sixth[id] = data[0]?.[id];
        }),
      ),
    },
  ),
  ...faults(
    {
      'class.id-unique!past-the-hundredth': 'listClasses',
      'cohort.id-unique!past-the-hundredth': 'listCohorts',
    },
    {
      story:
        'Rows are written out in groups of ten, and past the first page the last of a group lends the next its id.',
      deep: true,
      with: byGroup(({ id }) =>
        page(({ data, pagination }) => {
          const borrower = data[10];
          if (pagination.offset >= 100 && borrower) borrower[id] = data[9]?.[id];
        }),
      ),
    },
  ),
  ...faults(
    {
      'class.academic-year-exists!archived': 'listClasses',
      'cohort.academic-year-exists!archived': 'listCohorts',
    },
    {
      touches: ['getAcademicYear'],
      story:
        'Years are archived when they end; the oldest was never moved, and the others are found no more.',
      deep: true,
      with: archived,
    },
  ),
  ...faults(
    { 'class.academic-year-exists': 'listClasses', 'cohort.academic-year-exists': 'listCohorts' },
    {
      story: 'The id of the first term is served for that of the year.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item) => ({
          ...item,
          academicYearId: String(item['academicYearId']).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        })),
      })),
    },
  ),
];

/** Hides every year that is neither the oldest nor the current one. */
async function archived(request: Request, service: Service): Promise<Response> {
  const response = await service(request);
  const inner = objects((await read(request, service, '/academic-years'))['data']).slice(1, -1);
  if (!inner.some(({ academicYearId }) => academicYearId === lastIn(request))) return response;
  return answer(response, { status: 404, message: 'There is no such year.' }, { status: 404 });
}

/** Refuses a request that lacks a parameter. */
function demands(name: string): Break {
  return async (request, service) => {
    if (new URL(request.url).searchParams.has(name)) return service(request);
    const response = await service(request);
    return answer(response, { status: 400, message: `${name} is required.` }, { status: 400 });
  };
}
