import { limitedOnce } from '../kit/breaks.ts';
import { type Break, type Fault, fault } from '../kit/fault.ts';
import { everyOperation, methodOf, type OperationId, reads } from '../kit/routes.ts';

const writes = everyOperation.filter((id) => !reads.includes(id));
const withoutContent: readonly OperationId[] = [
  'addStudentClasses',
  'removeStudentClasses',
  'addStudentCohorts',
  'addTeacherClasses',
  'removeTeacherClasses',
  'enableUser',
  'disableUser',
];
const allowed = 'access-control-allow-origin';

/** Faults of headers that only some answers show. */
export const everyAnswer: readonly Fault[] = [
  fault('conventions.json-content-type/every-answer', {
    on: everyOperation,
    story: 'Refusals are written by a handler that leaves the media type to the framework.',
    with: reheaded(({ ok }) => !ok, 'content-type', 'text/plain; charset=utf-8'),
  }),
  fault('conventions.json-content-type/every-answer!conflict', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'A conflict is told by the store, in plain text.',
    with: reheaded(({ status }) => status === 409, 'content-type', 'text/plain'),
  }),
  fault('conventions.json-content-type/every-answer!invalid', {
    on: ['listClasses', 'listUsers', 'addClassTeachers', 'removeCohortTests', 'createCohort'],
    deep: true,
    story: 'The validator answers by itself, and calls its JSON text.',
    with: reheaded(({ status }) => status === 400, 'content-type', 'text/html'),
  }),
  fault('conventions.json-content-type/every-answer!limited', {
    on: ['listUsers', 'getClass', 'addClassStudents'],
    deep: true,
    story: 'The rate limiter writes an error as it should be, and calls it text.',
    with: limitedOnce(JSON.stringify({ status: 429, message: 'Slow down.' }), 'text/plain'),
  }),
  fault('conventions.cors-error-answers/every-status', {
    on: everyOperation,
    story: 'The header is set after the handler, which an error skips.',
    with: reheaded(({ ok }) => !ok, allowed, undefined),
  }),
  fault('conventions.cors-error-answers/every-status!invalid', {
    on: ['listClasses', 'listSessions', 'searchUsers', 'createClass', 'removeClassStudents'],
    deep: true,
    story: 'What is invalid is refused by a layer in front of the one that sets the header.',
    with: reheaded(({ status }) => status === 400, allowed, undefined),
  }),
  fault('conventions.cors-error-answers/every-status!forbidden', {
    on: ['listUsers', 'createTeacher', 'disableUser'],
    deep: true,
    story: 'A right that is lacking is told by the gateway, which knows nothing of browsers.',
    with: reheaded(({ status }) => status === 403, allowed, undefined),
  }),
  fault('conventions.cors-error-answers/every-status!conflict', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'A conflict is an exception of the store, and its handler sets no headers.',
    with: reheaded(({ status }) => status === 409, allowed, 'https://app.example'),
  }),
  fault('conventions.cors-simple/written', {
    on: writes,
    story: 'Browsers were thought of where something is read.',
    with: reheaded(({ ok }) => ok, allowed, undefined),
  }),
  fault('conventions.cors-simple/written!empty', {
    on: writes.filter((id) => methodOf(id) === 'DELETE'),
    deep: true,
    story: 'An answer without a body skips the layer that sets the header.',
    with: reheaded(({ status }) => status === 204, allowed, undefined),
  }),
  fault('conventions.no-content', {
    on: withoutContent,
    story: 'The serialiser writes `null` where there is nothing to say, and its length is announced.',
    with: reheaded(({ status }) => status === 204, 'content-length', '4'),
  }),
  fault('conventions.no-content!states', {
    on: ['enableUser', 'disableUser'],
    deep: true,
    story: 'The length is that of the user who used to be shown there.',
    with: reheaded(({ status }) => status === 204, 'content-length', '312'),
  }),
  fault('conventions.json-well-formed/escapes', {
    on: ['getClass', 'getCohort'],
    story: 'JSON is put together by hand, and nothing in a text is escaped.',
    with: unescaped((text) => text.replaceAll(/\\(["\\])/g, '$1').replaceAll('\\n', '\n')),
  }),
  fault('conventions.json-well-formed/escapes!tab', {
    on: ['getClass', 'getCohort'],
    deep: true,
    story: 'Quotes and line feeds are escaped by hand, and a tab is forgotten.',
    with: unescaped((text) => text.replaceAll('\\t', '\t')),
  }),
  fault('conventions.json-well-formed!marked', {
    on: everyOperation,
    story: 'The writer of texts begins each with a byte-order mark, as its platform does by default.',
    with: marked(() => true),
  }),
  fault('conventions.json-well-formed!marked-refusals', {
    on: ['listTests', 'updateUserName', 'disableUser'],
    deep: true,
    story: 'Refusals come from a file that an editor saved with a byte-order mark.',
    with: marked(({ ok }) => !ok),
  }),
];

/** Writes some characters of the texts in an answer as they are, which JSON has to escape. */
function unescaped(change: (text: string) => string): Break {
  return async (request, service) => {
    const response = await service(request);
    return response.status === 204 ? response : new Response(change(await response.text()), response);
  };
}

/** Sets a header of some answers, those without a body included, or takes it away. */
function reheaded(when: (response: Response) => boolean, name: string, value: string | undefined): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response)) return response;
    const headers = new Headers(response.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.status === 204 ? null : response.body, { status: response.status, headers });
  };
}

/** Begins the bodies of some answers with a byte-order mark. */
function marked(when: (response: Response) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response) || response.status === 204) return response;
    return new Response(`\ufeff${await response.text()}`, response);
  };
}
