import { remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault } from '../kit/fault.ts';
import { everyOperation, methodOf } from '../kit/routes.ts';

/** Faults that only unusual requests bring out (chapter Errors). */
export const fuzzed: readonly Fault[] = [
  fault('errors.no-server-error', {
    on: everyOperation,
    story: 'The error handler throws on anything that is no plain request.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.status === 401 || isUsual(request, await request.text())) return response;
      return answer(response, { status: 500, message: 'Internal error' }, { status: 500 });
    },
  }),
  fault('errors.no-server-error!stack', {
    on: everyOperation.filter((id) => methodOf(id) === 'GET'),
    deep: true,
    story: 'The debug mode of the framework was left on, for clients that are no programs.',
    with: async (request, service) => {
      const response = await service(request);
      if (response.status === 401 || isUsual(request, '')) return response;
      const detail = 'Error: boom\n    at handler (/srv/app/routes.js:10:3)';
      return answer(response, { status: 400, message: detail }, { status: 400 });
    },
  }),
  fault('errors.no-server-error!scripts', {
    on: [
      'listClasses',
      'getCohort',
      'listUsers',
      'searchUsers',
      'listSessions',
      'updateUserName',
      'createClass',
    ],
    deep: true,
    story: 'A column holds Latin letters alone, and Greek ones are an exception.',
    with: crash((query, body, path) => /[\u0370-\u03ff]/.test(valuesOf(query).join() + body + path)),
  }),
  fault('errors.no-server-error/password!again', {
    on: ['updateUserPassword'],
    story: 'The table of former passwords has one row for a user, and a second one is an exception.',
    with: remembering(() => {
      const changed = new Set<string>();
      return async (request, service) => {
        const { pathname } = new URL(request.url);
        const response = await service(request);
        const isFirst = !changed.has(pathname);
        if (response.ok) changed.add(pathname);
        if (isFirst || !response.ok) return response;
        return answer(response, { status: 500, message: 'Internal error' }, { status: 500 });
      };
    }),
  }),
  fault('errors.no-server-error/password', {
    on: ['updateUserPassword'],
    story:
      'The password is encoded for a hash that takes single bytes, and the encoder throws at other letters.',
    deep: true,
    with: crash((_, body) => /[\u0080-\uffff]/.test(body)),
  }),
  fault('errors.no-server-error!apostrophe', {
    on: ['listCohorts', 'listUsers', 'searchSessions', 'updateUserName', 'createStudent'],
    deep: true,
    story: 'The text is put into the statement by hand, on the routes from before the query builder.',
    with: crash((query, body) => /[a-z]'[a-z]/i.test(valuesOf(query).join() + body)),
  }),
  fault('errors.no-server-error!twice', {
    on: ['listClasses', 'listCohorts'],
    deep: true,
    story: 'A parameter that is given again is a list, which has no lower case.',
    with: crash((query) => query.getAll('search').length > 1),
  }),
  fault('errors.no-server-error!empty', {
    on: ['listClasses', 'listSessions'],
    deep: true,
    story: 'An empty text is taken for one that is missing, after it was asked whether it is.',
    with: crash((query) => query.get('search') === '' || query.get('subject') === ''),
  }),
  fault('errors.no-server-error!cursor', {
    on: ['listClasses', 'listUsers', 'searchUsers', 'listSessions'],
    deep: true,
    story: 'A cursor is taken apart before anybody asks whether it is one.',
    with: crash(
      (query, body) =>
        !isCursor(query.get('cursor') ?? '') || !isCursor(/"cursor":"([^"]*)"/.exec(body)?.[1] ?? ''),
    ),
  }),
  fault('errors.no-server-error!long', {
    on: ['getAcademicYear', 'updateUserPassword', 'setUserExternalId'],
    deep: true,
    story: 'A column takes 255 letters, and nobody counts them before.',
    with: crash((query, body, path) => /z{256}/.test(valuesOf(query).join() + body + path)),
  }),
  fault('errors.no-server-error!unreadable', {
    on: ['updateStudentDetails', 'addStudentClasses', 'createTeacher'],
    deep: true,
    story: 'The parser of bodies throws, and only the newer routes catch it.',
    with: crash((_, body) => body.endsWith(':')),
  }),
  fault('errors.no-server-error!pattern', {
    on: ['listClasses', 'listUsers', 'searchUsers', 'listSessions'],
    deep: true,
    story: 'What is searched for is compiled as a pattern, as it was typed.',
    with: crash((query, body) => ![...valuesOf(query), ...textsOf(body)].every(isPattern)),
  }),
  fault('errors.no-server-error!number', {
    on: ['searchUsers'],
    deep: true,
    story: 'What is searched for is put into small letters, which a number does not have.',
    with: crash((_, body) => /"(?:email|name)":\d/.test(body)),
  }),
  fault('errors.no-server-error!pattern-of-a-name', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'Names are compared last, with whoever the other filters have left, and by a pattern.',
    with: crash((query, body) => {
      const isNameAlone = !/upn|externalId|username/.test([...query.keys(), body].join());
      return isNameAlone && ![...valuesOf(query), ...textsOf(body)].every(isPattern);
    }),
  }),
  fault('errors.no-server-error!page', {
    on: ['createClass', 'searchUsers', 'updateUserName'],
    deep: true,
    story: 'What the parser cannot read ends on the default page of the framework.',
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.status === 401 || isUsual(request, await request.text())) return response;
      const headers = new Headers({ ...Object.fromEntries(response.headers), 'content-type': 'text/html' });
      return new Response('<!DOCTYPE html><title>Error</title>', { status: 422, headers });
    },
  }),
];

/** Answers some requests with 500; others go through untouched, and so does whoever has no key. */
function crash(when: (query: URLSearchParams, body: string, path: string) => boolean): Break {
  return async (request, service) => {
    const body = await request.clone().text();
    const { searchParams, pathname } = new URL(request.url);
    const response = await service(request);
    if (response.status === 401 || !when(searchParams, body, decoded(pathname))) return response;
    return answer(response, { status: 500, message: 'Internal error' }, { status: 500 });
  };
}

/** What the service might have handed out, or nothing. */
function isCursor(text: string): boolean {
  return text === '' || /^(?!9+$)[\w+/=-]{8,200}$/.test(text);
}

/** What stands in quotes in a body. */
function textsOf(body: string): readonly string[] {
  return [...body.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, text = '']) => text);
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) !== undefined;
  } catch {
    return false;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The texts of a query under names that somebody reads. */
function valuesOf(query: URLSearchParams): readonly string[] {
  return [...query].flatMap(([name, value]) => (name === 'rollcall' ? [] : [value]));
}

/** A request as a program sends it: the accepted formats, parameters with values, a body of the usual properties. */
function isUsual(request: Request, body: string): boolean {
  const query = new URL(request.url).search;
  const isUsualBody = /^(?:$|\{"(?:class|cohort|userIds|testIds|search|user|classIds|cohortIds)":)/.test(
    body,
  );
  return (
    query === '' &&
    isUsualBody &&
    request.headers.get('accept') === 'application/json, application/problem+json' &&
    !request.headers.has('accept-language') &&
    !/__proto__|\[\[|\[\],/.test(body)
  );
}
