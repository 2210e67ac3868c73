import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

/** Operations that take a body in a shape which the interface or the reference's profile shows. */
const takingBodies = [
  'searchUsers',
  'searchSessions',
  'createClass',
  'createCohort',
  'addClassStudents',
  'removeClassStudents',
  'addClassTeachers',
  'removeClassTeachers',
  'addCohortStudents',
  'removeCohortStudents',
  'addCohortTests',
  'removeCohortTests',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
] as const satisfies readonly OperationId[];

/** Refuses a body whose type has a parameter. */
const refusingParameters: Break = async (request, service) => {
  const hasParameter = (request.headers.get('content-type') ?? '').includes(';');
  return hasParameter ? refusal(415, 'The type of the body is not supported.') : service(request);
};

/** Faults of bodies that are the same JSON, written as others write it. */
export const requestTexts: readonly Fault[] = [
  fault('conventions.request-json-escapes', {
    on: ['createClass', 'createCohort'],
    story: 'A gateway doubles backslashes.',
    with: doubling(/\\u/g),
  }),
  fault('conventions.request-json-escapes!high', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'The filter in front knows the escapes of Latin letters alone.',
    with: doubling(/\\u(?!0)/g),
  }),
  fault('conventions.request-json-escapes/name', {
    on: ['updateUserName'],
    story: 'A gateway doubles backslashes.',
    with: doubling(/\\u/g),
  }),
  fault('conventions.request-json-escapes/name!high', {
    on: ['updateUserName'],
    deep: true,
    story: 'The filter in front knows the escapes of Latin letters alone.',
    with: doubling(/\\u(?!0)/g),
  }),
  fault('conventions.request-json-escapes/name!behind-the-answer', {
    on: ['updateUserName'],
    deep: true,
    story: 'The answer is made of what came; the queue that writes it keeps the text as it was sent.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.ok) await doubling(/\\u/g)(request, service);
      return response;
    },
  }),
  fault('conventions.request-json-escapes/name!refused', {
    on: ['updateUserName'],
    deep: true,
    story: 'A rule against injections takes a backslash for one.',
    with: async (request, service) =>
      (await request.clone().text()).includes('\\u')
        ? refusal(400, 'The body is malicious.')
        : service(request),
  }),
  fault('conventions.request-media-type', {
    on: takingBodies,
    story: 'The type of a body is compared as a whole text.',
    with: refusingParameters,
  }),
  fault('conventions.request-media-type!removals', {
    on: ['removeClassStudents', 'removeClassTeachers', 'removeCohortStudents', 'removeCohortTests'],
    deep: true,
    story: 'The framework reads no body of a DELETE, and the code that does compares its type as a whole.',
    with: refusingParameters,
  }),
];

/** Writes a second backslash before some escapes. */
function doubling(escapes: RegExp): Break {
  return async (request, service) => {
    const text = await request.clone().text();
    const doubled = text.replace(escapes, (found) => `\\${found}`);
    return service(doubled === text ? request : new Request(request, { body: doubled }));
  };
}
