import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

const withBody: readonly OperationId[] = [
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
  'searchUsers',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];

/** Faults of bodies that are the same JSON, written as others write it. */
export const requestTexts: readonly Fault[] = [
  fault('conventions.request-media-type', {
    on: withBody,
    story: 'The media type of a body is compared as a whole text.',
    with: refusingTypes(415),
  }),
  fault('conventions.request-media-type!drafts', {
    on: ['removeClassTeachers', 'addCohortTests'],
    deep: true,
    story: 'A body of a type that the drafts do not know is no body, and lacks its list.',
    with: refusingTypes(400),
  }),
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
];

function refusingTypes(status: number): Break {
  return async (request, service) => {
    const type = request.headers.get('content-type') ?? 'application/json';
    const isKnown = type === 'application/json' || !type.startsWith('application/json');
    return isKnown ? service(request) : refusal(status, 'Unsupported content type');
  };
}

/** Writes a second backslash before some escapes. */
function doubling(escapes: RegExp): Break {
  return async (request, service) => {
    const text = await request.clone().text();
    const doubled = text.replace(escapes, (found) => `\\${found}`);
    return service(doubled === text ? request : new Request(request, { body: doubled }));
  };
}
