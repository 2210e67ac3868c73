import { answer, answerBody, type Break, type Fault, fault, type Json, type Service } from './fault.ts';
import { everyOperation, type OperationId, operationOf, routes } from './routes.ts';

const reads = everyOperation.filter((id) => routes[id].startsWith('GET') || id.startsWith('search'));
const byId: readonly OperationId[] = ['getAcademicYear', 'getClass', 'getCohort'];
const withUser: readonly OperationId[] = [
  'createStudent',
  'createTeacher',
  'updateStudentDetails',
  'updateUserName',
  'updateUserPassword',
  'updateUserPrimaryEmail',
];
const written = ['createClass', 'createCohort', ...withUser] as const;
const users: readonly OperationId[] = ['listUsers', 'searchUsers', ...withUser];
const years: readonly OperationId[] = ['listAcademicYears', 'getCurrentAcademicYear', 'getAcademicYear'];
const memberLists: readonly OperationId[] = [
  'addClassStudents',
  'removeClassStudents',
  'addClassTeachers',
  'removeClassTeachers',
  'addCohortStudents',
  'removeCohortStudents',
  'addCohortTests',
  'removeCohortTests',
];
const lists: readonly OperationId[] = [
  'listAcademicYears',
  'listClasses',
  'listCohorts',
  'listTests',
  'listUsers',
  'searchUsers',
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
];

const bodies = [
  fault('conventions.json-content-type', {
    on: reads,
    story: 'The body is sent as text, and the framework names it so.',
    with: header('content-type', 'text/html; charset=utf-8', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type!vendor', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'One list still has the media type of an older format.',
    with: header('content-type', 'application/vnd.api+json', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type/written', {
    on: written,
    story: 'Only reads go through the serialiser that sets the header.',
    with: header('content-type', 'text/plain', ({ ok }) => ok),
  }),
  fault('conventions.json-content-type/error', {
    on: everyOperation,
    story: 'The error handler writes JSON and leaves the header to the framework.',
    with: header('content-type', 'text/html', ({ ok }) => !ok),
  }),
  fault('conventions.json-well-formed', {
    on: everyOperation.filter((id) => !byId.includes(id)),
    story: 'The length is counted in characters, and a body is cut where it has others than ASCII.',
    with: cut(() => true),
  }),
  fault('conventions.json-well-formed!by-id', {
    on: byId,
    story: 'Single resources are written by hand, and a brace is missing.',
    with: cut(() => true),
  }),
  fault('conventions.json-well-formed!success', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'A trailing comma is left when the last item of a page is filtered out.',
    with: cut(({ ok }) => ok),
  }),
];

const moments = ['startDate', 'endDate', 'createdAt', 'updatedAt'];

const dates = [
  fault('conventions.date-form', {
    on: users,
    story: 'A birthday is written day first.',
    with: answerBody((body) => rewrite(body, ['dateOfBirth'], (day) => day.split('-').reverse().join('/'))),
  }),
  fault('conventions.date-form!leap-day', {
    on: ['updateStudentDetails'],
    deep: true,
    story: 'The month is counted from zero and moved by one without the calendar.',
    with: answerBody((body) => rewrite(body, ['dateOfBirth'], (day) => day.replace(/-03$/, '-30'))),
  }),
  fault('conventions.date-time-form', {
    on: [...years, ...users],
    story: 'Milliseconds that are zero are left out.',
    with: answerBody((body) => rewrite(body, moments, (moment) => moment.replace(/\.\d{3}Z$/, 'Z'))),
  }),
  fault('conventions.date-time-form!microseconds', {
    on: ['listUsers'],
    deep: true,
    story: 'One column has the precision of the database.',
    with: answerBody((body) => rewrite(body, ['updatedAt'], (moment) => moment.replace('Z', '000Z'))),
  }),
  fault('conventions.utc', {
    on: [...years, ...users],
    story: 'The server writes its own time zone.',
    with: answerBody((body) => rewrite(body, moments, (moment) => moment.replace('Z', '+01:00'))),
  }),
  fault('conventions.utc!summer', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'Only moments of the summer half year get the offset of London.',
    with: answerBody((body) =>
      rewrite(body, moments, (moment) => (/-0[4-9]-/.test(moment) ? moment.replace('Z', '+01:00') : moment)),
    ),
  }),
  fault('conventions.duration-form', {
    on: ['listSessions', 'listCompletedSessions'],
    story: 'A duration is written as a clock shows it.',
    with: answerBody((body) => rewrite(body, ['duration'], () => '01:02:03')),
  }),
  fault('conventions.duration-form!weeks', {
    on: ['listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'The library writes a duration in mixed order: seconds before minutes.',
    with: answerBody((body) => rewrite(body, ['duration'], () => 'PT3S2M')),
  }),
  fault('conventions.nested-null', {
    on: ['listSessions', 'listInProgressSessions'],
    story: 'A missing result is serialised as an object of which every field was left out.',
    with: answerBody((body) =>
      each(
        body,
        (item) => item['endDate'] === undefined,
        (item) => Object.assign(item, { result: {} }),
      ),
    ),
  }),
  fault('conventions.nested-null!last', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'Results are joined for all sessions of a page but the last.',
    with: answerBody((body) => {
      const items = body['data'] as Json[];
      Object.assign(items.at(-1) ?? {}, { result: {} });
      return body;
    }),
  }),
];

