import { answer, type Break, type Fault, fault, type Json, query, requestBody } from '../kit/fault.ts';
import { everyOperation, memberChanges, type OperationId, readsById, restricted } from '../kit/routes.ts';

const listing400: readonly OperationId[] = [
  'listClasses',
  'createClass',
  'getClass',
  'listCohorts',
  'createCohort',
  'getCohort',
  ...memberChanges,
  'listUsers',
];
const byId: readonly OperationId[] = [...readsById, ...memberChanges];

/** Faults of chapter Errors. */
export const errors: readonly Fault[] = [
  fault('errors.message-readable', {
    on: everyOperation,
    story: 'Details are blanked for the outside, and nothing stands in for them.',
    with: refused(
      () => true,
      (body) => ({ body: { ...body, ...blank(body) } }),
    ),
  }),
  fault('errors.message-readable!key', {
    on: ['updateUserPassword', 'createTeacher'],
    deep: true,
    story: 'The text of one message is missing in the file of translations.',
    with: refused(
      (status) => status === 401,
      (body) => ({ body: { ...body, ...blank(body, ' ') } }),
    ),
  }),
  fault('errors.unauthorised', {
    on: everyOperation,
    story: 'The gateway refuses with a status and nothing else.',
    with: refused(
      (status) => status === 401,
      () => ({ body: undefined }),
    ),
  }),
  fault('errors.unauthorised!list', {
    on: ['listStudySessions', 'setUserExternalId'],
    deep: true,
    story: 'A newer route wraps its errors in a list.',
    with: refused(
      (status) => status === 401,
      (body) => ({ body: { errors: [body] } }),
    ),
  }),
  fault('errors.forbidden', {
    on: restricted,
    story: 'Whoever lacks a right gets the body of another framework.',
    with: refused(
      (status) => status === 403,
      () => ({ body: { error: { code: 'FORBIDDEN' } } }),
    ),
  }),
  fault('errors.forbidden!writes', {
    on: ['addCohortTests', 'removeCohortTests'],
    deep: true,
    story: 'Operations in draft answer 401 to a key that may not use them.',
    with: refused(
      (status) => status === 403,
      (body) => ({ body: { ...body, status: 401 }, status: 401 }),
    ),
  }),
  fault('errors.not-found', {
    on: byId,
    story: 'What is not found is an invalid request to this team.',
    with: refused(
      (status) => status === 404,
      (body) => ({ body: { ...body, status: 400 }, status: 400 }),
    ),
  }),
  fault('errors.not-found!bodyless', {
    on: ['removeClassTeachers', 'removeCohortTests'],
    deep: true,
    story: 'DELETE is thought to have no body, not even for an error.',
    with: refused(
      (status) => status === 404,
      () => ({ body: undefined }),
    ),
  }),
  ...(['class', 'cohort'] as const).flatMap((kind) => [
    fault(`errors.${kind}-conflict`, {
      on: [kind === 'class' ? 'createClass' : 'createCohort'],
      story: 'A broken uniqueness rule is an invalid request to this team.',
      with: refused(
        (status) => status === 409,
        (body) => ({ body: { ...body, status: 400 }, status: 400 }),
      ),
    }),
    fault(`errors.${kind}-conflict!resource`, {
      on: [kind === 'class' ? 'createClass' : 'createCohort'],
      deep: true,
      story: 'The conflict is answered with the thing that is already there.',
      with: refused(
        (status) => status === 409,
        () => ({ body: { [kind]: { name: 'a name' } } }),
      ),
    }),
  ]),
  fault('errors.bad-request', {
    on: listing400,
    story: 'Validation answers 422, as its library does.',
    with: refused(
      (status) => status === 400 || status === 404,
      (body) => ({ body: { ...body, status: 422 }, status: 422 }),
    ),
  }),
  fault('errors.bad-request!fraction', {
    on: ['listClasses', 'listCohorts', 'listUsers'],
    deep: true,
    story: 'Numbers are read up to the first character that is no digit.',
    with: (request, service) => {
      const url = new URL(request.url);
      for (const name of ['limit', 'offset']) {
        const value = url.searchParams.get(name);
        if (value !== null && /^\d/.test(value))
          url.searchParams.set(name, String(Number.parseInt(value, 10) || 1));
      }
      return service(new Request(url, request));
    },
  }),
  fault('errors.bad-request!unwrapped', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'A payload without its wrapper is wrapped, as the framework does by default.',
    with: requestBody((body, { url }) => {
      const name = url.endsWith('/classes') ? 'class' : 'cohort';
      return 'name' in body ? { [name]: body } : body;
    }),
  }),
  fault('errors.bad-request!single', {
    on: memberChanges,
    deep: true,
    story: 'One value is as good as a list of one, as the parser was told once.',
    with: requestBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]),
      ),
    ),
  }),
  fault('errors.bad-request!last-digit', {
    on: ['listClasses', 'listCohorts', 'listUsers'],
    deep: true,
    story: 'An id is checked by its length, and one that is none finds nothing.',
    with: query((query) => {
      for (const name of ['academicYearId', 'userId']) {
        const id = query.get(name) ?? '';
        if (id.length === 36 && /[^0-9a-f-]/.test(id)) query.set(name, id.replaceAll(/[^0-9a-f-]/g, '0'));
      }
    }),
  }),
  fault('errors.invalid-is-client-error', {
    on: ['listSessions', 'searchUsers'],
    story: 'What is invalid is answered with a page without items.',
    with: refused(
      (status) => status === 400,
      () => ({ body: { data: [], pagination: { total: 0, limit: 100, offset: 0 } }, status: 200 }),
    ),
  }),
  fault('errors.invalid-is-client-error!object', {
    on: ['searchUsers'],
    deep: true,
    story: 'A filter that is no list has no values, and one without values is none.',
    with: requestBody((body) => {
      const search = Object.entries(body['search'] ?? {});
      const lists = search.filter(([name, value]) => !/s$/.test(name) || Array.isArray(value));
      return typeof body['search'] === 'object' ? { ...body, search: Object.fromEntries(lists) } : body;
    }),
  }),
  fault('errors.invalid-is-client-error!word', {
    on: ['listSessions', 'searchUsers'],
    deep: true,
    story: 'The schema of the validator has no type for limit.',
    with: async (request, service) => {
      const text = await request.clone().text();
      const body = text.replace(/"limit":(?:"ten"|1\.5)/, '"limit":10');
      const url = request.url.replace(/limit=(?:ten|1\.5)/, 'limit=10');
      return service(
        new Request(url, {
          method: request.method,
          headers: request.headers,
          ...(text === '' ? {} : { body }),
        }),
      );
    },
  }),
];

/** Changes the refusals with some statuses. */
function refused(
  when: (status: number) => boolean,
  change: (body: Json) => { body: unknown; status?: number },
): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.ok || !when(response.status)) return response;
    const { body, ...rest } = change((await response.json()) as Json);
    return answer(response, body, rest);
  };
}

function blank(body: Json, text = ''): Json {
  const members = ['message', 'title', 'detail'].filter((member) => member in body);
  return Object.fromEntries(members.map((member) => [member, text]));
}
