import { remembering } from '../kit/breaks.ts';
import { answerBody, type Fault, fault, type Json, requestBody } from '../kit/fault.ts';
import { accountCreations, type OperationId, operationOf } from '../kit/routes.ts';
import { clausesOf } from './routes.ts';

/** Faults of accounts that are made and then not what was asked for. */
export const creation: readonly Fault[] = accountCreations.flatMap((op) => [
  fault(`${clausesOf(op)}.effect`, {
    on: [op],
    touches: [op, 'listUsers'],
    story: 'The list is served from a copy that is made at night.',
    with: showing(op, () => []),
  }),
  fault(`${clausesOf(op)}.effect!twice`, {
    on: [op],
    touches: [op, 'listUsers'],
    deep: true,
    story: 'The list is joined with the roles, of which a new account has two entries.',
    with: showing(op, (user) => [user, user]),
  }),
  fault(`${clausesOf(op)}.effect/in-search`, {
    on: [op],
    touches: [op, 'searchUsers'],
    story: 'A new account is put into the search index by a job that looks at changes only.',
    with: showing(op, () => []),
  }),
  fault(`${clausesOf(op)}.effect/in-search!twice`, {
    on: [op],
    touches: [op, 'searchUsers'],
    deep: true,
    story: 'A new account is indexed when it is made, and once more by the job of the night.',
    with: showing(op, (user) => [user, user]),
  }),
  fault(`${clausesOf(op)}.effect/kept`, {
    on: [op],
    story: 'First and last name are passed on in the wrong order.',
    with: inPayload((user) => ({ ...user, firstName: user['lastName'], lastName: user['firstName'] })),
  }),
  fault(`${clausesOf(op)}.effect/kept!latin-1`, {
    on: [op],
    deep: true,
    story: 'The column of the names is Latin-1, and what it cannot hold becomes a question mark.',
    with: inPayload((user) => ({
      ...user,
      lastName: String(user['lastName']).replace(/[^\u0020-\u00ff]/gu, '?'),
    })),
  }),
]);

/** Shows accounts that were made in another way in the lists that the fault touches: never, or more than once. */
function showing(op: OperationId, shown: (user: Json) => readonly Json[]) {
  return remembering(() => {
    const made = new Set<unknown>();
    return answerBody((body, request) => {
      if (operationOf(request) === op) made.add((body['user'] as Json)['userId']);
      else
        body['data'] = (body['data'] as Json[]).flatMap((user) =>
          made.has(user['userId']) ? shown(user) : [user],
        );
      return body;
    });
  });
}

/** Changes what a request says of the user. */
export function inPayload(change: (user: Json) => Json) {
  return requestBody((body) => ({ ...body, user: change((body['user'] ?? {}) as Json) }));
}
