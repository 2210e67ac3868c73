import { answer, type Break, type Fault, fault, type Service } from '../kit/fault.ts';
import { everyOperation, type OperationId, operationOf, readsById, routes } from '../kit/routes.ts';
import { header } from './headers.ts';

const reads = everyOperation.filter((id) => routes[id].startsWith('GET') || id.startsWith('search'));

/** Faults of requests from a page of another origin. */
export const cors: readonly Fault[] = [
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
  fault('conventions.cors-error-answers!post', {
    on: ['searchUsers', 'createStudent'],
    deep: true,
    story: 'Requests by POST for users are refused by a layer in front of the one that sets the header.',
    with: header('access-control-allow-origin', undefined, ({ ok }) => !ok),
  }),
  fault('conventions.cors-error-answers/not-found!every-error', {
    on: readsById,
    story: 'The headers are set after the handler, which an error skips.',
    with: header('access-control-allow-origin', undefined, ({ ok }) => !ok),
  }),
  fault('conventions.cors-error-answers/not-found', {
    on: readsById,
    deep: true,
    story: 'What is not found is answered by another layer than the rest.',
    with: header('access-control-allow-origin', undefined, ({ status }) => status === 404),
  }),
  preflightFault('conventions.cors-in-browser', {
    on: ['listUsers', 'searchUsers', 'getClass'],
    story: 'The preflight answer names the origins of the own front ends.',
    change: () => ({ headers: { 'access-control-allow-origin': 'https://app.example' } }),
  }),
  preflightFault('conventions.cors-in-browser!post', {
    on: ['searchUsers'],
    deep: true,
    story: 'Who asks with a body is taken for the own front end, and only that is let in.',
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
