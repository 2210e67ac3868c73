import { objects, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { userIdIn } from './user.ts';

const hour = 3_600_000;

/** Faults of the moments of a user. */
export const moments: readonly Fault[] = [
  ...faultsFrom(
    { 'user.created-at-now': 'createStudent', 'user.created-at-now/teacher': 'createTeacher' },
    (op) => ({
      on: [op],
      touches: ['listUsers'],
      story: 'Moments are those of the local clock, and carry the letter of UTC.',
      with: movingMoments(['createdAt'], (moment) => moment + hour),
    }),
  ),
  fault('user.updated-at-not-before', {
    on: ['createStudent', 'createTeacher'],
    story: 'Nobody has updated the account yet, and the column of the moment is zero by default.',
    with: answerBody(({ user, ...body }) => ({
      ...body,
      user: { ...(user as Json), updatedAt: '1970-01-01T00:00:00.000Z' },
    })),
  }),
  ...faultsFrom(
    {
      'user.created-at-now!midnight': 'createStudent',
      'user.created-at-now/teacher!midnight': 'createTeacher',
    },
    (op) => ({
      on: [op],
      touches: ['listUsers'],
      story: 'The column of the creation is a date.',
      deep: true,
      with: movingMoments(['createdAt'], (moment) => moment - (moment % (24 * hour))),
    }),
  ),
  ...faultsFrom(
    {
      'user.updated-at-moves': 'updateStudentDetails',
      'user.updated-at-moves/name': 'updateUserName',
      'user.updated-at-moves/address': 'updateUserPrimaryEmail',
      'user.updated-at-moves/external-id': 'setUserExternalId',
    },
    (op) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story: 'The statement that writes this field does not write the moment.',
      with: standingStill(op, 1),
    }),
  ),
  ...faultsFrom(
    {
      'user.updated-at-moves!second': 'updateStudentDetails',
      'user.updated-at-moves/name!second': 'updateUserName',
      'user.updated-at-moves/address!second': 'updateUserPrimaryEmail',
      'user.updated-at-moves/external-id!second': 'setUserExternalId',
    },
    (op) => ({
      on: [op],
      touches: [op, 'listUsers'],
      story: 'The moment is written when the field was empty before.',
      deep: true,
      with: standingStill(op, 2),
    }),
  ),
  fault('user.updated-at-moves!gender', {
    on: ['updateStudentDetails'],
    touches: ['updateStudentDetails', 'listUsers'],
    story: 'The details are saved where the birthday has changed, and the gender has a statement of its own.',
    deep: true,
    with: standingStill('updateStudentDetails', 1, ['dateOfBirth']),
  }),
  fault('user.updated-at-moves/name!last', {
    on: ['updateUserName'],
    touches: ['updateUserName', 'listUsers'],
    story: 'Whether anything has changed is asked of the first name alone.',
    deep: true,
    with: standingStill('updateUserName', 1, ['firstName']),
  }),
  fault('user.updated-at-moves!local', {
    on: ['updateStudentDetails'],
    touches: ['listUsers'],
    story: 'The moment of a change is that of the local clock, and carries the letter of UTC.',
    deep: true,
    with: movingMoments(['updatedAt'], (moment) => moment + hour),
  }),
];

/** Shows moments of users otherwise. */
function movingMoments(fields: readonly string[], change: (moment: number) => number): Break {
  return answerBody((body) => {
    for (const user of objects(body['data']))
      for (const field of fields)
        user[field] = new Date(change(Date.parse(String(user[field])))).toISOString();
    return body;
  });
}

/**
 * From the `nth` change by an operation on, a user is shown with the moment that the user had before it; again with the
 * own moment once one of some fields is another.
 */
function standingStill(op: OperationId, nth: number, unless: readonly string[] = []): Break {
  return remembering(() => {
    const counts = new Map<string, number>();
    const shown = new Map<unknown, unknown>();
    const listed = answerBody((body) => {
      for (const user of objects(body['data'])) {
        const id = String(user['userId']);
        const key = [id, ...unless.map((field) => user[field])].join(' ');
        stand(user, counts.get(id) ?? 0, shown, { key, nth });
      }
      return body;
    });
    return async (request, service) => {
      if (operationOf(request) !== op) return listed(request, service);
      counts.set(userIdIn(request), (counts.get(userIdIn(request)) ?? 0) + 1);
      return service(request);
    };
  });
}

function stand(
  user: Json,
  count: number,
  shown: Map<unknown, unknown>,
  { key, nth }: { readonly key: string; readonly nth: number },
): void {
  if (count < nth || !shown.has(key)) shown.set(key, user['updatedAt']);
  user['updatedAt'] = shown.get(key);
}
