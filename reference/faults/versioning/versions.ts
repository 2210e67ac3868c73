import { answer, answerBody, type Fault, fault, type Json } from '../kit/fault.ts';
import { lists, sessionLists } from '../kit/routes.ts';

/** Faults of chapter Versioning. */
export const versioning: readonly Fault[] = [
  fault('versioning.base-address', {
    on: [...lists, 'listStudySessions'],
    story: 'The routes were moved to the next version, and the old ones were taken down.',
    with: missing,
  }),
  fault('versioning.base-address!half', {
    on: ['listStudySessions'],
    deep: true,
    story: 'One list never came to the new address.',
    with: missing,
  }),
  fault('versioning.external-id-filter-removed', {
    on: sessionLists,
    story: 'The filter was taken out of the documentation only.',
    with: (request, service) =>
      new URL(request.url).searchParams.has('externalId') ? none(request, service) : service(request),
  }),
  fault('versioning.external-id-filter-removed!kind-list', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'One of the three lists kept the filter.',
    with: (request, service) =>
      request.url.includes('externalId') ? none(request, service) : service(request),
  }),
  fault('versioning.external-ids-search-removed', {
    on: ['searchSessions'],
    story: 'The search still joins the users for their outside ids.',
    with: async (request, service) =>
      (await request.clone().text()).includes('externalIds') ? none(request, service) : service(request),
  }),
  fault('versioning.external-ids-search-removed!counted', {
    on: ['searchSessions'],
    deep: true,
    story: 'The filter was taken out of the query for the items, and not out of the one that counts them.',
    with: async (request, service) =>
      (await request.clone().text()).includes('externalIds')
        ? answerBody((body) => ({ ...body, pagination: { ...(body['pagination'] as Json), total: 0 } }))(
            request,
            service,
          )
        : service(request),
  }),
  ...(['roles', 'createdAt'] as const).map((field) =>
    fault(field === 'roles' ? 'versioning.roles-added' : 'versioning.created-at-added', {
      on: ['listUsers', 'searchUsers'],
      story: 'The list keeps the fields that it had before they were added.',
      with: answerBody((body) => without(body, field)),
    }),
  ),
  fault('versioning.updated-at-added', {
    on: ['updateUserName'],
    story: 'The user is answered as it was read before the change, without the newer fields.',
    with: answerBody(({ user, ...rest }) => ({ ...rest, user: { ...(user as Json), updatedAt: undefined } })),
  }),
];

async function missing(
  request: Request,
  service: (request: Request) => Promise<Response>,
): Promise<Response> {
  const response = await service(request);
  return answer(response, { status: 404, message: 'There is no such path.' }, { status: 404 });
}

function none(request: Request, service: (request: Request) => Promise<Response>): Promise<Response> {
  return answerBody((body) => ({
    ...body,
    data: [],
    pagination: { ...(body['pagination'] as Json), total: 0 },
  }))(request, service);
}

function without(body: Json, field: string): Json {
  for (const user of body['data'] as Json[]) delete user[field];
  return body;
}
