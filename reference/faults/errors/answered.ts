import { answer, type Break, type Fault, fault } from '../kit/fault.ts';

/** Requests that keep the rules, and that the service does not answer or does not accept (chapter Errors). */
export const answered: readonly Fault[] = [
  fault('errors.answered', {
    on: ['listClasses', 'listCohorts'],
    story: 'The search is joined to a table that a migration has renamed.',
    with: when(({ searchParams }) => searchParams.has('search'), failing(500)),
  }),
  fault('errors.answered!dropped', {
    on: ['listUsers'],
    deep: true,
    story:
      'A process runs out of memory where a join over four identifiers or more is planned, and is killed.',
    with: when(
      ({ searchParams }) => searchParams.getAll('userId').length > 3,
      async () => {
        throw new DOMException('the connection is gone', 'NetworkError');
      },
    ),
  }),
  fault('errors.answered!login', {
    on: ['listSessions'],
    deep: true,
    story:
      'A session cookie is asked for where a filter on the end date comes, and the login page is elsewhere.',
    with: when(
      ({ search }) => /[?&]endDate/.test(decodeURIComponent(search)),
      async () => new Response(null, { status: 302, headers: { location: '/login' } }),
    ),
  }),
  fault('errors.unfounded-refusal', {
    on: ['listClasses', 'listCohorts'],
    story: 'A search was taken out of the list of known parameters, and is refused as unknown.',
    with: when(({ searchParams }) => searchParams.has('search'), failing(400)),
  }),
  fault('errors.unfounded-refusal!many', {
    on: ['listUsers'],
    deep: true,
    story: 'A validator counts all parameters of the address, and stops at ten.',
    with: when(({ searchParams }) => [...searchParams].length > 10, failing(400)),
  }),
];

/** Answers the requests to some addresses in another way, unless the key is wrong. */
function when(chosen: (url: URL) => boolean, instead: Break): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const isChosen = response.status < 400 && chosen(new URL(request.url));
    return isChosen ? instead(request, service) : response;
  };
}

function failing(status: number): Break {
  return async (request, service) =>
    answer(await service(request), { status, message: 'Something is wrong' }, { status });
}
