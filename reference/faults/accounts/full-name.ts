import { objects, remembering } from '../kit/breaks.ts';
import { answer, answerBody, type Fault, fault, type Json } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { userIdIn } from './user.ts';

/** Faults of the whole name of a user whose parts are changed. */
export const fullName: readonly Fault[] = [
  fault('update-user-name.effect/full-name', {
    on: ['updateUserName'],
    touches: ['listUsers'],
    story: 'The whole name is written once, when the account is made.',
    with: async (request, service) => {
      const response = await service(request);
      const body = (await response.json()) as Json;
      for (const user of objects(body['data'])) user['fullName'] = `User ${user['username']}`;
      return answer(response, body);
    },
  }),
  fault('update-user-name.effect/full-name!once', {
    on: ['updateUserName'],
    touches: ['updateUserName', 'listUsers'],
    story: 'The whole name is written anew where it is still that of the creation, and not after that.',
    deep: true,
    with: remembering(() => {
      const firstSeen = new Map<unknown, unknown>();
      const renamed = new Set<unknown>();
      return answerBody((body, request) => {
        if (operationOf(request) === 'updateUserName') renamed.add(userIdIn(request));
        for (const user of objects(body['data'])) {
          const { userId } = user;
          if (!renamed.has(userId)) continue;
          if (!firstSeen.has(userId)) firstSeen.set(userId, user['fullName']);
          user['fullName'] = firstSeen.get(userId);
        }
        return body;
      });
    }),
  }),
];
