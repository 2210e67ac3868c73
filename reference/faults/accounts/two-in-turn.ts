import { bodyOf, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { sendTo } from '../kit/side-effects.ts';
import { userIdIn } from './user.ts';

const ops: readonly OperationId[] = [
  'updateStudentDetails',
  'updateUserName',
  'updateUserPrimaryEmail',
  'setUserExternalId',
];

/** Faults of changes that take something over from the change of another user. */
export const twoInTurn: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/two-in-turn': ['updateStudentDetails', 'updateUserName'],
      'update-user-name.effect/two-in-turn': ['updateUserName', 'updateStudentDetails'],
      'update-user-primary-email.effect/two-in-turn': ['updateUserPrimaryEmail', 'updateUserName'],
      'set-user-external-id.effect/two-in-turn': ['setUserExternalId', 'updateUserName'],
    } satisfies Readonly<Record<string, readonly [OperationId, OperationId]>>,
    ([op, taken]) => ({
      on: [op],
      touches: ops,
      story: 'The object that collects what is to be set is made once for all requests.',
      with: takingOver(op, (earlier) => earlier.op === taken),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/two-in-turn!gender': 'updateStudentDetails',
      'update-user-name.effect/two-in-turn!gender': 'updateUserName',
      'update-user-primary-email.effect/two-in-turn!gender': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/two-in-turn!gender': 'setUserExternalId',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: ops,
      story: 'Optional columns keep the value of the request before, for nothing empties them.',
      deep: true,
      with: takingOver(op, ({ body }) => JSON.stringify(body).includes('"gender"')),
    }),
  ),
];

/** A change that was accepted. */
interface Earlier {
  readonly op: OperationId | undefined;
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

/** With a change of one user by an operation, sets also what was set last for another. */
function takingOver(own: OperationId, isTaken: (earlier: Earlier) => boolean): Break {
  return remembering(() => {
    let last: Earlier | undefined;
    return async (request, service) => {
      const [id, op] = [userIdIn(request), operationOf(request)];
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      const body = await bodyOf(request);
      const taken = last;
      if (op === own && taken && !taken.path.includes(id))
        await sendTo(
          request,
          service,
          [taken.method, taken.path.replace(/(?<=\/)[0-9a-f-]{36}(?=\/)/i, id)],
          taken.body,
        );
      const response = await service(request);
      if (!response.ok) return response;
      const now = { op, method: request.method, path, body };
      last = isTaken(now) ? now : undefined;
      return response;
    };
  });
}
