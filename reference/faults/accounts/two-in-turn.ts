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
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/two-in-turn!unit-of-work': 'updateStudentDetails',
      'update-user-name.effect/two-in-turn!unit-of-work': 'updateUserName',
      'set-user-external-id.effect/two-in-turn!unit-of-work': 'setUserExternalId',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: ops,
      story: 'What was read of a refused change stays in the unit of work, and is stored with the next one.',
      deep: true,
      with: afterARefusal(op, 400, ({ path }) => path),
    }),
  ),
  ...faultsFrom(
    {
      'update-student-details.date-of-birth/two-in-turn!of-nobody': 'updateStudentDetails',
      'update-user-name.effect/two-in-turn!of-nobody': 'updateUserName',
      'update-user-primary-email.effect/two-in-turn!of-nobody': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/two-in-turn!of-nobody': 'setUserExternalId',
    } satisfies Readonly<Record<string, OperationId>>,
    (op) => ({
      on: [op],
      touches: ops,
      story:
        'What was said of a user who is not there waits in the form, and the next user of the form gets it.',
      deep: true,
      with: afterARefusal(op, 404, ({ path }, id) => pathOf(path, id)),
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
        await sendTo(request, service, [taken.method, pathOf(taken.path, id)], taken.body);
      const response = await service(request);
      if (!response.ok) return response;
      const now = { op, method: request.method, path, body };
      last = isTaken(now) ? now : undefined;
      return response;
    };
  });
}

/**
 * With a change by an operation, stores as well what can be read of the last change that was refused.
 *
 * @param pathTo where it is sent, of the refused change and of the user who is changed now
 */
function afterARefusal(
  own: OperationId,
  status: number,
  pathTo: (refused: Earlier, id: string) => string,
): Break {
  return remembering(() => {
    let refused: Earlier | undefined;
    return async (request, service) => {
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      const now = { op: operationOf(request), method: request.method, path, body: await bodyOf(request) };
      const response = await service(request);
      if (response.status === status) refused = now;
      if (!response.ok || now.op !== own || !refused) return response;
      const read = Object.entries((refused.body['user'] ?? {}) as Json).filter(
        ([, value]) => typeof value === 'string',
      );
      const to = pathTo(refused, userIdIn(request));
      await sendTo(request, service, [refused.method, to], { user: Object.fromEntries(read) });
      refused = undefined;
      return response;
    };
  });
}

/** The path of the same change for another user. */
function pathOf(path: string, id: string): string {
  return path.replace(/(?<=\/)[0-9a-f-]{36}(?=\/)/i, id);
}
