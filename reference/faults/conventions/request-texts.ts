import { type Break, type Fault, fault } from '../kit/fault.ts';

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
];

/** Writes a second backslash before some escapes. */
function doubling(escapes: RegExp): Break {
  return async (request, service) => {
    const text = await request.clone().text();
    const doubled = text.replace(escapes, (found) => `\\${found}`);
    return service(doubled === text ? request : new Request(request, { body: doubled }));
  };
}