const cors = [
  fault('conventions.cors-simple', {
    on: reads,
    story: 'CORS was switched on for the documentation only.',
    with: header('access-control-allow-origin', undefined, () => true),
  }),
  fault('conventions.cors-simple!own-origin', {
    on: ['listStudySessions'],
    deep: true,
    story: 'One route allows the origin of the own front end.',
    with: header('access-control-allow-origin', 'https://app.example', () => true),
  }),
  fault('conventions.cors-any-origin', {
    on: ['listAcademicYears'],
    story: 'Origins are allowed from a list.',
    with: allowOrigin((origin) => origin === 'https://rollcall.example'),
  }),
  fault('conventions.cors-any-origin!ports', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'The origin is matched by a pattern that knows no ports.',
    with: allowOrigin((origin) => !/:\d+$/.test(origin)),
  }),
  preflightFault('conventions.cors-preflight', {
    on: everyOperation,
    story: 'OPTIONS is a method that no route has.',
    change: () => ({ status: 405 }),
  }),
  preflightFault('conventions.cors-preflight!redirect', {
    on: ['searchUsers', 'createStudent'],
    deep: true,
    story: 'A path without a slash at its end is redirected, preflights too.',
    change: () => ({ status: 308 }),
  }),
  preflightFault('conventions.cors-preflight-without-key', {
    on: everyOperation,
    story: 'The key check stands before the answer to OPTIONS.',
    change: () => ({ status: 401 }),
  }),
  preflightFault('conventions.cors-preflight-without-key!forbidden', {
    on: ['disableUser', 'enableUser'],
    deep: true,
    story: 'Routes that need a right look for it in preflights too.',
    change: () => ({ status: 403 }),
  }),
  preflightFault('conventions.cors-methods', {
    on: everyOperation.filter((id) => /^(?:PUT|PATCH|DELETE)/.test(routes[id])),
    story: 'The methods that are allowed are the three that browsers allow anyway.',
    change: () => ({ headers: { 'access-control-allow-methods': 'GET, HEAD, POST' } }),
  }),
  preflightFault('conventions.cors-methods!patch', {
    on: ['updateStudentDetails'],
    deep: true,
    story: 'The list of methods was written before there was a PATCH.',
    change: () => ({ headers: { 'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE' } }),
  }),
  preflightFault('conventions.cors-key-header', {
    on: everyOperation,
    story: 'The allowed headers are those of a service with bearer tokens.',
    change: () => ({ headers: { 'access-control-allow-headers': 'authorization, content-type' } }),
  }),
  preflightFault('conventions.cors-key-header!misspelt', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'The name of the header is misspelt in one place.',
    change: () => ({ headers: { 'access-control-allow-headers': 'x-apikey, content-type' } }),
  }),
  preflightFault('conventions.cors-content-type-header', {
    on: everyOperation.filter(
      (id) => !routes[id].startsWith('GET') && id !== 'enableUser' && id !== 'disableUser',
    ),
    story: 'Only the header that the service itself reads is allowed.',
    change: () => ({ headers: { 'access-control-allow-headers': 'x-api-key' } }),
  }),
  preflightFault('conventions.cors-content-type-header!delete', {
    on: ['removeClassStudents', 'removeClassTeachers'],
    deep: true,
    story: 'A DELETE is not expected to have a body.',
    change: () => ({ headers: { 'access-control-allow-headers': 'x-api-key, accept' } }),
  }),
  fault('conventions.cors-error-answers', {
    on: everyOperation,
    story: 'The headers are set after the handler, which an error skips.',
    with: header('access-control-allow-origin', undefined, ({ ok }) => !ok),
  }),
  fault('conventions.cors-error-answers/not-found', {
    on: ['getAcademicYear', 'getClass', 'getCohort'],
    deep: true,
    story: 'What is not found is answered by another layer than the rest.',
    with: header('access-control-allow-origin', undefined, ({ status }) => status === 404),
  }),
  preflightFault('conventions.cors-in-browser', {
    on: ['listUsers', 'searchUsers', 'getClass'],
    story: 'The preflight answer names the origins of the own front ends.',
    change: () => ({ headers: { 'access-control-allow-origin': 'https://app.example' } }),
  }),
  preflightFault('conventions.cors-in-browser/error', {
    on: [
      'listUsers',
      'searchUsers',
      'getClass',
      'addClassStudents',
      'removeClassStudents',
      'updateStudentDetails',
      'updateUserName',
    ],
    story: 'Preflights are answered for the documentation page alone.',
    change: () => ({ headers: { 'access-control-allow-origin': 'https://docs.example' } }),
  }),
  fault('conventions.cors-in-browser/error!gateway', {
    on: ['updateUserName', 'listUsers'],
    deep: true,
    story: 'The gateway refuses keys itself, and knows nothing of CORS.',
    with: header('access-control-allow-origin', undefined, ({ status }) => status === 401),
  }),
];

