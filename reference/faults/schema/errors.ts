import { limitedOnce } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { everyOperation, type OperationId } from '../kit/routes.ts';
import type { WrongField } from './wrong-fields.ts';

/** Faults of the form of refusals: class lists refuse with problem details, cohort lists with basic errors. */
export const errorBodies: readonly Fault[] = [
  ...wrongMembers(['listCohorts'], {
    'errors.basic-status/schema': ['status', '400', 'The status is taken from a table of texts.'],
    'errors.basic-message/schema': ['message', { en: 'Invalid' }, 'Messages are served in all languages.'],
    'errors.status-equals-http/schema': ['status', 500, 'Every refusal passes through one error handler.'],
  }),
  fault('errors.basic-message/schema!empty', {
    on: ['createCohort', 'listSessions'],
    deep: true,
    story: 'Messages are not given away in production: a setting of the framework empties them.',
    with: errorBody((body) => ({ ...body, message: '' })),
  }),
  ...wrongMembers(['listClasses'], {
    'errors.problem-type/schema': ['type', 'not a uri', 'The name of the exception is served as the type.'],
    'errors.problem-title/schema': ['title', 400, 'The title is the code of the error.'],
    'errors.problem-status/schema': ['status', 499, 'The status inside is the one of another layer.'],
    'errors.problem-detail/schema': ['detail', ['limit'], 'The details are the list of the bad fields.'],
    'errors.problem-instance/schema': ['instance', 7, 'The number of the incident is served.'],
  }),
  fault('conventions.empty-text-omitted/schema!references', {
    on: ['createClass', 'addClassStudents'],
    deep: true,
    story: 'The standard wants a type and an instance, and nobody has written pages for them.',
    with: errorBody((body) => ({ ...body, type: '', instance: '' })),
  }),
  fault('errors.two-formats/schema', {
    on: ['listClasses', 'listCohorts', 'getClass'],
    story: 'An older library wraps its errors in a format of its own.',
    with: errorBody(() => ({ errors: [{ code: 'E17' }] })),
  }),
  fault('errors.two-formats/schema!framework', {
    on: everyOperation,
    story:
      'Errors have the body that the framework gives them by default, which names a status and no message.',
    with: async (request, service) => {
      const response = await service(request);
      if (response.ok) return response;
      const { status } = response;
      const { pathname: path } = new URL(request.url);
      const headers = { 'content-type': 'application/json' };
      return answer(response, { timestamp: 1, status, error: 'Refused', path }, { headers });
    },
  }),
  ...faultsFrom(
    {
      'errors.problem-type/schema!unlisted': { type: 'a bad request' },
      'errors.problem-instance/schema!unlisted': { instance: 'occurrence 7' },
    },
    (member) => ({
      on: ['searchUsers'],
      deep: true,
      story: 'What no table lists was never held to the standard: it has words in place of a URI.',
      with: async (request, service) => {
        const response = await service(request);
        if (response.status !== 400) return response;
        return answer(response, { title: 'Refused', status: 400, ...member });
      },
    }),
  ),
  fault('errors.two-formats/schema!unlisted', {
    on: ['searchUsers', 'listSessions', 'setUserExternalId', 'createStudent'],
    deep: true,
    story: 'Only the statuses of the table were given a format; the others have that of the validator.',
    with: async (request, service) => {
      const response = await service(request);
      if (response.ok || [401, 403, 500, 504].includes(response.status)) return response;
      return answer(response, { errors: [{ code: 'E17' }] });
    },
  }),
  fault('errors.status-equals-http/schema!taken', {
    on: ['createStudent', 'createTeacher'],
    deep: true,
    story:
      'What a unique index refuses is a conflict to the body, and to the router a request that is invalid.',
    with: errorBody((body) =>
      String(body['message']).includes('belongs to another') ? { ...body, status: 409 } : body,
    ),
  }),
  fault('errors.two-formats/schema!limited', {
    on: ['listUsers', 'getCohort', 'removeClassTeachers', 'searchSessions'],
    deep: true,
    story: 'What counts the requests stands in front, and has a page of its own.',
    with: limitedOnce('<html>Too Many Requests</html>', 'text/html'),
  }),
];

/** Makes one fault for each id of a table: a member of the wrong form in each refusal. */
function wrongMembers(on: readonly OperationId[], table: Readonly<Record<string, WrongField>>): Fault[] {
  return faultsFrom(table, ([member, wrong, story]) => ({
    on,
    story,
    with: errorBody((body) => ({ ...body, [member]: wrong })),
  }));
}

/** Changes the JSON body of every refusal. */
function errorBody(change: (body: Json) => unknown): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status < 400) return response;
    return answer(response, change((await response.json()) as Json));
  };
}
