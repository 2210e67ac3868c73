import { isSlow, late } from '../../service/slow.ts';
import { answerBody, type Break, type Fault, fault, type Json, query, requestBody } from '../kit/fault.ts';
import { everyOperation, type OperationId, paginated, readsById } from '../kit/routes.ts';

/** The operations that take neither an id nor a page nor a body. */
const takingNothing: readonly OperationId[] = ['listAcademicYears', 'getCurrentAcademicYear', 'listTests'];
const inQuery = paginated.filter((id) => id !== 'searchUsers');

/** Each array filter with its bound: clause, operation, parameter. */
const filters = [
  ['list-users.user-id-bounds', 'listUsers', 'userId'],
  ['list-users.upn-bounds', 'listUsers', 'upn'],
  ['list-users.external-id-bounds', 'listUsers', 'externalId'],
  ['list-users.username-bounds', 'listUsers', 'username'],
  ['list-sessions.user-id-bounds', 'listSessions', 'userId'],
  ['list-sessions.test-id-bounds', 'listSessions', 'testId'],
  ['list-sessions.subject-bounds', 'listSessions', 'subject'],
] as const;

const bounds = filters.flatMap(([clause, op, name]) => [
  fault(`${clause}!unbounded`, {
    on: [op],
    story: 'The bound stands in the documentation and nowhere else.',
    with: query((parameters) => keep(parameters, name, 30)),
  }),
  fault(`${clause}!twenty`, {
    on: [op],
    story: 'The web framework reads twenty values of a parameter and calls the rest an error.',
    with: query((parameters) => {
      if (parameters.getAll(name).length > 20) for (let i = 0; i < 30; i += 1) parameters.append(name, 'x');
    }),
  }),
  fault(`${clause}!first-page`, {
    on: [op],
    deep: true,
    story: 'The query is validated when a list is begun, and taken as it is further on.',
    with: query((parameters) => {
      if (Number(parameters.get('offset') ?? 0) > 0) keep(parameters, name, 30);
    }),
  }),
]);

const lists = [
  ['add-class-students.user-ids', 'addClassStudents'],
  ['add-class-teachers.user-ids', 'addClassTeachers'],
  ['remove-class-teachers.user-ids', 'removeClassTeachers'],
] as const;

const idLists = lists.flatMap(([clause, op]) => [
  fault(`${clause}!unbounded`, {
    on: [op],
    story: 'Ids are looked up in batches of a hundred, and those of nobody are dropped.',
    with: requestBody((body) => ({ ...body, userIds: ids(body).slice(0, 1) })),
  }),
  fault(`${clause}!none`, {
    on: [op],
    story: 'No ids are nothing to do, and nothing done is a success.',
    with: async (request, service) => {
      const body = JSON.parse((await request.clone().text()) || '{}') as Json;
      if (Array.isArray(body['userIds']) && body['userIds'].length === 0)
        return new Response(null, { status: 204 });
      return service(request);
    },
  }),
  fault(`${clause}!fifty`, {
    on: [op],
    deep: true,
    story: 'The bound was lowered to fifty when the database was slow.',
    with: requestBody((body) => (ids(body).length > 50 ? { ...body, userIds: [] } : body)),
  }),
  fault(`${clause}!off-by-one`, {
    on: [op],
    deep: true,
    story: 'The bound is compared with the last index instead of the number.',
    with: requestBody((body) =>
      ids(body).length === 101 ? { ...body, userIds: ids(body).slice(0, 1) } : body,
    ),
  }),
  fault(`${clause}/different`, {
    on: [op],
    story: 'Ids that differ are counted, and the bound for those is fifty.',
    with: requestBody((body) => (new Set(ids(body)).size > 50 ? { ...body, userIds: [] } : body)),
  }),
  fault(`${clause}/different!hundredth`, {
    on: [op],
    deep: true,
    story: 'A hundred different ids fill the batch, which is taken for one too many.',
    with: requestBody((body) => (new Set(ids(body)).size === 100 ? { ...body, userIds: [] } : body)),
  }),
  fault(`${clause}/different!first-hundred`, {
    on: [op],
    deep: true,
    story: 'What is beyond the hundredth id is dropped without a word.',
    with: requestBody((body) => ({ ...body, userIds: ids(body).slice(0, 100) })),
  }),
]);