const wrapped = (clause: string, property: string, on: readonly OperationId[]) =>
  fault(clause, {
    on,
    story: 'The resource is answered bare, as the database gave it.',
    with: answerBody((body) => body[property]),
  });

const wrappers = [
  fault('conventions.request-json-object', {
    on: ['createClass', 'createCohort', ...memberLists, 'searchUsers'],
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
    with: async (request, service) => {
      const body = JSON.parse((await request.clone().text()) || 'null') as Json | null;
      if (typeof body?.['name'] !== 'string') return service(request);
      const property = request.url.includes('cohorts') ? 'cohort' : 'class';
      return service(new Request(request, { body: JSON.stringify({ [property]: body }) }));
    },
  }),
  wrapped('conventions.class-wrapper', 'class', ['createClass', 'getClass']),
  wrapped('conventions.cohort-wrapper', 'cohort', ['createCohort', 'getCohort']),
  wrapped('conventions.academic-year-wrapper', 'academicYear', ['getCurrentAcademicYear', 'getAcademicYear']),
  wrapped('conventions.user-wrapper', 'user', ['createStudent', 'createTeacher']),
  wrapped(
    'conventions.user-wrapper!changed',
    'user',
    withUser.filter((id) => id.startsWith('update')),
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

/** Faults of chapter Conventions. */
export const conventions: readonly Fault[] = [...bodies, ...dates, ...cors, ...wrappers];

/** Sets a header of some answers to another value, or takes it away. */
function header(name: string, value: string | undefined, when: (response: Response) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response) || response.status === 204) return response;
    const headers = new Headers(response.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };
}

function allowOrigin(isAllowed: (origin: string) => boolean): Break {
  return (request, service) => {
    const origin = request.headers.get('origin') ?? '';
    return header(
      'access-control-allow-origin',
      isAllowed(origin) ? origin : undefined,
      () => true,
    )(request, service);
  };
}

function cut(when: (response: Response) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response) || response.status === 204) return response;
    return new Response((await response.text()).slice(0, -1), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** Changes the answers to preflight requests for these operations. */
function preflightFault(
  id: string,
  draft: {
    on: readonly OperationId[];
    story: string;
    deep?: true;
    change: () => { status?: number; headers?: Record<string, string> };
  },
): Fault {
  const { on, story, change } = draft;
  const wrap = (service: Service) => async (request: Request) => {
    const response = await service(request);
    const method = request.headers.get('access-control-request-method');
    if (request.method !== 'OPTIONS' || method === null) return response;
    const op = operationOf({ method, url: request.url });
    return op && on.includes(op) ? answer(response, undefined, change()) : response;
  };
  return { id, check: id.split('!')[0] ?? id, on, story, depth: draft.deep ? 'deep' : 'plain', wrap };
}

/** Changes every text under one of these names, at any depth. */
function rewrite(value: unknown, names: readonly string[], change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    typeof inner === 'string' && names.includes(name) ? change(inner) : rewrite(inner, names, change),
  ]);
  return Object.fromEntries(entries);
}

function each(body: Json, when: (item: Json) => boolean, change: (item: Json) => void): Json {
  for (const item of body['data'] as Json[]) if (when(item)) change(item);
  return body;
}
