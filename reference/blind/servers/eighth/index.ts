import type { SwitchId } from './catalogue.ts';
import { isSwitch } from './catalogue.ts';
import { changes } from './changes.ts';
import type { Context, Handler } from './core.ts';
import { isObject, Refusal, reply, titles } from './core.ts';
import { operations, readers } from './operations.ts';
import { rosters } from './rosters.ts';
import { seed } from './seed.ts';
import { sessions } from './sessions.ts';
import type { Row } from './types.ts';
import { users } from './users.ts';
import { years } from './years.ts';

export const keys: { full: string; restricted: string } = {
  full: 'Oakhill-full-5Rt8Qm2Zx7',
  restricted: 'Oakhill-read-9Jw3Lk6Vc1',
};

const base = '/api/v1';
const handlers: Record<string, Handler> = { ...years, ...rosters, ...users, ...sessions, ...changes };
const routes = operations.map(({ id, method, path }) => ({
  id,
  method,
  parts: path.slice(1).split('/'),
  handler: handlers[id] as Handler,
}));

// one window for all keys: far above what a client needs
const windowLength = 10_000;
const windowRequests = 100_000;
const longest = 30_000;

interface Found {
  id: string;
  handler: Handler;
  params: Record<string, string>;
}

function find(method: string, path: string): Found | string[] {
  const parts = path.split('/');
  const allowed: string[] = [];
  let best: Found | undefined;
  for (const route of routes) {
    if (route.parts.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = route.parts.every((part, i) => {
      const given = parts[i] as string;
      if (!part.startsWith('{')) return part === given;
      try {
        params[part.slice(1, -1)] = decodeURIComponent(given);
      } catch {
        return false;
      }
      return given !== '';
    });
    if (!fits) continue;
    allowed.push(route.method);
    // a literal path comes before one with a parameter
    if (route.method === method && (!best || Object.keys(params).length < Object.keys(best.params).length))
      best = { id: route.id, handler: route.handler, params };
  }
  return best ?? allowed;
}

export function createServer(
  options: { bugs?: readonly string[] } = {},
): (request: Request) => Promise<Response> {
  const switched = new Set<SwitchId>();
  for (const id of options.bugs ?? []) {
    if (!isSwitch(id)) throw new Error(`Unknown bug or manner: ${id}`);
    switched.add(id);
  }
  const on = (id: SwitchId): boolean => switched.has(id);
  const db = seed();
  const memory = new Map<string, unknown>();
  let windowStart = 0;
  let windowCount = 0;

  const failure = (status: number, message: string, operation: string | undefined): Response => {
    const problem = on('m-basic-errors-only')
      ? false
      : on('m-problems-only')
        ? true
        : status === 400 || status === 404 || status === 409;
    let body: Row;
    if (problem) {
      body = {
        type: `https://errors.oak-hill.example/${(titles[status] ?? 'error').toLowerCase().replace(/ /g, '-')}`,
        title: titles[status] ?? 'Error',
        status,
        detail: message,
        instance: `urn:uuid:${crypto.randomUUID()}`,
      };
      if (on('m-more-in-errors')) body['traceId'] = crypto.randomUUID();
    } else {
      body = { status, message };
      if (on('m-more-in-errors')) body['timestamp'] = new Date(Date.now()).toISOString();
    }
    if (on('m-terse-messages')) body[problem ? 'detail' : 'message'] = titles[status] ?? 'Error';
    if (status === 401) {
      if (on('error-401-status-string')) body['status'] = '401';
      if (on('error-401-message-missing')) body = { status: 401, error: 'Unauthorized' };
      if (on('error-401-empty')) return new Response(null, { status: 401 });
    }
    if (status === 404) {
      if (on('error-404-status-differs') && operation === 'getClass') body['status'] = 400;
      if (on('error-404-nested') && operation === 'getAcademicYear') body = { error: body };
    }
    if (status === 400) {
      if (on('error-400-type-no-uri') && operation === 'listClasses') body['type'] = 'Bad Request';
      if (on('error-400-plain-text') && operation === 'listUsers')
        return new Response(message, { status: 400, headers: { 'content-type': 'text/plain' } });
      if (on('error-400-as-422') && operation === 'listCohorts') return reply(422, { ...body, status: 422 });
      if (on('error-400-as-200') && operation === 'listSessions') return reply(200, body);
      if (on('error-400-as-500') && operation === 'listSessions')
        return reply(500, { status: 500, message: 'Internal Server Error' });
      if (on('error-400-instance-number') && operation === 'getCohort') body['instance'] = 17;
      if (on('error-create-class-as-422') && operation === 'createClass')
        return reply(422, { ...body, status: 422 });
      if (on('error-create-cohort-stack') && operation === 'createCohort')
        return new Response(`Error: ${message}\n    at createCohort`, {
          status: 400,
          headers: { 'content-type': 'text/plain' },
        });
    }
    if (status === 409 && on('error-409-status-0') && operation === 'createClass') body['status'] = 0;
    if (status === 409 && on('error-409-message-only') && operation === 'createCohort')
      body = { error: message };
    if (status === 403 && on('error-403-text'))
      return new Response('Forbidden', { status: 403, headers: { 'content-type': 'text/plain' } });
    return reply(status, body);
  };

  function role(
    request: Request,
    operation: string | undefined,
    url: URL,
  ): 'full' | 'restricted' | undefined {
    const given = request.headers.get('x-api-key');
    const match = (key: string): 'full' | 'restricted' | undefined =>
      key === keys.full ? 'full' : key === keys.restricted ? 'restricted' : undefined;
    if (given !== null) {
      const exact = match(given);
      if (exact) return exact;
      if (on('auth-empty-key-accepted') && given === '') return 'full';
      if (on('auth-any-case') && given.toLowerCase() === keys.full.toLowerCase()) return 'full';
      if (on('auth-prefix') && given.length >= 8 && keys.full.startsWith(given)) return 'full';
      if (on('auth-longer-key') && given.startsWith(keys.full)) return 'full';
      if (on('auth-second-try-accepted')) {
        if (memory.get('refused') === given) return 'full';
        memory.set('refused', given);
      }
      if (on('auth-search-any-key') && operation === 'searchUsers') return 'full';
      if (on('auth-in-progress-any-key') && operation === 'listInProgressSessions') return 'full';
    } else {
      if (on('auth-key-in-query'))
        for (const name of ['x-api-key', 'api_key', 'apiKey', 'key'])
          if (url.searchParams.get(name) === keys.full) return 'full';
      const bearer = request.headers.get('authorization');
      if (on('auth-bearer-accepted') && bearer && match(bearer.replace(/^Bearer /i, ''))) return 'full';
      if (on('auth-tests-open') && operation === 'listTests') return 'full';
      if (on('auth-current-year-open') && operation === 'getCurrentAcademicYear') return 'full';
      if (on('auth-cursor-open') && url.searchParams.has('cursor')) return 'full';
      if (on('auth-study-open') && operation === 'listStudySessions') return 'full';
    }
    return undefined;
  }

  async function readBody(request: Request): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Refusal(504, 'The request ran longer than 30 seconds.')), longest);
      timer.unref();
    });
    try {
      const bytes = await Promise.race([request.arrayBuffer(), late]);
      if (bytes.byteLength === 0) return undefined;
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
      } catch {
        throw new Refusal(400, 'The body is not JSON.');
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function answer(
    request: Request,
    url: URL,
    found: Found | string[],
    operation: string | undefined,
  ): Promise<Response> {
    const who = role(request, operation, url);
    if (!who) {
      if (
        on('auth-404-first') &&
        operation === 'getCohort' &&
        !db.cohorts.has((found as Found).params['cohortId'] as string)
      )
        throw new Refusal(404, 'Cohort not found.');
      if (on('auth-400-first') && operation === 'listUsers' && url.searchParams.get('limit') === '0')
        throw new Refusal(400, 'limit is too small.');
      if (on('auth-invalid-key-403') && request.headers.has('x-api-key'))
        throw new Refusal(403, 'Not authorised.');
      if (on('auth-missing-key-400') && !request.headers.has('x-api-key'))
        throw new Refusal(400, 'The header x-api-key is missing.');
      if (on('auth-sessions-empty-list') && operation === 'listSessions')
        return reply(200, {
          data: [],
          pagination: { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
        });
      throw new Refusal(
        401,
        request.headers.has('x-api-key') ? 'The API key is invalid.' : 'The API key is missing.',
      );
    }
    if (Array.isArray(found)) {
      if (found.length === 0) throw new Refusal(404, 'There is no such resource.');
      const response = failure(405, 'The method is not allowed here.', undefined);
      response.headers.set('allow', [...new Set(found), 'OPTIONS'].join(', '));
      return response;
    }
    if (who === 'restricted' && !readers.has(found.id)) {
      if (on('restricted-gets-401')) throw new Refusal(401, 'Not authorised.');
      const may =
        (on('restricted-creates-class') && found.id === 'createClass') ||
        (on('restricted-removes-cohort-tests') && found.id === 'removeCohortTests') ||
        (on('restricted-disables') && found.id === 'disableUser') ||
        (on('restricted-changes-password') && found.id === 'updateUserPassword') ||
        (on('restricted-creates-teacher') && found.id === 'createTeacher');
      if (
        on('restricted-404-first') &&
        found.id === 'updateUserName' &&
        !db.users.has(found.params['userId'] as string)
      )
        throw new Refusal(404, 'User not found.');
      if (on('restricted-changes-and-gets-403') && found.id === 'setUserExternalId') {
        const c: Context = {
          on,
          db,
          request,
          query: url.searchParams,
          path: url.pathname,
          params: found.params,
          body: await readBody(request),
          memory,
        };
        found.handler(c);
      }
      if (on('restricted-204') && found.id === 'addClassStudents') return new Response(null, { status: 204 });
      if (!may) throw new Refusal(403, 'The API key lacks the permission for this operation.');
    }
    let body: unknown;
    const takesBody =
      request.method !== 'GET' &&
      request.method !== 'HEAD' &&
      found.id !== 'enableUser' &&
      found.id !== 'disableUser';
    if (takesBody) {
      const type = request.headers.get('content-type');
      if (on('m-content-type-checked') && type !== null && !/json/i.test(type))
        throw new Refusal(400, 'The body is not application/json.');
      body = await readBody(request);
    }
    if (on('m-unknown-parameters-refused')) {
      for (const name of url.searchParams.keys())
        if (
          !/^(search|academicYearId|limit|offset|cursor|userId|upn|externalId|username|email|name|role|testId|subject|status)$|^(sort|startDate|endDate)(\[|$)/.test(
            name,
          )
        )
          throw new Refusal(400, `There is no parameter ${name}.`);
    }
    if (on('m-unknown-body-fields-refused') && isObject(body)) {
      for (const key of Object.keys(body))
        if (
          !/^(class|cohort|user|userIds|testIds|classIds|cohortIds|search|sort|limit|offset|cursor)$/.test(
            key,
          )
        )
          throw new Refusal(400, `There is no field ${key}.`);
    }
    const c: Context = {
      on,
      db,
      request,
      query: url.searchParams,
      path: url.pathname,
      params: found.params,
      body,
      memory,
    };
    if (on('create-class-race') && found.id === 'createClass' && isObject(body) && isObject(body['class'])) {
      // looks first, waits, and then writes without looking again
      const before = new Set([...db.classes.values()].map((x) => `${x.name}\n${x.academicYearId}`));
      await new Promise((resolve) => setTimeout(resolve, 5));
      const given = body['class'];
      const year =
        given['academicYearId'] ??
        db.years.find((y) => y.start <= Date.now() && Date.now() <= y.end)?.academicYearId;
      if (!before.has(`${String(given['name'])}\n${String(year)}`)) {
        const twin = [...db.classes.values()].find(
          (x) => x.name === given['name'] && x.academicYearId === year,
        );
        if (twin) {
          const item = {
            ...twin,
            classId: crypto.randomUUID(),
            students: new Set<string>(),
            teachers: new Set<string>(),
          };
          db.classes.set(item.classId, item);
          return reply(201, {
            class: { classId: item.classId, name: item.name, academicYearId: item.academicYearId },
          });
        }
      }
    }
    if (on('class-students-race') && found.id === 'addClassStudents') {
      const item = db.classes.get((found.params['classId'] as string).toLowerCase());
      if (item) {
        const before = new Set(item.students);
        await new Promise((resolve) => setTimeout(resolve, 5));
        item.students = before;
      }
    }
    return found.handler(c);
  }

  const preflight = (request: Request): Response => {
    const headers = new Headers({ 'access-control-allow-origin': '*', 'access-control-max-age': '600' });
    headers.set(
      'access-control-allow-methods',
      on('cors-no-patch')
        ? 'GET, POST, PUT, DELETE'
        : on('cors-no-delete')
          ? 'GET, POST, PUT, PATCH'
          : 'GET, POST, PUT, PATCH, DELETE',
    );
    headers.set(
      'access-control-allow-headers',
      on('cors-no-key-header')
        ? 'content-type'
        : on('cors-no-content-type-header')
          ? 'x-api-key'
          : on('m-preflight-echoes-headers')
            ? (request.headers.get('access-control-request-headers') ?? 'x-api-key')
            : 'content-type, x-api-key',
    );
    return new Response(null, { status: on('m-preflight-200') ? 200 : 204, headers });
  };

  return async (request) => {
    const url = new URL(request.url);
    let path = url.pathname;
    const inside = path.startsWith(`${base}/`);
    path = inside ? path.slice(base.length + 1) : path;
    if (on('m-trailing-slash') && path.endsWith('/')) path = path.slice(0, -1);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = inside ? find(method, path) : [];
    const operation = Array.isArray(found) ? undefined : found.id;
    let response: Response;
    if (request.method === 'OPTIONS' && !on('cors-preflight-needs-key')) response = preflight(request);
    else if (request.method === 'OPTIONS' && role(request, undefined, url)) response = preflight(request);
    else {
      try {
        const now = Date.now();
        if (now - windowStart > windowLength) {
          windowStart = now;
          windowCount = 0;
        }
        if (++windowCount > windowRequests) throw new Refusal(429, 'Too many requests.');
        response = await answer(request, url, found, operation);
      } catch (error) {
        response =
          error instanceof Refusal
            ? failure(error.status, error.message, operation)
            : failure(500, 'The server failed.', operation);
      }
    }
    const headers = response.headers;
    const origin = request.headers.get('origin');
    headers.set('access-control-allow-origin', '*');
    if (on('m-origin-echoed') && origin !== null) {
      headers.set('access-control-allow-origin', origin);
      headers.set('vary', 'Origin');
    }
    if (on('m-exposed-headers')) headers.set('access-control-expose-headers', 'location, x-request-id');
    if (on('m-request-ids')) headers.set('x-request-id', crypto.randomUUID());
    if (on('m-rate-limit-headers')) headers.set('ratelimit-limit', String(windowRequests));
    if (on('m-charset') && headers.get('content-type') === 'application/json')
      headers.set('content-type', 'application/json; charset=utf-8');
    if (on('m-no-store')) headers.set('cache-control', 'no-store');
    const drop =
      (on('cors-missing-on-errors') && response.status >= 400) ||
      (on('cors-own-origin-only') && origin !== 'https://app.oak-hill.example') ||
      (on('cors-missing-on-search') && operation === 'searchUsers') ||
      (on('cors-null-origin') && origin === 'null') ||
      (on('cors-port') && origin !== null && /:\d+$/.test(origin)) ||
      (on('cors-http-origin') && origin?.startsWith('http:')) ||
      (on('cors-missing-on-tests') && operation === 'listTests') ||
      (on('cors-only-first-page') && url.searchParams.has('cursor'));
    if (drop) headers.delete('access-control-allow-origin');
    if (on('cors-two-values') && origin !== null) headers.set('access-control-allow-origin', `*, ${origin}`);
    if (request.method === 'HEAD') return new Response(null, { status: response.status, headers });
    return response;
  };
}
