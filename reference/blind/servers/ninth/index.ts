import type { Ctx, World } from './context.ts';
import type { Reply } from './http.ts';
import { errorReply, finish, HttpError, invalid, preflight } from './http.ts';
import {
  getClass,
  getCohort,
  getCurrentYear,
  getYear,
  listClasses,
  listCohorts,
  listTests,
  listUsers,
  listYears,
  searchUsers,
} from './reads.ts';
import { makeIds, seed } from './seed.ts';
import { listSessions, listStudySessions } from './sessions.ts';
import type { Database } from './store.ts';
import type { On } from './switches.ts';
import { makeSwitches } from './switches.ts';
import * as w from './writes.ts';

export const keys: { full: string; restricted: string } = {
  full: 'elv_Full-7Qm2xRk9TzWb',
  restricted: 'elv_Rest-4Hn8pLc3VyDs',
};

type Handler = (c: Ctx) => Reply;
interface Route {
  op: string;
  method: string;
  parts: string[];
  run: Handler;
  basic: boolean;
}

/** The operations; `basic` ones are open to the restricted key. */
const TABLE: [string, Handler, 'basic'?][] = [
  ['GET /academic-years', listYears, 'basic'],
  ['GET /academic-years/current', getCurrentYear, 'basic'],
  ['GET /academic-years/{academicYearId}', getYear, 'basic'],
  ['GET /classes', listClasses, 'basic'],
  ['POST /classes', w.createClass],
  ['GET /classes/{classId}', getClass, 'basic'],
  ['POST /classes/{classId}/students', w.addClassStudents],
  ['DELETE /classes/{classId}/students', w.removeClassStudents],
  ['POST /classes/{classId}/teachers', w.addClassTeachers],
  ['DELETE /classes/{classId}/teachers', w.removeClassTeachers],
  ['GET /smart-ia/cohorts', listCohorts, 'basic'],
  ['POST /smart-ia/cohorts', w.createCohort],
  ['GET /smart-ia/cohorts/{cohortId}', getCohort, 'basic'],
  ['POST /smart-ia/cohorts/{cohortId}/students', w.addCohortStudents],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', w.removeCohortStudents],
  ['POST /smart-ia/cohorts/{cohortId}/tests', w.addCohortTests],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', w.removeCohortTests],
  ['GET /smart-ia/tests', listTests, 'basic'],
  ['GET /users', listUsers],
  ['POST /users/search', searchUsers],
  ['GET /smart-ia/sessions', listSessions],
  ['GET /smart-ia/sessions/completed', listSessions],
  ['GET /smart-ia/sessions/in-progress', listSessions],
  ['POST /smart-ia/sessions/search', listSessions],
  ['GET /sessions/completed', listStudySessions],
  ['POST /students', w.createStudent],
  ['POST /students/{userId}/classes', w.addStudentClasses],
  ['DELETE /students/{userId}/classes', w.removeStudentClasses],
  ['POST /students/{userId}/cohorts', w.addStudentCohorts],
  ['PATCH /students/{userId}/details', w.updateDetails],
  ['POST /teachers', w.createTeacher],
  ['POST /teachers/{userId}/classes', w.addTeacherClasses],
  ['DELETE /teachers/{userId}/classes', w.removeTeacherClasses],
  ['PUT /users/{userId}/name', w.updateName],
  ['PUT /users/{userId}/password', w.updatePassword],
  ['PUT /users/{userId}/emails/primary', w.updatePrimaryEmail],
  ['PUT /users/{userId}/external-id', w.setExternalId],
  ['POST /users/{userId}/enable', w.enableUser],
  ['POST /users/{userId}/disable', w.disableUser],
];
const ROUTES: Route[] = TABLE.map(([op, run, basic]) => {
  const [method, path] = op.split(' ') as [string, string];
  return { op, method, parts: path.split('/').slice(1), run, basic: basic !== undefined };
});
export const operations: readonly string[] = ROUTES.map((r) => r.op);

