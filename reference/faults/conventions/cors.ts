import { remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, faultOfService } from '../kit/fault.ts';
import { askedOf } from '../kit/pages.ts';
import {
  everyOperation,
  methodOf,
  type OperationId,
  operationOf,
  paginated,
  reads,
  readsById,
} from '../kit/routes.ts';
import { header } from './headers.ts';

/** The methods that a browser sends without asking before. */
const simpleMethods = ['GET', 'POST'];
const withoutBody: readonly OperationId[] = ['enableUser', 'disableUser'];

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
  fault('conventions.cors-simple!unlisted-refused', {
    on: ['listInProgressSessions', 'getClass'],
    deep: true,
    story:
      'A guard of one route refuses pages that are on no list, and what adds the headers stands before it.',
    with: async (request, service) => {
      const response = await service(request);
      const isListed = request.headers.get('origin')?.endsWith('.front-end.example') ?? true;
      const refused = { status: 403, message: 'This origin is not known.' };
      return isListed || !response.ok ? response : answer(response, refused, { status: 403 });
    },
  }),
  fault('conventions.cors-simple/two-origins!tls-alone', {
    on: ['listCompletedSessions', 'listCohorts'],
    deep: true,
    story: 'A route repeats origins with TLS alone, for the keys of pages without it can be overheard.',
    with: allowOrigin((origin) => origin.startsWith('https:')),
  }),
  fault('conventions.cors-simple/two-origins!first', {
    on: reads,
    story: 'The origin is repeated, and what was made for the first page is kept.',
    with: remembering(() => keepingOrigin(() => true)),
  }),
  fault('conventions.cors-simple/two-origins!cached', {
    on: ['listTests', 'searchSessions', 'getCohort'],
    deep: true,
    story: 'A cache before some routes keeps the headers of an answer with it, for nothing says Vary.',
    with: remembering(() => keepingOrigin(({ ok }) => ok)),
  }),
  fault('conventions.cors-simple/opaque-origin!unlisted', {
    on: reads,
    story: 'Whoever names no place of its own is taken for nobody.',
    with: allowOrigin((origin) => origin !== 'null'),
  }),
  fault('conventions.cors-simple/opaque-origin!one-route', {
    on: ['listTests', 'getAcademicYear'],
    deep: true,
    story: 'One route repeats origins that are addresses, and a sandbox has none.',
    with: allowOrigin((origin) => origin.includes('://')),
  }),
  fault('conventions.cors-simple!transformed', {
    on: ['getCurrentAcademicYear', 'listTests'],
    deep: true,
    story: 'What adds the headers for pages says by the status that it has changed the answer.',
    with: async (request, service) => {
      const { body, headers, status } = await service(request);
      const isForPage = request.headers.has('origin') && status === 200;
      return new Response(body, { headers, status: isForPage ? 203 : status });
    },
  }),
  fault('conventions.cors-simple!without-port', {
    on: ['listStudySessions', 'listUsers'],
    deep: true,
    story: 'The host is repeated as it is configured, and nobody writes ports there.',
    with: (request, service) => {
      const origin = request.headers.get('origin');
      if (origin === null) return service(request);
      return header('access-control-allow-origin', origin.replace(/:\d+$/, ''), () => true)(request, service);
    },
  }),
  fault('conventions.cors-simple/next-page!without-a-query', {
    on: paginated,
    story:
      'The routes that pages of others may ask for are listed, and a request for a page is none of them.',
    with: async (request, service) => {
      const { limit, cursor } = await askedOf(request);
      const isPaged = limit !== undefined || cursor !== undefined;
      return header('access-control-allow-origin', undefined, () => isPaged)(request, service);
    },
  }),
  fault('conventions.cors-simple/next-page!from-a-cache', {
    on: paginated,
    deep: true,
    story: 'Pages by cursor come from a cache, which keeps no header but the type of the content.',
    with: async (request, service) => {
      const { cursor } = await askedOf(request);
      return header(
        'access-control-allow-origin',
        undefined,
        () => typeof cursor === 'string',
      )(request, service);
    },
  }),
  fault('conventions.cors-any-origin', {
    on: ['listAcademicYears'],
    story: 'Origins are allowed from a list.',
    with: allowOrigin((origin) => origin === 'https://rollcall.example'),
  }),
  fault('conventions.cors-any-origin!opaque', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'An origin is parsed as an address before it is repeated, and that of a sandbox is none.',
    with: allowOrigin((origin) => URL.canParse(origin)),
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
    answers: { status: 405 },
  }),
  preflightFault('conventions.cors-preflight!redirect', {
    on: ['searchUsers', 'createStudent'],
    deep: true,
    story: 'A path without a slash at its end is redirected, preflights too.',
    answers: { status: 308 },
  }),
  preflightFault('conventions.cors-preflight-without-key', {
    on: everyOperation,
    story: 'The key check stands before the answer to OPTIONS.',
    answers: { status: 401 },
  }),
  preflightFault('conventions.cors-preflight-without-key!forbidden', {
    on: ['disableUser', 'enableUser'],
    deep: true,
    story: 'Routes that need a right look for it in preflights too.',
    answers: { status: 403 },
  }),
  preflightFault('conventions.cors-methods', {
    on: everyOperation.filter((id) => !simpleMethods.includes(methodOf(id))),
    story: 'The methods that are allowed are the three that browsers allow anyway.',
    answers: { headers: { 'access-control-allow-methods': 'GET, HEAD, POST' } },
  }),
  preflightFault('conventions.cors-methods!patch', {
    on: ['updateStudentDetails'],
    deep: true,
    story: 'The list of methods was written before there was a PATCH.',
    answers: { headers: { 'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE' } },
  }),
  preflightFault('conventions.cors-key-header', {
    on: everyOperation,
    story: 'The allowed headers are those of a service with bearer tokens.',
    answers: { headers: { 'access-control-allow-headers': 'authorization, content-type' } },
  }),
  preflightFault('conventions.cors-key-header!misspelt', {
    on: ['listSessions', 'searchSessions'],
    deep: true,
    story: 'The name of the header is misspelt in one place.',
    answers: { headers: { 'access-control-allow-headers': 'x-apikey, content-type' } },
  }),
  preflightFault('conventions.cors-content-type-header', {
    on: everyOperation.filter((id) => methodOf(id) !== 'GET' && !withoutBody.includes(id)),
    story: 'Only the header that the service itself reads is allowed.',
    answers: { headers: { 'access-control-allow-headers': 'x-api-key' } },
  }),
  preflightFault('conventions.cors-content-type-header!delete', {
    on: ['removeClassStudents', 'removeClassTeachers'],
    deep: true,
    story: 'A DELETE is not expected to have a body.',
    answers: { headers: { 'access-control-allow-headers': 'x-api-key, accept' } },
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
  fault('conventions.cors-error-answers/two-origins!first', {
    on: everyOperation.filter((id) => !reads.includes(id)),
    story: 'The origin is repeated, and what was made for the first page is kept.',
    with: remembering(() => keepingOrigin(() => true)),
  }),
  fault('conventions.cors-error-answers/two-origins!invalid', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'The refusal of an invalid form is made once for each form, with the headers of its request.',
    with: remembering(() => keepingOrigin(({ status }) => status === 400)),
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
    answers: { headers: { 'access-control-allow-origin': 'https://app.example' } },
  }),
  preflightFault('conventions.cors-in-browser!post', {
    on: ['searchUsers'],
    deep: true,
    story: 'Who asks with a body is taken for the own front end, and only that is let in.',
    answers: { headers: { 'access-control-allow-origin': 'https://app.example' } },
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
    answers: { headers: { 'access-control-allow-origin': 'https://docs.example' } },
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

/** Allows the origin that came first, in the answers of which something is true. */
function keepingOrigin(when: (response: Response) => boolean): Break {
  let first: string | undefined;
  return (request, service) => {
    const origin = request.headers.get('origin');
    if (origin === null) return service(request);
    return header('access-control-allow-origin', first ?? origin, (response) => {
      if (when(response)) first ??= origin;
      return when(response);
    })(request, service);
  };
}

/** Changes the answers to preflight requests for these operations. */
function preflightFault(
  id: string,
  draft: {
    on: readonly OperationId[];
    story: string;
    deep?: true;
    /** What a preflight request is answered otherwise. */
    answers: { status?: number; headers?: Record<string, string> };
  },
): Fault {
  const { on, answers } = draft;
  return faultOfService(id, draft, (service) => async (request) => {
    const response = await service(request);
    const method = request.headers.get('access-control-request-method');
    if (request.method !== 'OPTIONS' || method === null) return response;
    const op = operationOf({ method, url: request.url });
    return op && on.includes(op) ? answer(response, undefined, answers) : response;
  });
}
