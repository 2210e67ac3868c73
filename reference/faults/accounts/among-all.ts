import { bodyOf, read } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
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
