import { bodyOf, objects, read, refusal, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults that show among several people, or among writes of several kinds. */
export const amongAll: readonly Fault[] = [
  fault('update-user-name.effect/among-all', {
    on: ['updateUserName'],
    story: 'Classes and cohorts are one relation, and the answer shows all of it as classes.',
    with: answerBody((body) => {
      const user = (body['user'] ?? {}) as Json;
      const groups = [user['classIds'], user['cohortIds']].flatMap((ids) => (Array.isArray(ids) ? ids : []));
      return groups.length === 0 ? body : { ...body, user: { ...user, classIds: groups } };
    }),
  }),
  fault('update-user-name.effect/among-all!enabled', {
    on: ['updateUserName'],
    touches: ['disableUser'],
    story: 'The form is saved as a whole account, whose flag has its default.',
    deep: true,
    with: async (request, service) => {
      const response = await service(request.clone());
      if (response.ok) await service(requestTo(request, 'POST', `/users/${userIdIn(request)}/enable`, {}));
      return response;
    },
  }),
  fault('update-user-name.effect/among-all!address-of-creation', {
    on: ['updateUserName'],
    touches: ['createStudent', 'setUserExternalId', 'listUsers'],
    story:
      'An identifier is set through a register that has the address of the creation, and sends all it has.',
    deep: true,
    with: withFirstAddress(),
  }),
  fault('update-user-name.effect/among-all!small-letters', {
    on: ['updateUserName'],
    touches: ['setUserExternalId', 'listUsers'],
    story: 'An identifier is set through a directory that writes usernames in small letters.',
    deep: true,
    with: inSmallLetters(),
  }),
  fault('update-user-name.effect/among-all!crashing', {
    on: ['updateUserName'],
    touches: ['updateUserName', 'setUserExternalId'],
    story:
      'Whoever has got an identifier has a second row, and a change of the name that finds two is not caught.',
    deep: true,
    with: remembering(() => {
      const twice = new Set<string>();
      return async (request, service) => {
        const id = userIdIn(request);
        if (operationOf(request) !== 'setUserExternalId')
          return twice.has(id) ? refusal(500, 'The query gave two rows.') : service(request);
        const response = await service(request);
        if (response.ok) twice.add(id);
        return response;
      };
    }),
  }),
  fault('remove-student-classes.keeps-the-rest/among-all', {
    on: ['removeStudentClasses'],
    story: 'The user is asked for with the first class alone: the brackets around the others are missing.',
    with: emptyingOthers(),
  }),
  fault('remove-student-classes.keeps-the-rest/among-all!last', {
    on: ['removeStudentClasses'],
    story: 'Whoever has left the last class has left the school, and its cohorts.',
    deep: true,
    with: async (request, service) => {
      const response = await service(request.clone());
      const { userId, classIds, cohortIds } = await userNow(request, service);
      if (!response.ok || (Array.isArray(classIds) && classIds.length > 0)) return response;
      for (const id of Array.isArray(cohortIds) ? cohortIds : [])
        await service(
          requestTo(request, 'DELETE', `/smart-ia/cohorts/${id}/students`, { userIds: [userId] }),
        );
      return response;
    },
  }),
];

/** Gives whoever gets an identifier the address of the creation again. */
function withFirstAddress(): Break {
  return remembering(() => {
    const first = new Map<string, string>();
    return async (request, service) => {
      const response = await service(request.clone());
      if (!response.ok) return response;
      const op = operationOf(request);
      if (op === 'createStudent' || op === 'createTeacher') {
        const { user } = (await response.clone().json()) as { user: Json };
        const [address] = Array.isArray(user['emails']) ? user['emails'] : [];
        if (address !== undefined) first.set(String(user['userId']), String(address));
      }
      const email = op === 'setUserExternalId' ? first.get(userIdIn(request)) : undefined;
      if (email === undefined) return response;
      await service(
        requestTo(request, 'PUT', `/users/${userIdIn(request)}/emails/primary`, { user: { email } }),
      );
      return response;
    };
  });
}

/** Shows the username of whoever got an identifier in small letters, from the second identifier on. */
function inSmallLetters(): Break {
  return remembering(() => {
    const times = new Map<string, number>();
    const shown = answerBody((body) => {
      for (const user of objects(body['data']))
        if ((times.get(String(user['userId'])) ?? 0) > 1)
          user['username'] = String(user['username']).toLowerCase();
      return body;
    });
    return async (request, service) => {
      const id = userIdIn(request);
      if (operationOf(request) === 'setUserExternalId') times.set(id, (times.get(id) ?? 0) + 1);
      return shown(request, service);
    };
  });
}

/** Removes everybody from the classes of a list but the first. */
function emptyingOthers(): Break {
  return async (request, service) => {
    const { classIds } = await bodyOf(request);
    const response = await service(request.clone());
    if (!response.ok || !Array.isArray(classIds)) return response;
    const { data } = await read(request, service, '/users?role=student&limit=1000');
    for (const id of classIds.slice(1)) {
      const inside = (data as Json[]).filter((user) => ((user['classIds'] as string[]) ?? []).includes(id));
      const userIds = inside.map((user) => user['userId']);
      if (userIds.length > 0)
        await service(requestTo(request, 'DELETE', `/classes/${id}/students`, { userIds }));
    }
    return response;
  };
}
