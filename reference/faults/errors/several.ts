import { answer, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { memberChanges, type OperationId } from '../kit/routes.ts';

const listing: readonly OperationId[] = [
  'listClasses',
  'createClass',
  'listCohorts',
  'createCohort',
  ...memberChanges,
  'listUsers',
];

/** Faults of refusals for more than one reason. */
export const several: readonly Fault[] = [
  fault('errors.bad-request/several', {
    on: listing,
    story: 'A lone violation is told as text, and several are told as a list.',
    with: telling((body) => ({ status: body['status'], message: ['One thing.', 'Another thing.'] })),
  }),
  fault('errors.bad-request/several!unprocessable', {
    on: ['listUsers'],
    deep: true,
    story: 'What breaks more than one rule is told by a library of its own, which says 422.',
    with: telling((body) => ({ ...body, status: 422 }), 422),
  }),
  fault('errors.invalid-is-client-error/several', {
    on: ['listSessions', 'searchUsers'],
    story: 'The pipe for validation joins messages with a helper that gives several as a list.',
    with: telling((body) => ({ status: body['status'], message: ['One thing.', 'Another thing.'] })),
  }),
  fault('errors.invalid-is-client-error/several!bare', {
    on: ['listSessions', 'searchUsers'],
    deep: true,
    story: 'Several violations are answered with the list of them.',
    with: telling(() => [{ message: 'One thing.' }, { message: 'Another thing.' }]),
  }),
  fault('errors.invalid-is-client-error/several!let-through', {
    on: ['listSessions'],
    deep: true,
    story: 'Several violations are joined with a sign that undoes them, and the query finds nothing.',
    with: telling(
      () => ({
        data: [],
        pagination: { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
      }),
      200,
    ),
  }),
];

/** Changes the refusal of a request in which more than one thing is wrong. */
function telling(change: (body: Json) => unknown, status = 400): Break {
  return async (request, service) => {
    const isSeveral = await hasSeveral(request.clone());
    const response = await service(request);
    if (response.status !== 400 || !isSeveral) return response;
    return answer(response, change((await response.json()) as Json), { status });
  };
}

async function hasSeveral(request: Request): Promise<boolean> {
  const { search } = new URL(request.url);
  const text = `${search} ${request.method === 'GET' ? '' : await request.text()}`;
  const wrong = [
    'ten',
    'rollcall"',
    '=rollcall&',
    '=rollcall ',
    'null',
    '{"rollcall":17}',
    'Date%5Bgt%5D',
    'Date%5Blt%5D',
  ];
  return wrong.filter((sign) => text.includes(sign)).length > 1;
}