function match(parts: string[]): { routes: Route[]; params: Record<string, string> } {
  const fits = (r: Route): boolean =>
    r.parts.length === parts.length && r.parts.every((p, i) => p.startsWith('{') || p === parts[i]);
  // A literal part wins over a parameter: /academic-years/current.
  const weight = (r: Route): number => r.parts.filter((p) => p.startsWith('{')).length;
  const all = ROUTES.filter(fits);
  const least = Math.min(...all.map(weight));
  const routes = all.filter((r) => weight(r) === least);
  const params: Record<string, string> = {};
  routes[0]?.parts.forEach((p, i) => {
    if (p.startsWith('{')) params[p.slice(1, -1)] = parts[i] as string;
  });
  return { routes, params };
}

type Access = 'full' | 'restricted' | 'missing' | 'invalid';
function access(request: Request, url: URL, on: On): Access {
  let given = request.headers.get('x-api-key');
  if (given === null && on('key-in-query')) given = url.searchParams.get('api_key');
  if (given === null && on('key-as-bearer'))
    given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
  if (given === '' && on('key-empty-accepted')) return 'full';
  if (given === null || given === '') return 'missing';
  for (const name of ['full', 'restricted'] as const) {
    const key = keys[name];
    if (given === key) return name;
    if (on('key-any-case') && given.toLowerCase() === key.toLowerCase()) return name;
    if (on('key-prefix-enough') && given.startsWith(key.slice(0, 12))) return name;
    if (on('key-with-tail') && given.startsWith(key)) return name;
  }
  return 'invalid';
}

const GUARDED = 'Your key may not use this operation.';
function permit(on: On, op: string, url: URL): boolean {
  return (
    (op === 'POST /users/search' && on('allowed-users-search')) ||
    (op === 'GET /smart-ia/sessions/in-progress' && on('allowed-in-progress')) ||
    (op === 'GET /smart-ia/sessions/completed' && on('allowed-completed')) ||
    (op === 'GET /sessions/completed' && on('allowed-study-sessions')) ||
    (op === 'POST /smart-ia/sessions/search' && on('allowed-sessions-search')) ||
    (op === 'GET /users' && url.searchParams.has('userId') && on('allowed-users-by-id')) ||
    (op === 'POST /teachers' && on('allowed-create-teacher')) ||
    (op === 'PATCH /students/{userId}/details' && on('allowed-details')) ||
    (op === 'DELETE /classes/{classId}/teachers' && on('allowed-remove-teachers')) ||
    (op === 'POST /users/{userId}/enable' && on('allowed-enable')) ||
    (op.endsWith('/smart-ia/cohorts/{cohortId}/tests') && on('allowed-cohort-tests')) ||
    (op === 'POST /classes' && on('allowed-create-class'))
  );
}

/** Throws unless the key of a request may use the operation. */
function authorise(
  given: Access,
  route: Route,
  request: Request,
  url: URL,
  on: On,
  early: () => HttpError | undefined,
): void {
  const { op } = route;
  const anyKey =
    (op === 'GET /academic-years/{academicYearId}' && on('open-year')) ||
    (op === 'POST /users/search' && on('open-users-search'));
  const open =
    (op === 'GET /academic-years/current' && on('open-current-year')) ||
    (op === 'GET /smart-ia/tests' && on('open-tests')) ||
    (op === 'GET /sessions/completed' && on('open-study-sessions')) ||
    (op === 'POST /smart-ia/sessions/search' && on('open-sessions-search')) ||
    (op === 'GET /smart-ia/cohorts/{cohortId}' && on('open-cohort')) ||
    (op === 'PUT /users/{userId}/external-id' && on('open-external-id'));
  if (given === 'missing' || given === 'invalid') {
    if (open && given === 'missing') return;
    if (anyKey && given === 'invalid') return;
    const error = on('validation-before-auth') || on('lookup-before-auth') ? early() : undefined;
    if (error?.status === 400 && on('validation-before-auth')) throw error;
    if (error?.status === 404 && on('lookup-before-auth')) throw error;
    if (given === 'missing' && on('missing-key-403')) throw new HttpError(403, 'A key is needed.');
    if (given === 'missing' && on('missing-key-400')) throw invalid('The header x-api-key is required.');
    if (given === 'invalid' && on('invalid-key-403')) throw new HttpError(403, 'The key is not valid.');
    if (
      given === 'invalid' &&
      request.headers.get('x-api-key')?.length !== keys.full.length &&
      on('invalid-key-500')
    )
      throw new HttpError(500, 'Input buffers must have the same byte length');
    throw new HttpError(
      401,
      given === 'missing' ? 'The header x-api-key is missing.' : 'The key is not valid.',
    );
  }
  if (given === 'restricted' && !route.basic && !permit(on, op, url)) {
    if (on('validation-before-permission')) {
      const error = early();
      if (error?.status === 400) throw error;
    }
    if (on('forbidden-as-401')) throw new HttpError(401, GUARDED);
    if (on('forbidden-as-404')) throw new HttpError(404, 'Not found.');
    throw new HttpError(403, GUARDED);
  }
}

