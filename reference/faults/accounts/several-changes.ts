import { setTimeout as sleep } from 'node:timers/promises';
import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { emptyingExternalId } from './afterwards.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of changes of one account that follow each other, or overlap. */
export const severalChanges: readonly Fault[] = [
  fault('update-user-name.effect/in-sequence', {
    on: ['updateUserName'],
    story: 'The form of the name sends the external identifier as well, and it is empty.',
    with: emptyingExternalId(),
  }),
  fault('update-user-name.effect/in-sequence!restored', {
    on: ['updateUserName'],
    touches: ['disableUser', 'enableUser'],
    story:
      'The first time that an account is disabled a copy is kept, and enabling brings it back every time.',
    deep: true,
    with: restoringFirstCopy(),
  }),
  fault('update-user-name.effect/at-once!read-only', {
    on: ['updateUserName'],
    touches: ['setUserExternalId'],
    story: 'The identifier is managed by another system, and what is sent is thrown away with a success.',
    with: async () => new Response(null, { status: 204 }),
  }),
  fault('update-user-name.effect/at-once', {
    on: ['updateUserName'],
    touches: ['setUserExternalId'],
    story:
      'The row is read, changed and written back as a whole, with the name that it had when it was read.',
    deep: true,
    with: async (request, service) => {
      const before = await userNow(request, service);
      await sleep(5);
      const response = await service(request.clone());
      await service(requestTo(request, 'PUT', `/users/${userIdIn(request)}/name`, { user: nameOf(before) }));
      return response;
    },
  }),
];

/** Brings name, address and external identifier of the first disabling back with every enabling. */
function restoringFirstCopy(): Break {
  return remembering(() => {
    const copies = new Map<string, Json>();
    return async (request, service) => {
      const id = userIdIn(request);
      if (operationOf(request) === 'disableUser' && !copies.has(id)) {
        copies.set(id, await userNow(request, service));
      }
      const response = await service(request.clone());
      const copy = copies.get(id);
      if (operationOf(request) !== 'enableUser' || !copy) return response;
      const [email] = copy['emails'] as string[];
      const put = (path: string, user: Json) =>
        service(requestTo(request, 'PUT', `/users/${id}/${path}`, { user }));
      await put('name', nameOf(copy));
      await put('emails/primary', { email });
      await put('external-id', { externalId: copy['externalId'] });
      return response;
    };
  });
}

function nameOf(user: Json): Json {
  return { firstName: user['firstName'], lastName: user['lastName'] };
}
