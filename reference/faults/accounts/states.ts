import { setTimeout as sleep } from 'node:timers/promises';
import { pretend, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { elsewhere, userNow } from './changes.ts';
import { userIdIn } from './routes.ts';

const turns = [
  { clause: 'states.user-enable', op: 'enableUser' },
  { clause: 'states.user-disable', op: 'disableUser' },
] as const;

/** Faults of enabling and disabling, and of changes that overlap or follow each other. */
export const stateFaults: readonly Fault[] = [
  ...turns.flatMap(({ clause, op }) => [
    fault(clause, {
      on: [op],
      story: 'Only administrators may do this in the product, and the key is none.',
      with: pretend(204, 409, { status: 409, message: 'Not now.' }),
    }),
    fault(`${clause}/shown`, {
      on: [op],
      story: 'The state is kept by the sign-in service, and the list does not ask it.',
      with: async () => new Response(null, { status: 204 }),
    }),
    fault(`${clause}!second-time`, {
      on: [op],
      touches: ['enableUser', 'disableUser'],
      deep: true,
      story: 'Each turn is noted under the account and its kind, and the note has to be the only one.',
      with: fromSecondTurn(op, async () => refusal()),
    }),
    fault(`${clause}/shown!second-time`, {
      on: [op],
      touches: ['enableUser', 'disableUser'],
      deep: true,
      story: 'The state is read off the log of turns, which holds each kind of turn once.',
      with: fromSecondTurn(op, async () => new Response(null, { status: 204 })),
    }),
  ]),
  fault('update-user-name.effect/in-sequence', {
    on: ['updateUserName'],
    story: 'The form of the name sends the external identifier as well, and it is empty.',
    with: async (request, service) => {
      const response = await service(request.clone());
      const path = `/users/${userIdIn(request)}/external-id`;
      await service(elsewhere(request, path, { user: { externalId: null } }, 'PUT'));
      return response;
    },
  }),
  fault('update-user-name.effect/in-sequence!restored', {
    on: ['updateUserName'],
    touches: ['disableUser', 'enableUser'],
    deep: true,
    story:
      'The first time that an account is disabled a copy is kept, and enabling brings it back every time.',
    with: restoring(),
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
    deep: true,
    story:
      'The row is read, changed and written back as a whole, with the name that it had when it was read.',
    with: async (request, service) => {
      const before = await userNow(request, service);
      await sleep(5);
      const response = await service(request.clone());
      await service(elsewhere(request, `/users/${userIdIn(request)}/name`, { user: partsOf(before) }, 'PUT'));
      return response;
    },
  }),
];

/** Breaks the second real turn of an account and all later ones: each that follows one the other way. */
function fromSecondTurn(op: OperationId, broken: Break): Break {
  return remembering(() => {
    const turns = new Map<string, { last: OperationId | undefined; count: number }>();
    return async (request, service) => {
      const now = operationOf(request);
      const id = userIdIn(request);
      const known = turns.get(id) ?? { last: undefined, count: 0 };
      const count = known.count + (now === op && known.last !== op ? 1 : 0);
      turns.set(id, { last: now, count });
      return now === op && count > 1 ? broken(request, service) : service(request);
    };
  });
}

function refusal(): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify({ status: 409, message: 'Not again.' }), { status: 409, headers });
}

/** Brings name, address and external identifier of the first disabling back with every enabling. */
function restoring(): Break {
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
        service(elsewhere(request, `/users/${id}/${path}`, { user }, 'PUT'));
      await put('name', partsOf(copy));
      await put('emails/primary', { email });
      await put('external-id', { externalId: copy['externalId'] });
      return response;
    };
  });
}

function partsOf(user: Json): Json {
  return { firstName: user['firstName'], lastName: user['lastName'] };
}
