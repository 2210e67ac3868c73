import { refusal } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { lostRedirect } from '../kit/no-refusal.ts';
import { eachItem, onPage } from '../kit/pages.ts';
import { lists, sessionLists } from '../kit/routes.ts';

/** Faults of chapter Versioning. */
export const versioning: readonly Fault[] = [
  fault('versioning.base-address', {
    on: [...lists, 'listStudySessions'],
    story: 'The routes were moved to the next version, and the old ones were taken down.',
    with: async () => refusal(404, 'There is no such path.'),
  }),
  fault('versioning.base-address!half', {
    on: ['listStudySessions'],
    deep: true,
    story: 'One list never came to the new address.',
    with: async () => refusal(404, 'There is no such path.'),
  }),
  fault('versioning.external-id-filter-removed', {
    on: sessionLists,
    story: 'The filter was taken out of the documentation only.',
    with: none(hasFilter),
  }),
  fault('versioning.external-id-filter-removed!kind-list', {
    on: ['listInProgressSessions'],
    deep: true,
    story: 'One of the three lists kept the filter.',
    with: none(hasFilter),
  }),
  fault('versioning.external-id-filter-removed!redirected', {
    on: ['listSessions'],
    deep: true,
    story:
      'The former address of the filter leads to the new one, by a redirect whose address the gateway takes out.',
    with: lostRedirect((request) => new URL(request.url).searchParams.has('externalId')),
  }),
  fault('versioning.external-ids-search-removed', {
    on: ['searchSessions'],
    story: 'The search still joins the users for their outside ids.',
    with: none(hasSearchFilter),
  }),
  fault('versioning.external-ids-search-removed!counted', {
    on: ['searchSessions'],
    deep: true,
    story: 'The filter was taken out of the query for the items, and not out of the one that counts them.',
    with: async (request, service) => {
      if (!(await hasSearchFilter(request.clone()))) return service(request);
      return onPage(request, service, ({ pagination }) => {
        pagination.total = 0;
      });
    },
  }),
  ...faultsFrom(
    { 'versioning.roles-added': 'roles', 'versioning.created-at-added': 'createdAt' },
    (field) => ({
      on: ['listUsers', 'searchUsers'],
      story: 'The list keeps the fields that it had before they were added.',
      with: eachItem((user) => delete user[field]),
    }),
  ),
  fault('versioning.updated-at-added', {
    on: ['updateUserName'],
    story: 'The user is answered as it was read before the change, without the newer fields.',
    with: answerBody(({ user, ...rest }) => ({ ...rest, user: { ...(user as Json), updatedAt: undefined } })),
  }),
];

/** Shows no sessions to those who ask for some of an outside id. */
function none(asks: (request: Request) => boolean | Promise<boolean>): Break {
  return async (request, service) => {
    if (!(await asks(request.clone()))) return service(request);
    return onPage(request, service, ({ pagination }) => ({
      data: [],
      pagination: { ...pagination, total: 0 },
    }));
  };
}

function hasFilter(request: Request): boolean {
  return new URL(request.url).searchParams.has('externalId');
}

async function hasSearchFilter(request: Request): Promise<boolean> {
  return (await request.text()).includes('externalIds');
}
