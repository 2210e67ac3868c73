import { type Break, type Fault, fault, type Json, objectIn } from '../kit/fault.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of changes that destroy values of one kind in other fields. */
export const kindsInTurn: readonly Fault[] = [
  fault('update-user-name.effect/kinds-in-turn', {
    on: ['updateUserName'],
    touches: ['updateStudentDetails'],
    story: 'The form knows two genders, and a third becomes nothing when the other field is saved.',
    with: async (request, service) => {
      const sent = await objectIn(request);
      const user = (sent?.['user'] ?? {}) as Json;
      const { gender } = await userNow(request, service);
      const isLost = 'dateOfBirth' in user && !('gender' in user) && gender === 'other';
      if (!isLost) return service(request);
      return service(new Request(request, { body: JSON.stringify({ user: { ...user, gender: null } }) }));
    },
  }),
  fault('update-user-name.effect/kinds-in-turn!comma', {
    on: ['updateUserName'],
    deep: true,
    touches: ['updateUserPrimaryEmail'],
    story: 'The row goes through a line of commas, and an identifier with a comma loses what follows.',
    with: rewritingIdentifier((id) => id.split(',')[0] ?? ''),
  }),
  fault('update-user-name.effect/kinds-in-turn!zeros', {
    on: ['updateUserName'],
    deep: true,
    touches: ['updateUserName'],
    story: 'The sheet in which rows are edited takes identifiers of digits for numbers.',
    with: rewritingIdentifier((id) => (/^0+\d+$/.test(id) ? String(Number(id)) : id)),
  }),
];

/** After a change of something else, writes the external identifier as a program has read it. */
function rewritingIdentifier(reread: (id: string) => string): Break {
  return async (request, service) => {
    const { externalId } = await userNow(request, service);
    const response = await service(request.clone());
    const other = typeof externalId === 'string' ? reread(externalId) : externalId;
    if (!response.ok || other === externalId) return response;
    const user = { externalId: other };
    await service(requestTo(request, 'PUT', `/users/${userIdIn(request)}/external-id`, { user }));
    return response;
  };
}
