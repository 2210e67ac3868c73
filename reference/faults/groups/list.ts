import { insteadOf, objects, read } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, query, type Service } from '../kit/fault.ts';
import { isLongAsUuid, isUuid, lastIn } from '../kit/ids.ts';
import { page } from '../kit/pages.ts';
import type { Group } from './group.ts';
import { dropYear } from './year-filter.ts';

/** Faults of the lists themselves. */
export function listFaults({ list, wrapper, id, clauses }: Group): Fault[] {
  const on = [list];
  return [
    fault(`${clauses.list}.success`, {
      on,
      story: 'A page that does not hold everything is answered as partial content, with 206.',
      with: insteadOf(200, 206),
    }),
    fault(`${clauses.list}.all-optional`, {
      on,
      story: 'The screen that this was written for always sends a year, so the route demands one.',
      with: demands('academicYearId'),
    }),
    fault(`${clauses.list}.bad-request`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: insteadOf(400, 422),
    }),
    fault(`${clauses.list}.academic-year-form!ignored`, {
      on,
      story: 'A year that cannot be read counts as no year at all.',
      with: query((query) => dropYear(query, (year) => year !== 'current' && !isUuid(year))),
    }),
    fault(`${clauses.list}.academic-year-form!length-only`, {
      on,
      story: 'Whether a year is an id is told from its length.',
      deep: true,
      with: query((query) => dropYear(query, (year) => isLongAsUuid(year))),
    }),
    fault(`${wrapper}.id-unique`, {
      on,
      story: 'A join with the members repeats whoever has many.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item, at) => ({
          ...item,
          [id]: at === 5 ? objects(body['data'])[0]?.[id] : item[id],
        })),
      })),
    }),
    fault(`${wrapper}.id-unique!past-the-hundredth`, {
      on,
      story:
        'Rows are written out in groups of ten, and past the first page the last of a group lends the next its id.',
      deep: true,
      with: page(({ data, pagination }) => {
        const borrower = data[10];
        if (pagination.offset >= 100 && borrower) borrower[id] = data[9]?.[id];
      }),
    }),
    fault(`${wrapper}.academic-year-exists!archived`, {
      on,
      touches: ['getAcademicYear'],
      story:
        'Years are archived when they end; the oldest was never moved, and the others are found no more.',
      deep: true,
      with: archived,
    }),
    fault(`${wrapper}.academic-year-exists`, {
      on,
      story: 'The id of the first term is served for that of the year.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item) => ({
          ...item,
          academicYearId: String(item['academicYearId']).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        })),
      })),
    }),
  ];
}

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
