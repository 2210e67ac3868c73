import { pretend, refuseInstead } from '../kit/breaks.ts';
import {
  answer,
  type Break,
  type Fault,
  fault,
  faults,
  faultsFrom,
  type Json,
  query,
  requestBody,
} from '../kit/fault.ts';
import {
  everyOperation,
  memberChanges,
  type OperationId,
  operationOf,
  readsById,
  restricted,
} from '../kit/routes.ts';

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

/** Faults of what refusals say, and of their statuses (chapter Errors). */
export const refusals: readonly Fault[] = [
  fault('errors.message-readable', {
    on: everyOperation,
    story: 'Details are blanked for the outside, and nothing stands in for them.',
    with: changeRefusals('any', (body) => ({ ...body, ...blank(body) })),
  }),
  fault('errors.message-readable!key', {
    on: ['updateUserPassword', 'createTeacher'],
    deep: true,
    story: 'The text of one message is missing in the file of translations.',
    with: changeRefusals(401, (body) => ({ ...body, ...blank(body, ' ') })),
  }),
  fault('errors.unauthorised', {
    on: everyOperation,
    story: 'The gateway refuses with a status and nothing else.',
    with: changeRefusals(401, () => undefined),
  }),
  fault('errors.unauthorised!list', {
    on: ['listStudySessions', 'setUserExternalId'],
    deep: true,
    story: 'A newer route wraps its errors in a list.',
    with: changeRefusals(401, (body) => ({ errors: [body] })),
  }),
  fault('errors.forbidden', {
    on: restricted,
    story: 'Whoever lacks a right gets the body of another framework.',
    with: changeRefusals(403, () => ({ error: { code: 'FORBIDDEN' } })),
  }),
  fault('errors.forbidden!writes', {
    on: ['addCohortTests', 'removeCohortTests'],
    deep: true,
    story: 'Operations in draft answer 401 to a key that may not use them.',
    with: refuseInstead(403, 401),
  }),
  fault('errors.not-found', {
    on: byId,
    story: 'What is not found is an invalid request to this team.',
    with: refuseInstead(404, 400),
  }),
  fault('errors.not-found!bodyless', {
    on: ['removeClassTeachers', 'removeCohortTests'],
    deep: true,
    story: 'DELETE is thought to have no body, not even for an error.',
    with: changeRefusals(404, () => undefined),
  }),
  ...faults(
    { 'errors.class-conflict': 'createClass', 'errors.cohort-conflict': 'createCohort' },
    {
      story: 'A broken uniqueness rule is an invalid request to this team.',
      with: refuseInstead(409, 400),
    },
  ),
  ...faultsFrom(
    {
      'errors.class-conflict!resource': ['createClass', 'class'],
      'errors.cohort-conflict!resource': ['createCohort', 'cohort'],
    },
    ([operation, wrapper]) => ({
      on: [operation],
      deep: true,
      story: 'The conflict is answered with the thing that is already there.',
      with: changeRefusals(409, () => ({ [wrapper]: { name: 'a name' } })),
    }),
  ),
  fault('errors.bad-request', {
    on: listing400,
    story: 'Validation answers 422, as its library does.',
    with: refuseInstead([400, 404], 422),
  }),
  fault('errors.bad-request!unwrapped', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'A payload without its wrapper is wrapped, as the framework does by default.',
    with: requestBody((body, request) => {
      const wrapper = operationOf(request) === 'createClass' ? 'class' : 'cohort';
      return 'name' in body ? { [wrapper]: body } : body;
    }),
  }),
  fault('errors.bad-request!nulls', {
    on: memberChanges,
    deep: true,
    story: 'What is null in a list is left out, as the reader of the framework does.',
    with: requestBody((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.filter((item) => item !== null) : value,
        ]),
      ),
    ),
  }),
  fault('errors.bad-request!escapes', {
    on: ['listClasses', 'listCohorts', 'listUsers'],
    deep: true,
    story: 'A parameter that cannot be decoded is skipped.',
    with: query((asked) => {
      for (const name of [...asked.keys()]) if (asked.get(name)?.includes('\ufffd')) asked.delete(name);
    }),
  }),
  fault('errors.bad-request!null-payload', {
    on: ['createClass', 'createCohort'],
    deep: true,
    story: 'What is null is answered as if it were there already.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const isNull = /^\{"(?:class|cohort)":null\}$/.test(await request.text());
      if (response.status !== 400 || !isNull) return response;
      return answer(response, { status: 409, message: 'It exists.' }, { status: 409 });
    },
  }),
  fault('errors.bad-request!last-digit', {
    on: ['listClasses', 'listCohorts', 'listUsers'],
    deep: true,
    story: 'An id is checked by its length, and one that is none finds nothing.',
    with: query((asked) => {
      for (const name of ['academicYearId', 'userId']) {
        const id = asked.get(name) ?? '';
        if (id.length === 36 && /[^0-9a-f-]/.test(id)) asked.set(name, id.replaceAll(/[^0-9a-f-]/g, '0'));
      }
    }),
  }),
  fault('errors.invalid-is-client-error', {
    on: ['listSessions', 'searchUsers'],
    story: 'What is invalid is answered with a page without items.',
    with: pretend(400, 200, { data: [], pagination: { total: 0, limit: 100, offset: 0 } }),
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

/** Changes the bodies of refusals with a status; one that is undefined is left out. */
function changeRefusals(status: number | 'any', change: (body: Json) => unknown): Break {
  return async (request, service) => {
    const response = await service(request);
    const isSuch = status === 'any' ? !response.ok : response.status === status;
    if (!isSuch) return response;
    return answer(response, change((await response.json()) as Json));
  };
}

function blank(body: Json, text = ''): Json {
  const members = ['message', 'title', 'detail'].filter((member) => member in body);
  return Object.fromEntries(members.map((member) => [member, text]));
}