/** At most so many requests in ten seconds; far above what a client in its right mind sends. */
class RateLimiter {
  #from = 0;
  #count = 0;
  take(): boolean {
    const now = Date.now();
    if (now - this.#from > 10_000) {
      this.#from = now;
      this.#count = 0;
    }
    return ++this.#count <= 1_000_000;
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('The body is not JSON.');
  }
}

export function createServer(
  options: { bugs?: readonly string[]; seen?: (id: string) => void } = {},
): (request: Request) => Promise<Response> {
  const on = makeSwitches(options.bugs ?? [], options.seen);
  const v7 = on('m-uuid-v7');
  let last = 0;
  let old: Database | undefined;
  const world: World = {
    db: seed(v7),
    get old() {
      old ??= seed(v7);
      return old;
    },
    nextId: makeIds(0xbeef, v7),
    created: new Set(),
    disabledNow: new Set(),
    serial: 0,
    now: () => (last = Math.max(last + 1, Date.now())),
  };
  const limiter = new RateLimiter();

  return async (request) => {
    const serial = ++world.serial;
    const url = new URL(request.url);
    let op = `${request.method} ${url.pathname}`;
    const reply = (r: Reply): Response => finish(r, request, on, op, serial);
    try {
      const inside = url.pathname.startsWith('/api/v1/');
      let parts: string[];
      try {
        parts = inside ? url.pathname.slice(8).split('/').map(decodeURIComponent) : [];
      } catch {
        parts = [];
      }
      const { routes, params } = match(parts);
      const given = access(request, url, on);
      if (request.method === 'OPTIONS')
        return preflight(
          request,
          on,
          given === 'full' || given === 'restricted',
          Object.keys(params).length > 0,
        );
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = routes.find((r) => r.method === method);
      if (!route) {
        if (given === 'missing' || given === 'invalid')
          throw new HttpError(401, 'A valid key is needed in x-api-key.');
        throw routes.length > 0
          ? new HttpError(405, 'There is no such method here.')
          : new HttpError(404, 'There is nothing at this path.');
      }
      op = route.op;
      if (!limiter.take()) throw new HttpError(429, 'Too many requests.');
      const context = (body: unknown): Ctx =>
        Object.assign(Object.create(world) as World, { on, op, params, query: url.searchParams, body });
      const early = (): HttpError | undefined => {
        if (route.method !== 'GET') return undefined;
        try {
          route.run(context(undefined));
        } catch (error) {
          if (error instanceof HttpError) return error;
        }
        return undefined;
      };
      if (given === 'restricted' && op === 'POST /users/search' && on('forbidden-search-empty')) {
        return reply({
          status: 200,
          body: {
            data: [],
            pagination: { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
          },
        });
      }
      authorise(given, route, request, url, on, early);
      const result = route.run(context(await bodyOf(request)));
      const list = result.body as { data?: unknown; pagination?: unknown } | undefined;
      if (on('page-empty-204') && Array.isArray(list?.data) && list.data.length === 0 && list.pagination)
        return reply({ status: 204 });
      return reply(result);
    } catch (error) {
      if (error instanceof HttpError) return reply(errorReply(error, on, op, serial));
      return reply(errorReply(new HttpError(500, 'Something went wrong.'), on, op, serial));
    }
  };
}