/** Faults of chapter Limits, and of the bounds that other chapters state. */
export const limits: readonly Fault[] = [
  ...bounds,
  ...idLists,
  fault('limits.filter-values-each', {
    on: ['listUsers', 'listSessions'],
    story: 'The bound counts the values of all filters together.',
    with: query((parameters) => {
      const names = ['userId', 'upn', 'externalId', 'username', 'testId', 'subject'];
      if (names.flatMap((name) => parameters.getAll(name)).length > 30) parameters.set('limit', 'too many');
    }),
  }),
  fault('limits.filter-values-each!third', {
    on: ['listUsers', 'listSessions'],
    deep: true,
    story: 'The last two filters share one table of values, and one bound.',
    with: query((parameters) => {
      const shared = ['externalId', 'username', 'testId', 'subject'];
      if (shared.flatMap((name) => parameters.getAll(name)).length > 30) parameters.set('limit', 'too many');
    }),
  }),
  fault('limits.default-page-size', {
    on: paginated,
    story: 'The default of the framework is ten.',
    with: (request, service) => withDefault(request, service, 'limit', 10),
  }),
  fault('limits.default-page-size!everything', {
    on: ['listUsers', 'searchUsers', 'listSessions', 'listCompletedSessions'],
    deep: true,
    story: 'Without a limit there is none.',
    with: (request, service) => withDefault(request, service, 'limit', 1000),
  }),
  fault('limits.default-offset', {
    on: paginated,
    story: 'Pages are counted from one, and so is the first item.',
    with: (request, service) => withDefault(request, service, 'offset', 1),
  }),
  fault('limits.default-offset!small-pages', {
    on: inQuery,
    deep: true,
    story: 'With a limit of its own, a page without an offset begins after the first page.',
    with: query((parameters) => {
      const limit = parameters.get('limit');
      if (limit !== null && !parameters.has('offset') && !parameters.has('cursor'))
        parameters.set('offset', limit);
    }),
  }),
  fault('limits.maximum-limit', {
    on: paginated,
    story: 'The maximum was halved and the documentation was not.',
    with: async (request, service) => {
      const text = await request.clone().text();
      return /limit=1000|"limit":1000/.test(request.url + text) ? refusal() : service(request);
    },
  }),
  fault('limits.maximum-limit!clamped', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'The largest limit is lowered without a word, and echoed as it was asked for.',
    with: async (request, service) => {
      const asked = /limit=(\d+)|"limit":(\d+)/.exec(request.url + (await request.clone().text()));
      const limit = Number(asked?.[1] ?? asked?.[2] ?? 0);
      return answerBody((body) =>
        limit > 200 ? { ...body, data: (body['data'] as unknown[]).slice(0, 200) } : body,
      )(request, service);
    },
  }),
  fault('limits.time-out', {
    on: everyOperation.filter((id) => !readsById.includes(id) && !id.includes('AcademicYear')),
    story: 'A lock is waited for without end.',
    with: never,
  }),
  fault('limits.time-out!by-id', {
    on: [...readsById, 'getCurrentAcademicYear'],
    deep: true,
    story: 'A read by id waits for a cache that never fills.',
    with: never,
  }),
  fault('limits.time-out!years', {
    on: ['listAcademicYears'],
    deep: true,
    story: 'The list of years is built from all that hangs on them.',
    with: never,
  }),
  fault('limits.time-out/defective', {
    on: everyOperation.filter((id) => !takingNothing.includes(id)),
    story: 'Whatever is refused is reported first, and nobody reads the queue of the reports.',
    with: refusals(() => true),
  }),
  fault('limits.time-out/defective!unreadable', {
    on: ['createClass', 'removeCohortTests', 'searchUsers', 'updateUserName'],
    deep: true,
    story: 'The rest of a body that ends too early is waited for.',
    with: refusals((_, body) => body !== '' && !isJson(body)),
  }),
  fault('limits.time-out/defective!word', {
    on: paginated,
    deep: true,
    story: 'A page is filled item by item until it holds `limit`, and it never does when that is no number.',
    with: refusals((request, body) => /limit=[a-z]|"limit":"/.test(request.url + body)),
  }),
  fault('limits.time-out-status', {
    on: ['listSessions'],
    story: 'The time-out of the database is an error like any other.',
    with: ended(500),
  }),
  fault('limits.time-out-status!as-client', {
    on: ['listSessions'],
    deep: true,
    story: 'The framework ends what takes too long, and has only the status for a client that is slow.',
    with: ended(408),
  }),
  fault('limits.time-out-status!endless', {
    on: ['listSessions'],
    deep: true,
    story: 'The limit is one of the gateway, and was set for the public address alone.',
    with: (request, service) => (isSlow(request) ? never() : service(request)),
  }),
];

/** Never answers what would be refused and is of a certain kind; keys are looked at before that. */
function refusals(when: (request: Request, body: string) => boolean): Break {
  return async (request, service) => {
    const body = await request.clone().text();
    const response = await service(request);
    const isRefused = response.status >= 400 && ![401, 403].includes(response.status);
    return isRefused && when(request, body) ? never() : response;
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ends the request that takes too long with another status. */
function ended(status: number): Break {
  const body = JSON.stringify({ status, message: 'It took too long.' });
  return async (request, service) => (isSlow(request) ? late(30_000, status, body) : service(request));
}

/** Says what the web platform says of a request that is given up. */
function never(): Promise<Response> {
  return Promise.reject(new DOMException('no answer', 'TimeoutError'));
}

function keep(parameters: URLSearchParams, name: string, count: number): void {
  const values = parameters.getAll(name).slice(0, count);
  parameters.delete(name);
  for (const value of values) parameters.append(name, value);
}

function ids(body: Json): readonly unknown[] {
  return Array.isArray(body['userIds']) ? body['userIds'] : [];
}

async function withDefault(
  request: Request,
  service: (request: Request) => Promise<Response>,
  name: 'limit' | 'offset',
  value: number,
): Promise<Response> {
  const url = new URL(request.url);
  if (url.searchParams.has('cursor')) return service(request);
  if (request.method === 'GET') {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
    return service(new Request(url, request));
  }
  return requestBody((body) => (name in body || 'cursor' in body ? body : { ...body, [name]: value }))(
    request,
    service,
  );
}

function refusal(): Promise<Response> {
  return Promise.resolve(Response.json({ status: 400, message: 'The limit is too large.' }, { status: 400 }));
}
