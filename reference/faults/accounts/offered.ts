import { insteadOf, pretend } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { anotherId, isLongAsUuid, isUuid } from '../kit/ids.ts';
import { accountChanges, accountCreations } from '../kit/routes.ts';
import { clausesOf, onAccounts, userIdIn } from './routes.ts';

/** Faults of operations that are not there, or answer in another way than is stated. */
export const offered: readonly Fault[] = [
  ...[...accountCreations, ...onAccounts].flatMap((op) => [
    fault(`${clausesOf(op)}.exists`, {
      on: [op],
      story: 'The operation is in the plan of the next release.',
      with: async (request, service) => unknown(await service(request), 404),
    }),
    fault(`${clausesOf(op)}.exists!method`, {
      on: [op],
      deep: true,
      story: 'The route is registered with another method, and looked up after the key.',
      with: keyed(405),
    }),
  ]),
  ...onAccounts.map((op) =>
    fault(`${clausesOf(op)}.exists/own-user`, {
      on: [op],
      story: 'The gateway checks the key before it finds that it has no such route.',
      with: keyed(404),
    }),
  ),
  ...onAccounts.flatMap((op) => [
    fault(`${clausesOf(op)}.user-id`, {
      on: [op],
      story: 'An id that is no UUID matches no row, and an update of no row is a success.',
      with: doneFor((id) => !isUuid(id)),
    }),
    fault(`${clausesOf(op)}.user-id!length-only`, {
      on: [op],
      deep: true,
      story: 'Whether a text is an id is told from its length, and an update of no row is a success.',
      with: doneFor(isLongAsUuid),
    }),
  ]),
  ...accountCreations.map((op) =>
    fault(`${clausesOf(op)}.success`, {
      on: [op],
      story: 'The framework answers 200 unless it is told otherwise.',
      with: insteadOf(201, 200),
    }),
  ),
  ...accountChanges.map((op) =>
    fault(`${clausesOf(op)}.success`, {
      on: [op],
      story: 'A change is answered as everywhere else, with 204.',
      with: pretend(200, 204),
    }),
  ),
  ...[...accountCreations, ...accountChanges].flatMap((op) => [
    fault(`${clausesOf(op)}.body/same-user`, {
      on: [op],
      story: 'The serialiser of the answer writes the username in capitals.',
      with: inUser((user) => ({ ...user, username: `${String(user['username']).toUpperCase()}-X` })),
    }),
    fault(`${clausesOf(op)}.body/same-user!created-now`, {
      on: [op],
      deep: true,
      story: 'The answer is made from a fresh object, whose moment of creation is now.',
      with: inUser((user) => ({ ...user, createdAt: '2030-01-01T00:00:00.000Z' })),
    }),
  ]),
  ...accountChanges.map((op) =>
    fault(`${clausesOf(op)}.body/same-user!another`, {
      on: [op],
      deep: true,
      story: 'The answer names the account of the caller.',
      with: inUser((user) => ({ ...user, userId: anotherId })),
    }),
  ),
  ...accountChanges.flatMap((op) =>
    (['class-ids', 'cohort-ids'] as const).flatMap((clause) => [
      fault(`${clausesOf(op)}.${clause}`, {
        on: [op],
        story: 'The memberships are joined in lists of users only.',
        with: inUser((user) => without(user, clause === 'class-ids' ? 'classIds' : 'cohortIds')),
      }),
      fault(`${clausesOf(op)}.${clause}!as-created`, {
        on: [op],
        deep: true,
        story: 'The answer is made from a fresh object, which is in nothing yet.',
        with: inUser((user) => ({ ...user, [clause === 'class-ids' ? 'classIds' : 'cohortIds']: [] })),
      }),
    ]),
  ),
];

/** Changes the user of a successful answer. */
export function inUser(change: (user: Json) => Json): Break {
  return answerBody((body) => ({ ...body, user: change(body['user'] as Json) }));
}

/** Says that it is done, and does nothing, where the id in the path is such. */
function doneFor(is: (id: string) => boolean): Break {
  return async (request, service) => {
    const response = await service(request);
    return is(userIdIn(request)) ? answer(response, undefined, { status: 204 }) : response;
  };
}

/** Refuses every request that comes with a key that opens the service. */
function keyed(status: 404 | 405): Break {
  return async (request, service) => {
    const response = await service(request);
    return response.status === 401 || response.status === 403 ? response : unknown(response, status);
  };
}

function unknown(response: Response, status: 404 | 405): Response {
  return answer(response, { status, message: 'No such operation.' }, { status });
}

function without(user: Json, name: string): Json {
  const { [name]: _, ...rest } = user;
  return rest;
}
