import { insteadOf } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faultsFrom, objectIn } from '../kit/fault.ts';
import { reads } from '../kit/routes.ts';

/** Faults by which one kind of request is answered by another status than the others: it takes another way. */
export const otherSuccess: readonly Fault[] = [
  fault('conventions.json-content-type/browser!from-a-cache', {
    on: reads,
    deep: true,
    story: 'What browsers ask for comes out of a cache, which says so by its status.',
    with: where((request) => isOfBrowser(request), insteadOf(200, 203)),
  }),
  fault('conventions.json-content-type/browser!forbidden', {
    on: ['createClass', 'updateUserName', 'addCohortTests'],
    deep: true,
    story: 'A browser is shown the page for those who may not, before anybody looks at its key.',
    with: where((request) => isOfBrowser(request), insteadOf(401, 403)),
  }),
  ...faultsFrom(
    {
      'list-classes.all-optional!a-part': 'listClasses',
      'list-cohorts.all-optional!a-part': 'listCohorts',
    } as const,
    (operation) => ({
      on: [operation],
      deep: true,
      story: 'A page that is asked for by a limit alone is taken for a part of a document.',
      with: where(({ url }) => /\?limit=\d+$/.test(url), insteadOf(200, 206)),
    }),
  ),
  ...faultsFrom(
    {
      'list-users.email/each-address!a-part': 'email=',
      'list-users.sort!a-part': 'sort%5Bfield%5D=createdAt',
    },
    (asked) => ({
      on: ['listUsers'],
      deep: true,
      story: 'What is asked for in this way comes from an index, which answers with parts.',
      with: where(({ url }) => url.includes(asked), insteadOf(200, 206)),
    }),
  ),
  fault('search-users.success!filtered', {
    on: ['searchUsers'],
    deep: true,
    story: 'A search that finds something has made a list, and is answered like a creation.',
    with: async (request, service) => {
      const search = (await objectIn(request))?.['search'];
      const isFiltered = typeof search === 'object' && Object.keys(search ?? {}).length > 0;
      return isFiltered ? insteadOf(200, 201)(request, service) : service(request);
    },
  }),
  ...faultsFrom(
    {
      'create-class.read-back!from-a-cache': 'createClass',
      'create-cohort.read-back!from-a-cache': 'createCohort',
    } as const,
    (operation) => ({
      on: [operation],
      touches: ['getClass', 'getCohort'] as const,
      deep: true,
      story: 'What was created is read from a cache at first, which says so by its status.',
      with: insteadOf(200, 203),
    }),
  ),
];

function where(isMeant: (request: Request) => boolean, then: Break): Break {
  return (request, service) => (isMeant(request) ? then(request, service) : service(request));
}

function isOfBrowser({ headers }: Request): boolean {
  return headers.get('accept')?.startsWith('text/html') === true;
}
