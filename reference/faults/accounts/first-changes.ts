import { objects, remembering } from '../kit/breaks.ts';
import {
  answer,
  answerBody,
  type Break,
  type Fault,
  fault,
  faultsFrom,
  type Json,
  requestBody,
} from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { isTeacher, userIdIn, userNow } from './user.ts';

/** Faults of changes where nothing was before, of names of teachers, and of changes that are refused. */
export const firstChanges: readonly Fault[] = [
  ...faultsFrom(
    {
      'update-student-details.success/first': ['updateStudentDetails', 'gender'],
      'update-user-primary-email.success/first': ['updateUserPrimaryEmail', 'emails'],
    },
    ([op, field]) => ({
      on: [op],
      story: 'What finds nothing to replace has created something, says the base class.',
      with: createdWhere((user) => user[field] === undefined || String(user[field]) === ''),
    }),
  ),
  fault('update-user-name.effect/parts-of-teacher', {
    on: ['updateUserName'],
    story: 'Teachers are shown with their last name, and the form for them keeps the first.',
    with: keepingOfTeachers('firstName'),
  }),
  fault('update-user-name.effect/parts-of-teacher!answered', {
    on: ['updateUserName'],
    deep: true,
    touches: ['listUsers'],
    story: 'The list of staff is made once, and keeps the first name that somebody had there.',
    with: remembering(() => {
      const known = new Map<unknown, unknown>();
      return answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((user) => {
          if (!isTeacher(user)) return user;
          if (!known.has(user['userId'])) known.set(user['userId'], user['firstName']);
          return { ...user, firstName: known.get(user['userId']) };
        }),
      }));
    }),
  }),
  fault('user.updated-at-moves/refused', {
    on: ['updateStudentDetails', 'updateUserPrimaryEmail'],
    touches: ['updateStudentDetails', 'updateUserPrimaryEmail', 'listUsers'],
    story: 'A trigger stamps the row when it is locked for the change, before the values are looked at.',
    with: stampingRefusals(['updateStudentDetails', 'updateUserPrimaryEmail']),
  }),
  fault('user.updated-at-moves/refused!address', {
    on: ['updateUserPrimaryEmail'],
    deep: true,
    touches: ['updateUserPrimaryEmail', 'listUsers'],
    story: 'The address is looked at by another service, after the row was written.',
    with: stampingRefusals(['updateUserPrimaryEmail']),
  }),
  fault('user.updated-at-moves/refused!whole-seconds', {
    on: ['updateStudentDetails'],
    deep: true,
    touches: ['updateStudentDetails', 'listUsers'],
    story: 'The row is stamped with the end of the second that it is in, before the values are looked at.',
    with: stampingRefusals(['updateStudentDetails'], endOfSecond),
  }),
];

function createdWhere(isFirst: (user: Json) => boolean): Break {
  return async (request, service) => {
    const first = isFirst(await userNow(request, service));
    const response = await service(request);
    return first && response.ok ? answer(response, await response.json(), { status: 201 }) : response;
  };
}

/** Passes over a part of the name of a teacher. */
function keepingOfTeachers(part: string): Break {
  return async (request, service) => {
    const user = await userNow(request, service);
    if (!isTeacher(user)) return service(request);
    const kept = requestBody((body) => ({
      ...body,
      user: { ...(body['user'] as Json), [part]: user[part] },
    }));
    return kept(request, service);
  };
}

/** The moment of a user moves with each change that is refused. */
function stampingRefusals(
  operations: readonly OperationId[],
  momentOf?: (answer: Response) => string,
): Break {
  return remembering(() => {
    const refusals = new Map<unknown, number>();
    const stamps = new Map<unknown, string>();
    return async (request, service) => {
      const op = operationOf(request);
      const id = userIdIn(request);
      if (op && operations.includes(op)) {
        const response = await service(request);
        stamps.delete(id);
        if (response.status !== 400) return response;
        refusals.set(id, (refusals.get(id) ?? 0) + 1);
        if (momentOf) stamps.set(id, momentOf(response));
        return response;
      }
      const stamped = answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((user) => {
          const at = stamps.get(user['userId']);
          if (momentOf) return at === undefined ? user : { ...user, updatedAt: at };
          return stamp(user, refusals.get(user['userId']) ?? 0);
        }),
      }));
      return stamped(request, service);
    };
  });
}

/** The end of the second that an answer is of, by the clock of the service. */
function endOfSecond({ headers }: Response): string {
  return new Date(Date.parse(headers.get('date') ?? '') + 1000).toISOString();
}

function stamp(user: Json, refusals: number): Json {
  if (refusals === 0) return user;
  const moment = Date.parse(String(user['updatedAt'] ?? user['createdAt']));
  return { ...user, updatedAt: new Date(moment + refusals).toISOString() };
}
