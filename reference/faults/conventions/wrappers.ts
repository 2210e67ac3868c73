import { bodyOf, resend } from '../kit/breaks.ts';
import { answerBody, type Fault, fault, faultsFrom, type Service } from '../kit/fault.ts';
import { accountChanges, lists, memberChanges, operationOf } from '../kit/routes.ts';

/** Faults of the property that holds a payload. */
export const wrappers: readonly Fault[] = [
  fault('conventions.request-json-object', {
    on: ['createClass', 'createCohort', ...memberChanges, 'searchUsers'],
    story: 'What is no object is taken for an empty one, and an empty one for nothing to do.',
    with: async (request, service) => {
      const text = await request.clone().text();
      if (text.trimStart().startsWith('{')) return service(request);
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    },
  }),
  fault('conventions.request-json-object!one-of-many', {
    on: ['searchUsers', 'addClassStudents'],
    deep: true,
    story: 'A list with one object is unwrapped, as a courtesy to an old client.',
    with: async (request, service) => {
      const body: unknown = JSON.parse((await request.clone().text()) || 'null');
      const first: unknown = Array.isArray(body) ? body[0] : undefined;
      return service(first === undefined ? request : new Request(request, { body: JSON.stringify(first) }));
    },
  }),
  fault('conventions.request-wrapper', {
    on: ['createClass', 'createCohort'],
    story: 'A bare payload is taken as well, for the sake of an old client.',
    with: bare,
  }),
  fault('conventions.request-wrapper!cohorts', {
    on: ['createCohort'],
    deep: true,
    story:
      'Only one of the two creations has the bare payload still, from a time before there was a wrapper.',
    with: bare,
  }),
  fault('conventions.request-wrapper/needed', {
    on: ['createClass', 'createCohort'],
    story:
      'The model of the body was generated from the resource, and the property around it is unknown to it.',
    with: onlyBare,
  }),
  fault('conventions.request-wrapper/needed!cohorts', {
    on: ['createCohort'],
    deep: true,
    story: 'Of the two handlers one binds the body to the resource, and the other to what holds it.',
    with: onlyBare,
  }),
  ...faultsFrom(
    {
      'conventions.class-wrapper': { on: ['createClass', 'getClass'], wrapper: 'class' },
      'conventions.cohort-wrapper': { on: ['createCohort', 'getCohort'], wrapper: 'cohort' },
      'conventions.academic-year-wrapper': {
        on: ['getCurrentAcademicYear', 'getAcademicYear'],
        wrapper: 'academicYear',
      },
      'conventions.user-wrapper': { on: ['createStudent', 'createTeacher'], wrapper: 'user' },
      'conventions.user-wrapper!changed': { on: accountChanges, wrapper: 'user' },
    },
    ({ on, wrapper }) => ({
      on,
      story: 'The resource is answered bare, as the database gave it.',
      with: answerBody((body) => body[wrapper]),
    }),
  ),
  ...faultsFrom(
    {
      'conventions.class-wrapper!list-of-one': { on: ['createClass', 'getClass'], wrapper: 'class' },
      'conventions.cohort-wrapper!list-of-one': { on: ['createCohort', 'getCohort'], wrapper: 'cohort' },
      'conventions.academic-year-wrapper!list-of-one': {
        on: ['getCurrentAcademicYear', 'getAcademicYear'],
        wrapper: 'academicYear',
      },
      'conventions.user-wrapper!list-of-one': { on: ['updateUserPrimaryEmail'], wrapper: 'user' },
    },
    ({ on, wrapper }) => ({
      on,
      deep: true,
      story: 'The query gives a list, and its only row is never taken out of it.',
      with: answerBody((body) => ({ ...body, [wrapper]: [body[wrapper]] })),
    }),
  ),
  fault('conventions.list-data', {
    on: lists,
    story: 'Lists stand under the name that the framework prefers.',
    with: answerBody(({ data, ...rest }) => ({ items: data, ...rest })),
  }),
  fault('conventions.list-data!keyed', {
    on: ['listTests', 'listAcademicYears'],
    deep: true,
    story: 'A list is served as an object with an entry for each id.',
    with: answerBody((body) => ({ ...body, data: { ...(body['data'] as object) } })),
  }),
];

/** Wraps a payload that came without its property. */
async function bare(request: Request, service: Service): Promise<Response> {
  const body = await bodyOf(request);
  if (typeof body['name'] !== 'string') return service(request);
  const wrapper = operationOf(request) === 'createCohort' ? 'cohort' : 'class';
  return service(resend(request, { [wrapper]: body }));
}

/** Takes the payload without its property alone; what stands in it is no payload. */
async function onlyBare(request: Request, service: Service): Promise<Response> {
  const { name } = await bodyOf(request);
  return typeof name === 'string' ? bare(request, service) : service(resend(request, {}));
}
